// The SQL of events: reading them with the message they are about, one by one and as a feed.

import type pg from 'pg';
import { boundsOf, isWithin } from '../platform/database/id-bounds.ts';
import { plainArray } from '../platform/database/sql-array.ts';
import type { ToldEvent } from './told-event.ts';

/** With the time zone of its company. */
export interface EventRow extends ToldEvent {
  readonly timezone: string;
}

export interface EventKey {
  readonly companyId: string;
  readonly eventId: string;
}

const columns = `
  found.company_id, found.id, found.type, found.at, found.message_id, found.attempt, found.status, found.sender_id,
  found.data, companies.timezone, messages.type as message_type, messages.phone_number, messages.person_key,
  messages.contact_user_id, messages.contact_username, messages.body, messages.content,
  messages.provider, messages.provider_message_id, messages.reference, messages.contact_name, messages.raw`;

const joins = `
  join companies on companies.id = found.company_id
  left join messages on messages.company_id = found.company_id and messages.id = found.message_id`;

/** Events of any companies. $3 and $4 keep partitions of other days out of it. */
export const findEvents = async (
  db: pg.Pool | pg.ClientBase,
  keys: readonly EventKey[],
): Promise<EventRow[]> => {
  const { rows } = await db.query<EventRow>({
    name: 'find-events',
    text: `
      with found as materialized (
        select events.*
        from unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
        join events on events.company_id = wanted.company_id and events.id = wanted.id
        where ${isWithin('events.id', '$3', '$4')}
      )
      select ${columns} from found ${joins}`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      plainArray(keys.map((key) => key.eventId)),
      ...boundsOf(keys.map((key) => key.eventId)),
    ],
  });
  return rows;
};

export interface FeedRange {
  readonly companyId: string;
  /** Ids above this one. */
  readonly after: string;
  /** Ids below this one. */
  readonly below: string;
  /** Null: all. */
  readonly types: readonly string[] | null;
  readonly limit: number;
}

/** The page is cut before the joins, so that they are made for its rows only. */
export const listEventsAfter = async (db: pg.Pool, range: FeedRange): Promise<EventRow[]> => {
  const { rows } = await db.query<EventRow>({
    name: 'list-events-after',
    text: `
      with found as materialized (
        select *
        from events
        where company_id = $1 and id > $2::uuid and id < $3::uuid and ($4::text[] is null or type = any ($4))
        order by id
        limit $5
      )
      select ${columns} from found ${joins} order by found.id`,
    values: [range.companyId, range.after, range.below, range.types && plainArray(range.types), range.limit],
  });
  return rows;
};

/**
 * When the oldest transaction began that may still be writing, or now. One without a transaction number may be about to
 * write, or only read; readers are not waited for longer than 15 seconds. Writers are, up to ten minutes: none of ours
 * takes that long, and a forgotten session of a person must not stop the feed for good.
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
