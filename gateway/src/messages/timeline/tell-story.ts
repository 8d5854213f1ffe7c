// Everything that happened to a message, from the request that made it to the last tick on the phone and the last webhook
// that was told of it.

import { type Timeline, timelineEntriesMax } from '@hudhud/contract/timeline.ts';
import type pg from 'pg';
import { toPublicId } from '../../platform/ids.ts';
import { orderStory } from './order-story.ts';
import { presentRequestStep, presentStep, presentStoredStep } from './present.ts';
import { findStoryMessage, listStoryCalls, listStoryDeliveries, listStoryStatuses } from './queries.ts';

/** Null when the company has no such message. */
export const tellStory = async (
  pool: pg.Pool,
  companyId: string,
  messageId: string,
): Promise<Timeline | null> => {
  const message = await findStoryMessage(pool, companyId, messageId);
  if (!message) return null;
  const rowsMax = timelineEntriesMax + 1;
  // First: whatever a delivery says it came to, its calls and its status are there when they are read after it.
  const deliveries = await listStoryDeliveries(pool, companyId, messageId, rowsMax);
  const [calls, statuses] = await Promise.all([
    listStoryCalls(pool, companyId, messageId, rowsMax),
    listStoryStatuses(pool, companyId, messageId, rowsMax),
  ]);
  const request = presentRequestStep(message);
  const entries = [
    ...(request ? [request] : []),
    presentStoredStep(message),
    ...orderStory({ calls, statuses, deliveries }).map(presentStep),
  ];
  return {
    message_id: toPublicId('message', messageId),
    entries: entries.slice(0, timelineEntriesMax),
    is_complete: entries.length <= timelineEntriesMax,
  };
};
