// The SQL that cancels queued messages to people who have opted out.

import type pg from 'pg';
import { statusEvent } from '../../events/event-columns.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray } from '../../platform/database/sql-array.ts';

/**
 * Queued messages have two indexes, one for those that are due and one for the others; each half of the query uses its
 * own.
 */
export const findWaiting = async (
  db: pg.Pool,
  companyId: string,
  contactIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(
    `with people as materialized (
       select address.key
       from unnest($2::uuid[]) as wanted (id)
       cross join lateral (
         select key from contact_addresses
         where company_id = $1 and contact_id = wanted.id and is_opted_out
         offset 0
       ) address
     ),
     waiting as (
       select id, coalesce(person_key, phone_number) as key from messages
       where company_id = $1 and lane_id is not null and due_at is null and status = 'queued'
         and transactional_reason is null
       union all
       select id, coalesce(person_key, phone_number) as key from messages
       where company_id = $1 and lane_id is not null and due_at is not null and status = 'queued'
         and transactional_reason is null
     )
     select id from waiting where key in (select key from people)`,
    [companyId, plainArray(contactIds)],
  );
  return rows.map((row) => row.id);
};

/** Queued messages of a template whose recipients opted out, transactional ones too. One index look-up per message. */
export const findWaitingOfTemplate = async (
  db: pg.Pool,
  companyId: string,
  templateName: string,
): Promise<string[]> => {
  const waiting = (due: string): string => `
    select id, coalesce(person_key, phone_number) as key from messages
    where company_id = $1 and lane_id is not null and due_at is ${due} and status = 'queued' and type = 'template'
      and content -> 'template' ->> 'name' = $2`;
  const { rows } = await db.query<{ id: string }>(
    `select id from (${waiting('null')} union all ${waiting('not null')}) waiting
     where (
       select true from contact_addresses
       where company_id = $1 and key = waiting.key collate "C" and is_opted_out
       limit 1
     )`,
    [companyId, templateName],
  );
  return rows.map((row) => row.id);
};

/**
 * Takes messages that are still queued out of their lanes, and emits their events. Which message gets which id for its event
 * does not matter, so nothing is joined: a join of messages with a list of ids may read the whole history of the company.
 */
export const cancelAll = async (
  db: pg.Pool,
  companyId: string,
  ids: readonly string[],
  eventIds: readonly string[],
  failure: string,
): Promise<void> => {
  await db.query(
    `with cancelled as (
       update messages
       set status = 'cancelled', is_exceptional = true, lane_id = null, due_at = null, failure = $4, updated_at = now()
       where company_id = $1 and id = any ($2::uuid[]) and ${isWithin('id', '$5', '$6')} and status = 'queued'
         and lane_id is not null
       returning id, attempt, sender_id
     ),
     emitted as (
       select *, ($3::uuid[])[row_number() over (order by id)] as event_id from cancelled
     ),
     appended as (
       insert into message_statuses (company_id, message_id, attempt, status, at, failure)
       select $1, id, attempt, 'cancelled', now(), $4 from cancelled
       on conflict do nothing
     )
     insert into events ${statusEvent({
       company_id: '$1',
       message_id: 'id',
       status: `'cancelled'`,
       data: `json_build_object('failure', $4::json)::text`,
     })}
     from emitted`,
    [companyId, plainArray(ids), plainArray(eventIds), failure, ...boundsOf(ids)],
  );
};
