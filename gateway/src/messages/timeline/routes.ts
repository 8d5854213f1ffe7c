// HTTP in and out for the story of a message.

import { Failure } from '@hudhud/contract/failure.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import { Timeline, TimelineEntry } from '@hudhud/contract/timeline.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { idParams, type WithId } from '../../platform/http/read-id.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { fromPublicId } from '../../platform/ids.ts';
import { readTimeline } from './read-timeline.ts';

export interface TimelineRoutesOptions {
  readonly pool: pg.Pool;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const messageParams = idParams('message');

export const registerTimelineRoutes = (server: FastifyInstance, options: TimelineRoutesOptions): void => {
  for (const schema of [TimelineEntry, Timeline]) server.addSchema(schema);
  // Other rooms explain failures too; the first one to register adds the schema.
  if (!server.getSchema('Failure')) server.addSchema(Failure);

  server.get<WithId>(
    '/api/v1/messages/:id/timeline',
    {
      schema: {
        operationId: 'getMessageTimeline',
        tags: ['Messages'],
        summary: 'Read what happened to a message, in order',
        params: messageParams,
        response: { 200: refTo(Timeline), ...problemResponses('message_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const id = fromPublicId('message', request.params.id);
      if (id === null) throw new AppError('invalid_id', { detail: 'A message id starts with msg_.' });
      const timeline = await readTimeline(options.pool, options.companyIdOf(request.incoming), id);
      if (!timeline) throw new AppError('message_not_found');
      return timeline;
    },
  );
};
