// HTTP in and out for Webhook Logs.

import {
  CallDetail,
  CallExportQuery,
  CallPage,
  CallQuery,
  CallStatisticsQuery,
  CallSummary,
} from '@hudhud/contract/calls.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { columnsOf } from '../../platform/http/export-rows.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { filterCodes } from '../../platform/http/request-codes.ts';
import { addSchemaOnce, problemResponses } from '../../platform/http/schemas.ts';
import { registerWholeListRoutes } from '../../platform/http/whole-list-routes.ts';
import { countCalls, readCallPage } from './list-calls.ts';
import { presentCallDetail } from './present.ts';
import { findCall } from './queries.ts';

export interface CallRoutesOptions {
  readonly pool: pg.Pool;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const tags = ['Webhook Logs'];
const callParams = idParams('call');

const listCodes = [...filterCodes, 'invalid_id'] as const;

/** The list counted, and as a file. */
const registerWholeLogRoutes = (server: FastifyInstance, { pool, companyIdOf }: CallRoutesOptions): void =>
  registerWholeListRoutes<CallStatisticsQuery, CallExportQuery, CallSummary>(server, {
    path: '/api/v1/calls',
    tags,
    problems: listCodes,
    companyIdOf,
    counted: {
      operationId: 'getCallStatistics',
      summary: 'Count the calls we made for you over time, with why they failed',
      querystring: CallStatisticsQuery,
      count: (companyId, query) => countCalls(pool, companyId, query),
    },
    exported: {
      operationId: 'exportCalls',
      summary: 'The calls of any filter as a file',
      querystring: CallExportQuery,
      name: 'outgoing-requests',
      columns: columnsOf(CallSummary),
      readPage: (companyId, query) => readCallPage(pool, companyId, query),
    },
  });

export const registerCallRoutes = (server: FastifyInstance, options: CallRoutesOptions): void => {
  for (const schema of [CallSummary, CallDetail]) server.addSchema(schema);
  // Other rooms count and explain failures too; the first one to register adds the schema.
  for (const schema of [Failure, LogStatistics]) addSchemaOnce(server, schema);

  server.get<{ Querystring: CallQuery }>(
    '/api/v1/calls',
    {
      schema: {
        operationId: 'listCalls',
        tags,
        summary: 'List the calls we made for you, newest first',
        querystring: CallQuery,
        response: {
          200: CallPage,
          ...problemResponses(...listCodes, 'invalid_cursor'),
        },
      },
    },
    (request) => readCallPage(options.pool, options.companyIdOf(request.incoming), request.query),
  );

  registerWholeLogRoutes(server, options);

  server.get<WithId>(
    '/api/v1/calls/:id',
    {
      schema: {
        operationId: 'getCall',
        tags,
        summary: 'Read one call with what was sent and what came back',
        params: callParams,
        response: { 200: refTo(CallDetail), ...problemResponses('call_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const row = await findCall(options.pool, companyId, readId('call', request.params.id));
      if (!row) throw new AppError('call_not_found');
      return presentCallDetail(row);
    },
  );
};
