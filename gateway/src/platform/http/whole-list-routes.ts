// The routes that take a log as a whole: counted over time, and as a file. Those of all logs differ in their words only.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import { type ExportFormat, LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { type Export, exportAnswer, type Page, pageOfExport, sendExport } from './export-rows.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { problemResponses } from './schemas.ts';

interface RouteWords {
  readonly operationId: string;
  readonly summary: string;
  readonly querystring: TSchema;
}

interface Exported<Query, Item> extends RouteWords, Pick<Export<Item>, 'name' | 'columns'> {
  readonly readPage: (
    companyId: string,
    query: Omit<Query, 'format'> & { limit: number; cursor?: string },
  ) => Promise<Page<Item>>;
}

export interface WholeList<CountQuery, ExportQuery, Item> {
  /** The path of the list itself. */
  readonly path: string;
  readonly tags: string[];
  readonly problems: readonly ErrorCode[];
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  readonly counted: RouteWords & {
    readonly count: (companyId: string, query: CountQuery) => Promise<LogStatistics>;
  };
  readonly exported: Exported<ExportQuery, Item>;
}

export const registerWholeListRoutes = <CountQuery, ExportQuery extends { format?: ExportFormat }, Item>(
  server: FastifyInstance,
  { path, tags, problems, companyIdOf, counted, exported }: WholeList<CountQuery, ExportQuery, Item>,
): void => {
  const { count, ...countWords } = counted;
  server.get<{ Querystring: CountQuery }>(
    `${path}/statistics`,
    {
      schema: {
        ...countWords,
        tags,
        response: { 200: refTo(LogStatistics), ...problemResponses(...problems) },
      },
    },
    (request) => count(companyIdOf(request.incoming), request.query as CountQuery),
  );

  const { name, columns, readPage, ...exportWords } = exported;
  server.get<{ Querystring: ExportQuery }>(
    `${path}/export`,
    {
      schema: {
        ...exportWords,
        tags,
        response: { 200: exportAnswer, ...problemResponses(...problems) },
      },
    },
    (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const { format = 'csv', ...query } = request.query as ExportQuery;
      return sendExport<Item>(reply, {
        name,
        format,
        columns,
        readPage: (cursor) => readPage(companyId, pageOfExport(query, cursor)),
      });
    },
  );
};
