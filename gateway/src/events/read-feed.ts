// The pull feed: events in the order of their ids, for a customer who was down or who does not want to be called.
//
// A reader keeps only the last id it saw, so no event may turn up below one that was handed out. Ids are made before they
// are written, and a transaction that made its ids early may commit late. So only ids older than every transaction that
// may still be writing are handed out, less a margin for the time between making an id and beginning to write it, and for
// clocks that differ. A writer must therefore make the id of an event right before it writes it, and a new one when it has to
// write again after an outage. A customer that needs an event at once uses webhooks; the feed comes a moment behind.
//
// The transactions are looked at first and the events after that, each in its own snapshot. The other way round, one that
// commits in between would be missed: not yet in the events, no longer among the running.

import type { EventFeed, EventQuery } from '@hudhud/contract/events.ts';
import type pg from 'pg';
import { firstUuidAt, fromPublicId, toPublicId } from '../platform/ids.ts';
import { findEventMedia, type MediaSource } from './event-media.ts';
import { findFeedEdge, findOldestWrite, listEventsAfter } from './queries.ts';
import { type DescribeIncoming, toPayload } from './to-payload.ts';

export interface FeedOptions {
  readonly pool: pg.Pool;
  readonly describeIncoming: DescribeIncoming;
  readonly media?: MediaSource;
  /** The type has no index: a reader of few types reads a long history in steps of this many events. */
  readonly searchedMax?: number;
}

const marginMilliseconds = 2_000;
const firstId = firstUuidAt(0);
const usualSearchedMax = 30_000;

export const readFeed = async (
  { pool, describeIncoming, media, searchedMax = usualSearchedMax }: FeedOptions,
  companyId: string,
  query: EventQuery,
): Promise<EventFeed> => {
  const after = (query.after && fromPublicId('event', query.after)) || firstId;
  const limit = query.limit ?? 50;
  const types = query.types?.split(',') ?? null;
  const end = firstUuidAt((await findOldestWrite(pool)).getTime() - marginMilliseconds);
  const edge = types && (await findFeedEdge(pool, { companyId, after, through: end }, searchedMax));
  const through = edge ?? end;
  const rows = await listEventsAfter(pool, { companyId, after, through, types, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const isFull = rows.length > limit;
  const hasMore = isFull || edge !== null;
  // The position passes all events that were searched, also those of other types.
  const reached = isFull ? (page.at(-1)?.id ?? after) : through > after ? through : after;
  const eventMedia = await findEventMedia(pool, media, page);
  return {
    data: page.map((row) => toPayload(row, describeIncoming, eventMedia)),
    next_after: toPublicId('event', reached),
    has_more: hasMore,
  };
};
