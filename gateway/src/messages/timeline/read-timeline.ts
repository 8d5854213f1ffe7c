// Everything that happened to a message, from the request that made it to the last tick on the phone and the last webhook
// that got an event of it.

import { type Timeline, type TimelineEntry, timelineEntriesMax } from '@hudhud/contract/timeline.ts';
import type pg from 'pg';
import { toPublicId } from '../../platform/ids.ts';
import { orderStory } from './order-story.ts';
import {
  presentFallbackStep,
  presentRequestStep,
  presentRouteStep,
  presentStep,
  presentStoredStep,
} from './present.ts';
import {
  findStoryMessage,
  listStoryCalls,
  listStoryDeliveries,
  listStoryRoutes,
  listStoryStatuses,
  type StoryMessageRow,
} from './queries.ts';

/** The story is in its own order; additional entries stand before what came after them. */
const withMoves = (story: readonly TimelineEntry[], moves: readonly TimelineEntry[]): TimelineEntry[] => {
  const entries = [...story];
  for (const move of moves) {
    const place = entries.findIndex(({ at }) => at > move.at);
    entries.splice(place === -1 ? entries.length : place, 0, move);
  }
  return entries;
};

/** A message that came in does not change when it is marked as read, however late. */
const changedAtOf = ({ direction, updated_at }: StoryMessageRow): Date =>
  direction === 'in' ? new Date() : updated_at;

/** Null when the company has no such message. */
export const readTimeline = async (
  pool: pg.Pool,
  companyId: string,
  messageId: string,
): Promise<Timeline | null> => {
  const message = await findStoryMessage(pool, companyId, messageId);
  if (!message) return null;
  const rowsMax = timelineEntriesMax + 1;
  const span = { companyId, messageId, changedAt: changedAtOf(message) };
  // First: the calls and the status behind a delivery's result are there when they are read after the delivery.
  const deliveries = await listStoryDeliveries(pool, span, rowsMax);
  // A delivery that waited behind a pause, or was recovered by a person, is called long after its message.
  const latest = deliveries.reduce((time, { updated_at: at }) => (at > time ? at : time), span.changedAt);
  const [calls, statuses, routes] = await Promise.all([
    listStoryCalls(pool, { ...span, changedAt: latest }, rowsMax),
    listStoryStatuses(pool, companyId, messageId, rowsMax),
    listStoryRoutes(pool, companyId, messageId),
  ]);
  const request = presentRequestStep(message);
  const [chosen, ...moves] = routes.map(presentRouteStep);
  const fallback = presentFallbackStep(message);
  const story = orderStory({ calls, statuses, deliveries }).map(presentStep);
  const entries = [
    ...(request ? [request] : []),
    presentStoredStep(message),
    ...(chosen ? [chosen] : []),
    ...withMoves(story, fallback ? [...moves, fallback] : moves),
  ];
  return {
    message_id: toPublicId('message', messageId),
    entries: entries.slice(0, timelineEntriesMax),
    is_complete: entries.length <= timelineEntriesMax,
  };
};
