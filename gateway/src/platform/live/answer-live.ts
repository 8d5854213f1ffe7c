// Lets a room offer one of its lists live: how to answer, and how the route describes itself. The room says how its rows are
// read and shown; when to query, whom to notify and when to end is decided here.

import type { IdKind } from '@hudhud/contract/ids.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../errors.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { fromPublicId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { LiveList } from './live-list.ts';
import { type Streams, serveStream } from './serve-stream.ts';
import type { LiveWakes } from './wakes.ts';
import { createListWatch } from './watch-list.ts';

export interface LiveOptions {
  readonly log: Log;
  readonly streams: Streams;
  readonly wakes: Pick<LiveWakes, 'follow'>;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  /** Whether the caller would still be let in. */
  readonly isWelcome: (request: FastifyRequest) => Promise<boolean>;
}

export const streamAnswer = (kind: IdKind) => ({
  200: {
    description:
      `Server-sent events. \`${kind}\`: a row, as the list shows it. \`skipped\`: rows were left out, \`count\` of them ` +
      'at least or null; read the list again. Comments keep it open. It ends after 50 seconds: come back with ' +
      '`Last-Event-ID`, and rows of the last seconds may come again. Without `Accept: text/event-stream` it ends ' +
      'after what was missed.',
    content: { 'text/event-stream': { schema: {} } },
  },
});

export const streamHeaders = Type.Object({
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
export const createLiveAnswer = <Filter>(options: LiveOptions, list: LiveList<Filter>) => {
  const watch = createListWatch(list, options);
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
