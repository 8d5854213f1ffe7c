// HTTP in and out for the pull feed of events.

import { Event, EventFeed, EventQuery } from '@hudhud/contract/events.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { fieldCodes } from '../platform/http/request-codes.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import { createEventWaits } from './wait-for-events.ts';

export interface EventRoutesOptions extends FeedOptions {
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const schema = {
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'Pull events, oldest first, and wait for the next one',
  description:
    'The same events that webhooks deliver, a few seconds behind. Keep `next_after` once you have handled an answer, and send it as `after` next time: nothing is missed, and nothing comes twice.',
  querystring: EventQuery,
  response: {
    200: refTo(EventFeed),
    ...problemResponses(...fieldCodes, 'invalid_id'),
  },
};

export const registerEventRoutes = (server: FastifyInstance, options: EventRoutesOptions): void => {
  for (const shared of [Event, EventFeed]) server.addSchema(shared);
  const wait = createEventWaits();
  const stopping = new AbortController();
  // A stop must not wait for requests that wait for events.
  server.addHook('preClose', async () => stopping.abort());

  server.get<{ Querystring: EventQuery }>('/api/v1/events', { schema }, async (request, reply) => {
    const companyId = options.companyIdOf(request.incoming);
    const { wait: seconds = 0, after } = request.query;
    const first = await readFeed(options, companyId, request.query);
    // Without a position there is no event to continue after.
    if (seconds === 0 || after === undefined || first.data.length > 0) return first;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, stopping.signal]);
    const feed = await wait({ companyId, seconds, signal }, first, (position) =>
      readFeed(options, companyId, { ...request.query, after: position }),
    );
    // Answered before the server begins to close connections by itself; kept alive, it would hold up the stop.
    if (stopping.signal.aborted) reply.header('connection', 'close');
    return feed;
  });
};
