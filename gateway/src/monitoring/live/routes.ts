// HTTP in and out for lists that are followed live.

import { CallFilter } from '@hudhud/contract/calls.ts';
import type { IdKind } from '@hudhud/contract/ids.ts';
import { RequestFilter } from '@hudhud/contract/requests.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { fromPublicId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { presentCall } from '../calls/present.ts';
import { listCallIds, pickCalls } from '../calls/queries.ts';
import { readCallFilter } from '../calls/read-filter.ts';
import { presentRequest } from '../present.ts';
import { listRequestIds, pickRequests } from '../queries.ts';
import type { LiveList } from './live-list.ts';
import { type Streams, serveStream } from './serve-stream.ts';
import { createListWatch } from './watch-list.ts';

export interface LiveRoutesOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly streams: Streams;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  /** Whether whoever asked would still be let in. */
  readonly isWelcome: (request: FastifyRequest) => Promise<boolean>;
}

const streamAnswer = (kind: IdKind) => ({
  200: {
    description:
      `Server-sent events. \`${kind}\`: a row, as the list shows it. \`skipped\`: rows were left out, \`count\` of them ` +
      'at least or null; read the list again. Comments keep it open. It ends after 50 seconds: come back with ' +
      '`Last-Event-ID`, and rows of the last seconds may come again. Without `Accept: text/event-stream` it ends ' +
      'after what was missed.',
    content: { 'text/event-stream': { schema: {} } },
  },
});

const streamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description: 'The id of the newest row you know. Left out: only what happens from now on.',
    }),
  ),
});

const readAfter = (kind: IdKind, header: string | string[] | undefined): string | null => {
  if (header === undefined || header === '') return null;
  const id = typeof header === 'string' ? fromPublicId(kind, header) : null;
  if (id === null) {
    throw new AppError('invalid_id', { detail: `Last-Event-ID must be the id of a ${kind}.` });
  }
  return id;
};

const wantsEvents = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/event-stream') === true;

/** Answers a request with the live list. */
const createAnswer = <Filter>(options: LiveRoutesOptions, list: LiveList<Filter>) => {
  const watch = createListWatch(list, options.log);
  return async (request: FastifyRequest, reply: FastifyReply, filter: Filter): Promise<FastifyReply> => {
    const readable = await serveStream(options.streams, {
      list,
      watch,
      companyId: options.companyIdOf(request.incoming),
      filter,
      after: readAfter(list.kind, request.headers['last-event-id']),
      isFollowing: wantsEvents(request),
      isWelcome: () => options.isWelcome(request),
    });
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return reply.type('text/event-stream; charset=utf-8').send(readable);
  };
};

const problems = problemResponses(
  'unknown_field',
  'wrong_type',
  'invalid_value',
  'invalid_characters',
  'invalid_id',
  'too_many_streams',
);

const registerRequestStream = (server: FastifyInstance, options: LiveRoutesOptions): void => {
  const answer = createAnswer<RequestFilter>(options, {
    kind: 'request',
    readIds: (companyId, from, idsMax) => listRequestIds(options.pool, companyId, from, idsMax),
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
  const answer = createAnswer<ReturnType<typeof readCallFilter>>(options, {
    kind: 'call',
    readIds: (companyId, from, idsMax) => listCallIds(options.pool, companyId, from, idsMax),
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
