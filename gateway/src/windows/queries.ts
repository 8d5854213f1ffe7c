// The SQL of windows: opening, reading, emitting that one closes, and forgetting.

import { eventColumns } from '../events/event-columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import { newUuid } from '../platform/ids.ts';
import { lastIncomingAt } from './last-incoming.ts';
import { closingMilliseconds, marginMilliseconds, windowMilliseconds } from './window.ts';

export interface OpenedWindow {
  readonly companyId: string;
  readonly senderId: string;
  readonly personKey: string;
  /** By the provider's clock. */
  readonly at: Date;
}

/** Moves windows forward, never back; a time that has not come yet counts as now. */
export const openWindows = async (db: Queryable, opened: readonly OpenedWindow[]): Promise<void> => {
  if (opened.length === 0) return;
  await db.query({
    name: 'open-windows',
    text: `
      insert into conversation_windows as known (company_id, sender_id, person_key, last_incoming_at)
      select company_id, sender_id, person_key, max(least(at, now()))
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
        as row (company_id, sender_id, person_key, at)
      group by company_id, sender_id, person_key
      order by company_id, sender_id, person_key
      on conflict (company_id, sender_id, person_key) do update
      set last_incoming_at = excluded.last_incoming_at, is_closing_told = false
      where known.last_incoming_at < excluded.last_incoming_at`,
    values: [
      plainArray(opened.map((one) => one.companyId)),
      plainArray(opened.map((one) => one.senderId)),
      textArray(opened.map((one) => one.personKey)),
      opened.map((one) => one.at),
    ],
  });
};

export const findLastIncoming = async (
  db: Queryable,
  companyId: string,
  senderId: string,
  personKey: string,
): Promise<Date | null> => {
  const { rows } = await db.query<{ last_incoming_at: Date | null }>({
    name: 'find-last-incoming',
    text: `select ${lastIncomingAt({ companyId: '$1::uuid', senderId: '$2::uuid', personKey: '$3::text' })} as last_incoming_at`,
    values: [companyId, senderId, personKey],
  });
  return rows[0]?.last_incoming_at ?? null;
};

/** The companies with a webhook that asks for window_closing by name. */
export const findAskingCompanies = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.query<{ company_id: string }>(
    `select distinct company_id from endpoints where state = 'active' and 'window_closing' = any (events)`,
  );
  return rows.map((row) => row.company_id);
};

interface ClosingRow {
  sender_id: string;
  person_key: string;
}

/**
 * Windows of a company that close within two hours and have no event for that yet. They are marked and their events are
 * written in one statement: a second call finds none.
 */
export const emitClosing = async (
  db: Queryable,
  companyId: string,
  now: Date,
  rowsMax: number,
): Promise<number> => {
  const latest = new Date(now.getTime() - windowMilliseconds + closingMilliseconds);
  const earliest = new Date(now.getTime() - windowMilliseconds + marginMilliseconds);
  const { rows: closing } = await db.query<ClosingRow>(
    `select sender_id, person_key from (
       select sender_id, person_key from conversation_windows
       where company_id = $1 and last_incoming_at > $2 and last_incoming_at <= $3 and not is_closing_told
       order by last_incoming_at limit $4
     ) closing
     order by sender_id, person_key`,
    [companyId, earliest, latest, rowsMax],
  );
  if (closing.length === 0) return 0;
  const emitted = await db.query(
    `with closing as materialized (
       select known.*, row.event_id
       from unnest($2::uuid[], $3::text[], $4::uuid[]) as row (sender_id, person_key, event_id)
       -- Each by its key. "is true" keeps the time out of the search, where it might be taken for the rarer condition (ADR 12).
       cross join lateral (
         select company_id, sender_id, person_key from conversation_windows
         where company_id = $1 and sender_id = row.sender_id and person_key = row.person_key collate "C"
           and not is_closing_told and (last_incoming_at <= $5) is true
         limit 1
         for update
       ) known
     ),
     emitted as (
       update conversation_windows
       set is_closing_told = true
       from closing
       where conversation_windows.company_id = closing.company_id
         and conversation_windows.sender_id = closing.sender_id
         and conversation_windows.person_key = closing.person_key
       returning conversation_windows.company_id, closing.event_id, conversation_windows.sender_id,
         conversation_windows.person_key, last_incoming_at
     )
     insert into events ${eventColumns({
       type: `'window_closing'`,
       sender_id: 'sender_id',
       data: `json_build_object('phone', person_key, 'last_incoming_at',
          to_char(last_incoming_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`,
     })}
     from emitted`,
    [
      companyId,
      plainArray(closing.map((row) => row.sender_id)),
      textArray(closing.map((row) => row.person_key)),
      plainArray(closing.map(() => newUuid())),
      latest,
    ],
  );
  return emitted.rowCount ?? 0;
};

/**
 * Forgets windows that closed long ago, a bounded number at a time, and answers how many went. They are locked when they are
 * found, so that one which is opened at this moment stays, and are then looked up by their keys alone (ADR 12).
 */
export const deleteOldWindows = async (
  db: Queryable,
  companyId: string,
  keptDays: number,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `with old as materialized (
       select company_id, sender_id, person_key from conversation_windows
       where company_id = $1 and last_incoming_at < now() - make_interval(days => $2)
       order by last_incoming_at limit $3
       for update skip locked
     )
     delete from conversation_windows using old
     where conversation_windows.company_id = old.company_id and conversation_windows.sender_id = old.sender_id
       and conversation_windows.person_key = old.person_key`,
    [companyId, keptDays, rowsMax],
  );
  return rowCount ?? 0;
};

export const listCompanyIds = async (db: Queryable): Promise<string[]> =>
  (await db.query<{ id: string }>('select id from companies where deleting_at is null order by id')).rows.map(
    ({ id }) => id,
  );

/** No index leads with the person; an erasure is rare, and a company has few senders. */
export const deleteWindowsOf = async (
  db: Queryable,
  companyId: string,
  keys: readonly string[],
): Promise<void> => {
  await db.query(
    `delete from conversation_windows
     where company_id = $1 and sender_id = any (array(select id from senders where company_id = $1))
       and person_key = any ($2::text[])`,
    [companyId, textArray(keys)],
  );
};
