// The SQL of events: reading them with the message they are about, one by one and as a feed.

import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import { boundsOf, isWithin } from '../platform/database/id-bounds.ts';
import { plainArray } from '../platform/database/sql-array.ts';
import { type EmittedEvent, type MessageFacts, noMessage } from './emitted-event.ts';

/** With the time zone of its company. */
export interface EventRow extends EmittedEvent {
  readonly timezone: string;
}

export interface EventKey {
  readonly companyId: string;
  readonly eventId: string;
}

/** An event as its own row has it. */
type StoredEvent = Omit<EventRow, keyof MessageFacts>;

const eventColumns = `
  found.company_id, found.id, found.type, found.at, found.message_id, found.attempt, found.status, found.sender_id,
  found.data, companies.timezone`;

const messageColumns = `
  messages.type as message_type, messages.phone_number, messages.person_key, messages.contact_user_id,
  messages.contact_username, messages.body, messages.content, messages.provider, messages.provider_message_id,
  messages.reference, messages.contact_name, messages.refers_to_id, messages.raw`;

/**
 * The messages are queried with the bounds of their ids, which are known once the events are. In one statement with the
 * events, every partition of messages has a part in the plan: 37 ms for the newest page beside half a year.
 */
const withMessages = async (db: Queryable, events: readonly StoredEvent[]): Promise<EventRow[]> => {
  const withMessage = events.filter((event) => event.message_id !== null);
  if (withMessage.length === 0) return events.map((event) => ({ ...event, ...noMessage }));
  const ids = withMessage.map((event) => event.message_id ?? '');
  const { rows } = await db.query<MessageFacts & { company_id: string; id: string }>(
    `select messages.company_id, messages.id, ${messageColumns}
     from unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
     join messages on messages.company_id = wanted.company_id and messages.id = wanted.id
     where ${isWithin('messages.id', '$3', '$4')}`,
    [plainArray(withMessage.map((event) => event.company_id)), plainArray(ids), ...boundsOf(ids)],
  );
  const factsOf = new Map(
    rows.map(({ company_id: companyId, id, ...facts }) => [`${companyId} ${id}`, facts]),
  );
  return events.map((event) => ({
    ...event,
    ...(factsOf.get(`${event.company_id} ${event.message_id}`) ?? noMessage),
  }));
};

/** Events of any companies. $3 and $4 keep partitions of other days out of it. */
export const findEvents = async (db: Queryable, keys: readonly EventKey[]): Promise<EventRow[]> => {
  const { rows } = await db.query<StoredEvent>({
    name: 'find-events',
    text: `
      with found as materialized (
        select events.*
        from unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
        join events on events.company_id = wanted.company_id and events.id = wanted.id
        where ${isWithin('events.id', '$3', '$4')}
      )
      select ${eventColumns} from found join companies on companies.id = found.company_id`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      plainArray(keys.map((key) => key.eventId)),
      ...boundsOf(keys.map((key) => key.eventId)),
    ],
  });
  return await withMessages(db, rows);
};

export interface FeedRange {
  readonly companyId: string;
  /** Ids above this one. */
  readonly after: string;
  /** Ids up to this one. */
  readonly through: string;
  /** Null: all. */
  readonly types: readonly string[] | null;
  readonly limit: number;
}

/** The page is cut before the join, so that it is made for its rows only. */
export const listEventsAfter = async (db: pg.Pool, range: FeedRange): Promise<EventRow[]> => {
  const { rows } = await db.query<StoredEvent>(
    `with found as materialized (
       select *
       from events
       where company_id = $1 and id > $2::uuid and id <= $3::uuid and ($4::text[] is null or type = any ($4))
       order by id
       limit $5
     )
     select ${eventColumns} from found join companies on companies.id = found.company_id order by found.id`,
    [range.companyId, range.after, range.through, range.types && plainArray(range.types), range.limit],
  );
  return await withMessages(db, rows);
};

/**
 * The id of the event this many places after another one; null when the range ends before. Reads nothing but the key.
 */
export const findFeedEdge = async (
  db: pg.Pool,
  { companyId, after, through }: Pick<FeedRange, 'companyId' | 'after' | 'through'>,
  rowsMax: number,
): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from events
     where company_id = $1 and id > $2::uuid and id <= $3::uuid order by id offset $4 limit 1`,
    [companyId, after, through, rowsMax - 1],
  );
  return rows[0]?.id ?? null;
};

/**
 * The start of the oldest transaction that may still be writing, or now. One without a transaction number may be about
 * to write, or only read; the feed waits for readers no longer than 15 seconds. It waits for writers up to ten minutes:
 * none of ours takes that long, and a forgotten session of a person must not stop the feed for good.
 */
export const findOldestWrite = async (db: pg.Pool): Promise<Date> => {
  const { rows } = await db.query<{ at: Date }>({
    name: 'find-oldest-write',
    text: `
      select least(clock_timestamp(), min(xact_start)) as at
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and case
          when backend_xid is null then xact_start > clock_timestamp() - interval '15 seconds'
          else xact_start > clock_timestamp() - interval '10 minutes'
        end`,
  });
  return rows[0]?.at ?? new Date(0);
};
