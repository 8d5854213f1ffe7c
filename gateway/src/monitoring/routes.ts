// HTTP in and out for the Event Monitor.

import {
  RequestDetail,
  RequestPage,
  RequestQuery,
  RequestSummary,
  RetryAnswer,
} from '@hudhud/contract/requests.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { problemResponses, refTo } from '../platform/http/schemas.ts';
import { fromPublicId, toPublicId } from '../platform/ids.ts';
import { toIdRange } from '../platform/paging.ts';
import { presentRequest, presentRequestDetail } from './present.ts';
import { findRequest, findRequestEdge, listRequests } from './queries.ts';
import { type Replay, retryRequest } from './retry-request.ts';
import { plainRowsMax, searchPage, textRowsMax } from './search-page.ts';

export interface MonitoringRoutesOptions {
  readonly pool: pg.Pool;
  readonly replay: Replay;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const requestParams = Type.Object({ id: Type.String({ description: 'The id of the request.' }) });

const readId = (text: string): string => {
  const id = fromPublicId('request', text);
  if (id === null) throw new AppError('invalid_id', { detail: 'A request id starts with req_.' });
  return id;
};

const readAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const rowsToSearch = (query: RequestQuery): number | null => {
  if (query.text !== undefined || query.phone_number !== undefined) return textRowsMax;
  return query.path !== undefined || query.method !== undefined ? plainRowsMax : null;
};

const registerReadRoutes = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  server.get<{ Querystring: RequestQuery }>(
    '/api/v1/requests',
    {
      schema: {
        operationId: 'listRequests',
        tags: ['Event Monitor'],
        summary: 'List the requests your systems made, newest first',
        querystring: RequestQuery,
        response: {
          200: RequestPage,
          ...problemResponses(
            'unknown_field',
            'wrong_type',
            'invalid_value',
            'invalid_characters',
            'invalid_cursor',
          ),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      return await searchPage({
        list: 'requests',
        range: toIdRange('requests', request.query),
        rowsMax: rowsToSearch(request.query),
        findEdge: (range, rowsMax) => findRequestEdge(options.pool, companyId, range, rowsMax),
        read: (range) => listRequests(options.pool, companyId, range, request.query),
        present: presentRequest,
      });
    },
  );

  server.get<{ Params: { id: string } }>(
    '/api/v1/requests/:id',
    {
      schema: {
        operationId: 'getRequest',
        tags: ['Event Monitor'],
        summary: 'Read one request with its body and answer',
        params: requestParams,
        response: { 200: refTo(RequestDetail), ...problemResponses('request_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const row = await findRequest(options.pool, companyId, readId(request.params.id));
      if (!row) throw new AppError('request_not_found');
      return presentRequestDetail(row);
    },
  );
};

const registerRetryRoute = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  server.post<{ Params: { id: string } }>(
    '/api/v1/requests/:id/retry',
    {
      schema: {
        operationId: 'retryRequest',
        tags: ['Event Monitor'],
        summary: 'Run a failed request again',
        params: requestParams,
        response: {
          200: refTo(RetryAnswer),
          ...problemResponses(
            'request_not_found',
            'request_not_failed',
            'request_not_retryable',
            'invalid_id',
            // It needs no body, but one that is sent is read.
            'invalid_json',
            'body_too_large',
            'unsupported_content_type',
            'invalid_characters',
          ),
        },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const id = readId(request.params.id);
      const replayed = await retryRequest(options.pool, options.replay, companyId, id, request.incoming);
      return {
        request_id: toPublicId('request', replayed.id),
        retry_of: request.params.id,
        status: replayed.status,
        answer: readAnswer(replayed.answer),
      };
    },
  );
};

export const registerMonitoringRoutes = (server: FastifyInstance, options: MonitoringRoutesOptions): void => {
  for (const schema of [RequestSummary, RequestDetail, RetryAnswer]) server.addSchema(schema);
  registerReadRoutes(server, options);
  registerRetryRoute(server, options);
};
