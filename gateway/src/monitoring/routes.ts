// HTTP in and out for the Event Monitor.

import { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  EditedRequest,
  RefusedCredentials,
  RequestDetail,
  RequestExportQuery,
  RequestPage,
  RequestQuery,
  RequestStatisticsQuery,
  RequestSummary,
  RetryAnswer,
} from '@hudhud/contract/requests.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError } from '../platform/errors.ts';
import { columnsOf } from '../platform/http/export-rows.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../platform/http/read-id.ts';
import { bodyCodes, filterCodes, strayBodyCodes } from '../platform/http/request-codes.ts';
import { addSchemaOnce, problemResponses } from '../platform/http/schemas.ts';
import { secretsOfBody } from '../platform/http/secret-fields.ts';
import { registerWholeListRoutes } from '../platform/http/whole-list-routes.ts';
import { toPublicId } from '../platform/ids.ts';
import { countRequests, readRequestPage } from './list-requests.ts';
import { presentRequestDetail } from './present.ts';
import { sumRefusedCredentials } from './queries.ts';
import type { FindRequest } from './record-requests.ts';
import { type Replay, type ReplayedRequest, retryRequest, sendEditedRequest } from './retry-request.ts';

export interface MonitoringRoutesOptions {
  readonly pool: pg.Pool;
  readonly findRequest: FindRequest;
  readonly replay: Replay;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const tags = ['Event Monitor'];
const requestParams = idParams('request');

const readAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const presentReplayed = (retryOf: string, replayed: ReplayedRequest) => ({
  request_id: toPublicId('request', replayed.id),
  retry_of: retryOf,
  status: replayed.status,
  answer: readAnswer(replayed.answer),
});

/** The list counted, and as a file. */
const registerWholeLogRoutes = (
  server: FastifyInstance,
  { pool, companyIdOf }: MonitoringRoutesOptions,
): void =>
  registerWholeListRoutes<RequestStatisticsQuery, RequestExportQuery, RequestSummary>(server, {
    path: '/api/v1/requests',
    tags,
    problems: filterCodes,
    companyIdOf,
    counted: {
      operationId: 'getRequestStatistics',
      summary: 'Count the requests your systems made over time, with why they failed',
      querystring: RequestStatisticsQuery,
      count: (companyId, query) => countRequests(pool, companyId, query),
    },
    exported: {
      operationId: 'exportRequests',
      summary: 'The requests of any filter as a file',
      querystring: RequestExportQuery,
      name: 'requests',
      columns: columnsOf(RequestSummary),
      readPage: (companyId, query) => readRequestPage(pool, companyId, query),
    },
  });

const registerRefusedRoute = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  server.get(
    '/api/v1/requests/refused-credentials',
    {
      schema: {
        operationId: 'getRefusedCredentials',
        tags,
        summary: 'Count the requests of the last hour that came with a wrong token',
        response: { 200: refTo(RefusedCredentials), ...problemResponses() },
      },
    },
    async (request) => {
      const row = await sumRefusedCredentials(options.pool, options.companyIdOf(request.incoming));
      return {
        count: Number(row.count),
        last_at: row.last_at?.toISOString() ?? null,
        last_source: row.last_source,
      };
    },
  );
};

const registerReadRoutes = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  server.get<{ Querystring: RequestQuery }>(
    '/api/v1/requests',
    {
      schema: {
        operationId: 'listRequests',
        tags,
        summary: 'List the requests your systems made, newest first',
        querystring: RequestQuery,
        response: {
          200: RequestPage,
          ...problemResponses(...filterCodes, 'invalid_cursor'),
        },
      },
    },
    (request) => readRequestPage(options.pool, options.companyIdOf(request.incoming), request.query),
  );

  server.get<WithId>(
    '/api/v1/requests/:id',
    {
      schema: {
        operationId: 'getRequest',
        tags,
        summary: 'Read one request with its body and answer',
        params: requestParams,
        response: { 200: refTo(RequestDetail), ...problemResponses('request_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const row = await options.findRequest(companyId, readId('request', request.params.id));
      if (!row) throw new AppError('request_not_found');
      return presentRequestDetail(row);
    },
  );
};

const registerRetryRoute = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  server.post<WithId>(
    '/api/v1/requests/:id/retry',
    {
      schema: {
        operationId: 'retryRequest',
        tags,
        summary: 'Run a failed request again',
        params: requestParams,
        response: {
          200: refTo(RetryAnswer),
          ...problemResponses(
            'request_not_found',
            'request_not_failed',
            'request_not_retryable',
            'invalid_id',
            ...strayBodyCodes,
          ),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const id = readId('request', request.params.id);
      const replayed = await retryRequest(
        options.findRequest,
        options.replay,
        companyId,
        id,
        request.incoming,
      );
      return presentReplayed(request.params.id, replayed);
    },
  );
};

const registerEditRoute = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  server.post<WithId & { Body: EditedRequest }>(
    '/api/v1/requests/:id/send-edited',
    {
      // The body is a text of its own, in which no name marks a secret; the request that it becomes is kept with its own rules.
      config: { secretFields: secretsOfBody(EditedRequest, { removed: ['body'] }) },
      schema: {
        operationId: 'sendEditedRequest',
        tags,
        summary: 'Send a request again with another body',
        description:
          'It goes through every check as a new request of its own, which names the old one as `retry_of`.',
        params: requestParams,
        body: refTo(EditedRequest),
        response: {
          200: refTo(RetryAnswer),
          ...problemResponses('request_not_found', 'request_not_retryable', 'invalid_id', ...bodyCodes),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const edited = { requestId: readId('request', request.params.id), body: request.body.body };
      const replayed = await sendEditedRequest(
        options.findRequest,
        options.replay,
        companyId,
        edited,
        request.incoming,
      );
      return presentReplayed(request.params.id, replayed);
    },
  );
};

export const registerMonitoringRoutes = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  for (const schema of [RequestSummary, RequestDetail, EditedRequest, RetryAnswer, RefusedCredentials]) {
    server.addSchema(schema);
  }
  addSchemaOnce(server, LogStatistics);
  registerReadRoutes(server, options);
  registerRefusedRoute(server, options);
  registerWholeLogRoutes(server, options);
  registerRetryRoute(server, options);
  registerEditRoute(server, options);
};
