// HTTP in and out for the lists of monitoring that are followed live.

import { CallFilter } from '@hudhud/contract/calls.ts';
import { RequestFilter } from '@hudhud/contract/requests.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { listNewestIds } from '../platform/database/rows-of-company.ts';
import { filterCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import {
  createLiveAnswer,
  type LiveOptions,
  streamAnswer,
  streamHeaders,
} from '../platform/live/answer-live.ts';
import { readCallFilter } from './calls/list-calls.ts';
import { presentCall } from './calls/present.ts';
import { pickCalls } from './calls/queries.ts';
import { presentRequest } from './present.ts';
import { pickRequests } from './queries.ts';

export interface LiveRoutesOptions extends LiveOptions {
  readonly pool: pg.Pool;
}

const problems = problemResponses(...filterCodes, 'invalid_id', 'too_many_streams');

const registerRequestStream = (server: FastifyInstance, options: LiveRoutesOptions): void => {
  const answer = createLiveAnswer<RequestFilter>(options, {
    kind: 'request',
    readIds: (companyId, from, idsMax) => listNewestIds(options.pool, 'requests', companyId, from, idsMax),
    readRows: async (companyId, ids, filter) =>
      (await pickRequests(options.pool, companyId, ids, filter)).map((row) => ({
        id: row.id,
        item: presentRequest(row),
      })),
  });
  server.get<{ Querystring: RequestFilter }>(
    '/api/v1/requests/stream',
    {
      exposeHeadRoute: false,
      config: { role: 'viewer' },
      schema: {
        operationId: 'followRequests',
        tags: ['Event Monitor'],
        summary: 'Follow the requests your systems make, live',
        querystring: RequestFilter,
        headers: streamHeaders,
        response: { ...streamAnswer('request'), ...problems },
      },
    },
    (request, reply) => answer(request, reply, request.query),
  );
};

const registerCallStream = (server: FastifyInstance, options: LiveRoutesOptions): void => {
  const answer = createLiveAnswer<ReturnType<typeof readCallFilter>>(options, {
    kind: 'call',
    readIds: (companyId, from, idsMax) => listNewestIds(options.pool, 'calls', companyId, from, idsMax),
    readRows: async (companyId, ids, filter) =>
      (await pickCalls(options.pool, companyId, ids, filter)).map((row) => ({
        id: row.id,
        item: presentCall(row),
      })),
  });
  server.get<{ Querystring: CallFilter }>(
    '/api/v1/calls/stream',
    {
      exposeHeadRoute: false,
      config: { role: 'viewer' },
      schema: {
        operationId: 'followCalls',
        tags: ['Webhook Logs'],
        summary: 'Follow the calls we make for you, live',
        querystring: CallFilter,
        headers: streamHeaders,
        response: { ...streamAnswer('call'), ...problems },
      },
    },
    (request, reply) => answer(request, reply, readCallFilter(request.query)),
  );
};

export const registerLiveRoutes = (server: FastifyInstance, options: LiveRoutesOptions): void => {
  registerRequestStream(server, options);
  registerCallStream(server, options);
  // A stop waits for what is being answered, and these would be answered for long.
  server.addHook('preClose', (done) => {
    options.streams.endAll();
    done();
  });
};
