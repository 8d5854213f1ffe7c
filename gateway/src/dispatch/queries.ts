// The SQL of messages on their way: what waits in a lane, what is being sent, and what became of it. Every write about a
// message in flight names the process (epoch) and the attempt it speaks for; a row that has moved on is left alone.

import type pg from 'pg';
import { type CallRow, callArrays } from '../monitoring/calls/call-row.ts';
import { newUuid } from '../platform/ids.ts';
import { plainArray, textArray } from '../platform/sql-array.ts';
import type { OnUnknown } from './entry.ts';
import { isAlive } from './is-alive.ts';
import type { LaneKey } from './lane-key.ts';
import type { Settlement, WaitedAnswer } from './settlement.ts';

type Queryable = pg.Pool | pg.ClientBase;

export interface WaitingRow {
  company_id: string;
  id: string;
  phone_number: string;
  body: string;
  type: string;
  attempt: number;
  priority: number;
  on_unknown: OnUnknown;
  expires_at: Date | null;
}

/** The oldest messages of one class that wait in a lane. People of whom enough is in memory are left out. */
export const findWaiting = async (
  db: Queryable,
  lane: LaneKey,
  priority: number,
  limit: number,
  crowded: readonly string[],
): Promise<WaitingRow[]> => {
  const { rows } = await db.query<WaitingRow>({
    name: 'find-waiting',
    text: `
      select company_id, id, phone_number, body, type, attempt, priority, on_unknown, expires_at
      from messages
      where company_id = $1 and lane_id = $2 and priority = $3 and due_at is null and phone_number <> all ($5::text[])
      order by id
      limit $4`,
    values: [lane.companyId, lane.senderId, priority, limit, textArray(crowded)],
  });
  return rows;
};

/** Messages whose time has come join the waiting. Any process may do it for all lanes. */
export const promoteDue = async (db: Queryable, rowsMax: number): Promise<LaneKey[]> => {
  const { rows } = await db.query<{ company_id: string; lane_id: string }>({
    name: 'promote-due',
    text: `
      with due as materialized (
        select company_id, id from messages
        where lane_id is not null and due_at is not null and due_at <= now()
        order by due_at
        limit $1
      )
      update messages set due_at = null
      from due
      where messages.company_id = due.company_id and messages.id = due.id and messages.due_at <= now()
      returning messages.company_id, messages.lane_id`,
    values: [rowsMax],
  });
  return rows.map((row) => ({ companyId: row.company_id, senderId: row.lane_id }));
};

interface Picked {
  readonly companyId: string;
  readonly id: string;
  readonly attempt: number;
}

/**
 * The smallest and the largest id: they tell the planner which partitions are meant.
 *
 * A write that has such bounds finds its rows by `id = any (ids)`, with an array of one from a materialized CTE, and never
 * by `id = id`. PostgreSQL 18 prunes partitions by the bounds when a cached plan begins and by an equality while it runs;
 * where it does both, a row that somebody else has just changed is silently skipped instead of looked at again.
 */
const boundsOf = (rows: readonly { readonly id: string }[]): [string, string] => {
  let [smallest, largest] = [rows[0]?.id ?? '', rows[0]?.id ?? ''];
  for (const { id } of rows) {
    if (id < smallest) smallest = id;
    if (id > largest) largest = id;
  }
  return [smallest, largest];
};

/**
 * Writes down that messages are about to be sent: before the call, so that a crash leaves no doubt which ones may have gone
 * out. Answers those that are ours to send; a second try after a lost reply answers the same.
 */
export const markSending = async (
  db: Queryable,
  picked: readonly Picked[],
  epoch: string,
): Promise<Set<string>> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'mark-sending',
    text: `
      with picked as materialized (
        select company_id, array[id] as ids, attempt
        from unnest($1::uuid[], $2::uuid[], $3::smallint[]) as row (company_id, id, attempt)
      )
      update messages
      set status = 'sending', owner_epoch = $4, attempt = picked.attempt + 1, lane_id = null, due_at = null,
        updated_at = now()
      from picked
      where messages.company_id = picked.company_id and messages.id = any (picked.ids) and messages.id between $5 and $6
        and (
          (messages.status = 'queued' and messages.attempt = picked.attempt and exists (
            select 1 from lanes where lanes.sender_id = messages.lane_id and lanes.owner_epoch = $4
          ))
          or (messages.owner_epoch = $4 and messages.attempt = picked.attempt + 1)
        )
      returning messages.id`,
    values: [
      plainArray(picked.map((row) => row.companyId)),
      plainArray(picked.map((row) => row.id)),
      plainArray(picked.map((row) => row.attempt)),
      epoch,
      ...boundsOf(picked),
    ],
  });
  return new Set(rows.map((row) => row.id));
};

/** Whether an outcome brings a message further than it is: its provider may have told more of it meanwhile. */
const isNews = `case incoming.status
        when 'queued' then messages.status = 'sending'
        when 'failed' then message_rank(messages.status) < message_rank('delivered')
        else message_rank(incoming.status) > message_rank(messages.status)
      end`;

/**
 * What became of messages, for a whole batch at once: the message, its status and event, the call behind it, and the answer
 * of the request that still waits for it. `sent` is true whoever says it; anything else must come from the process and
 * attempt the row names. A message whose status has come further meanwhile stays there.
 */
const settleText = `
  with incoming as materialized (
    select *, array[message_id] as message_ids, array[request_id] as request_ids from unnest(
      $1::uuid[], $2::uuid[], $3::bigint[], $4::smallint[], $5::uuid[], $6::text[], $7::timestamptz[], $8::text[],
      $9::text[], $10::timestamptz[], $11::text[], $12::uuid[], $13::uuid[], $14::smallint[], $15::text[], $16::text[],
      $17::real[], $18::text[]
    ) as row (
      company_id, message_id, owner_epoch, attempt, sender_id, status, due_at, provider_message_id, failure, at, noted,
      event_id, request_id, answer_status, answer, answer_code, answer_ms, idempotency_key
    )
  ),
  settled as (
    update messages
    set
      status = case when ${isNews} then incoming.status else messages.status end,
      failure = case when ${isNews} then incoming.failure else messages.failure end,
      lane_id = case when incoming.status = 'queued' and ${isNews} then incoming.sender_id end,
      due_at = case when incoming.status = 'queued' and ${isNews} then incoming.due_at end,
      owner_epoch = null,
      provider_message_id = coalesce(incoming.provider_message_id, messages.provider_message_id),
      updated_at = now()
    from incoming
    where messages.company_id = incoming.company_id and messages.id = any (incoming.message_ids)
      and messages.id between $19 and $20
      and ((messages.owner_epoch = incoming.owner_epoch and messages.attempt = incoming.attempt)
        or incoming.status = 'sent')
    returning messages.id
  ),
  appended as (
    insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id, failure)
    select company_id, message_id, attempt, noted, at, provider_message_id, failure
    from incoming
    where noted is not null and message_id in (select id from settled)
    on conflict do nothing
    returning message_id, attempt, status
  ),
  told as (
    insert into events (company_id, id, type, at, message_id, attempt, status, sender_id, data)
    select company_id, event_id, 'message_status', at, message_id, attempt, noted, sender_id,
      '{"failure":' || failure || '}'
    from incoming
    join appended using (message_id, attempt)
    on conflict do nothing
  ),
  answered as (
    update requests
    set status = incoming.answer_status, answer = incoming.answer, error_code = incoming.answer_code,
      duration_ms = incoming.answer_ms
    from incoming
    where requests.company_id = incoming.company_id and requests.id = any (incoming.request_ids)
      and requests.id between $21 and $22 and incoming.message_id in (select id from settled)
  ),
  remembered as (
    update idempotency_keys
    set status = incoming.answer_status, answer = incoming.answer
    from incoming
    where idempotency_keys.company_id = incoming.company_id and idempotency_keys.key = incoming.idempotency_key
      and idempotency_keys.message_id = incoming.message_id and incoming.message_id in (select id from settled)
  ),
  called as (
    insert into calls (
      company_id, id, kind, sender_id, message_id, attempt, method, url, request_body, status, answer_body, duration_ms,
      outcome, failure
    )
    select * from unnest(
      $23::uuid[], $24::uuid[], $25::text[], $26::uuid[], $27::uuid[], $28::smallint[], $29::text[], $30::text[],
      $31::text[], $32::smallint[], $33::text[], $34::real[], $35::text[], $36::text[]
    )
    on conflict do nothing
  )
  select message_id, message_id in (select id from settled) as is_settled,
    exists (
      select 1 from parked_statuses
      where parked_statuses.company_id = incoming.company_id
        and parked_statuses.provider_message_id = incoming.provider_message_id
    ) as has_parked
  from incoming`;

export interface SettledRow {
  message_id: string;
  is_settled: boolean;
  /** A status of it had come before anybody knew the provider's id for it. */
  has_parked: boolean;
}

const noBounds: [string, string] = [
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-000000000000',
];

const timeOrNull = (time: Date | null): string | null => time && `"${time.toISOString()}"`;

export const settle = async (db: Queryable, rows: readonly Settlement[]): Promise<SettledRow[]> => {
  const answers = rows.map((row) => row.answer);
  const answered = rows.flatMap((row) => (row.answer ? [{ id: row.answer.requestId }] : []));
  const calls = rows.flatMap((row): CallRow[] => (row.call ? [row.call] : []));
  const settled = await db.query<SettledRow>({
    name: 'settle-messages',
    text: settleText,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.id)),
      plainArray(rows.map((row) => row.ownerEpoch)),
      plainArray(rows.map((row) => row.attempt)),
      plainArray(rows.map((row) => row.senderId)),
      textArray(rows.map((row) => row.status)),
      plainArray(rows.map((row) => timeOrNull(row.dueAt))),
      textArray(rows.map((row) => row.providerMessageId)),
      textArray(rows.map((row) => row.failure)),
      plainArray(rows.map((row) => timeOrNull(row.at))),
      textArray(rows.map((row) => row.noted)),
      // Made at the last moment: an id from before an outage would sort in front of what readers have passed.
      plainArray(rows.map(() => newUuid())),
      plainArray(answers.map((answer) => answer?.requestId ?? null)),
      plainArray(answers.map((answer) => answer?.status ?? null)),
      textArray(answers.map((answer) => answer?.text ?? null)),
      textArray(answers.map((answer) => answer?.errorCode ?? null)),
      plainArray(answers.map((answer) => answer && performance.now() - answer.receivedAt)),
      textArray(answers.map((answer) => answer?.idempotencyKey ?? null)),
      ...boundsOf(rows),
      ...(answered.length > 0 ? boundsOf(answered) : noBounds),
      ...callArrays(calls),
    ],
  });
  return settled.rows;
};

/** Messages that are too old to be sent. They wait, so nobody has to be fenced off. */
export const expireWaiting = async (db: Queryable, rows: readonly Picked[]): Promise<void> => {
  await db.query({
    name: 'expire-waiting',
    text: `
      with old as materialized (
        select company_id, array[id] as ids, event_id
        from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as row (company_id, id, event_id)
      ),
      expired as (
        update messages
        set status = 'expired', lane_id = null, due_at = null, updated_at = now()
        from old
        where messages.company_id = old.company_id and messages.id = any (old.ids) and messages.id between $4 and $5
          and messages.lane_id is not null
        returning messages.company_id, messages.id, messages.attempt, messages.sender_id, old.event_id
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'expired', now() from expired
        on conflict do nothing
      )
      insert into events (company_id, id, type, at, message_id, attempt, status, sender_id)
      select company_id, event_id, 'message_status', now(), id, attempt, 'expired', sender_id from expired
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.id)),
      plainArray(rows.map(() => newUuid())),
      ...boundsOf(rows),
    ],
  });
};

export interface OrphanRow {
  company_id: string;
  id: string;
  owner_epoch: string;
  attempt: number;
  sender_id: string;
  on_unknown: OnUnknown;
}

/** Messages that a dead process was sending. */
export const findOrphans = async (db: Queryable, rowsMax: number): Promise<OrphanRow[]> => {
  const { rows } = await db.query<OrphanRow>({
    name: 'find-orphans',
    text: `
      select company_id, id, owner_epoch, attempt, sender_id, on_unknown
      from messages
      where owner_epoch is not null and not ${isAlive('messages.owner_epoch')}
      order by owner_epoch
      limit $1`,
    values: [rowsMax],
  });
  return rows;
};

export interface OutcomeRow {
  id: string;
  status: string;
  failure: string | null;
}

/** What is known of messages that another process sends. */
export const findOutcomes = async (
  db: Queryable,
  keys: readonly { readonly companyId: string; readonly id: string }[],
): Promise<OutcomeRow[]> => {
  const { rows } = await db.query<OutcomeRow>({
    name: 'find-outcomes',
    text: `
      select messages.id, status, failure
      from messages
      join unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
        on messages.company_id = wanted.company_id and messages.id = wanted.id
      where messages.id between $3 and $4`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      plainArray(keys.map((key) => key.id)),
      ...boundsOf(keys),
    ],
  });
  return rows;
};

/** Writes the answers of requests that waited for a message which another process has sent. */
export const answerRequests = async (
  db: Queryable,
  rows: readonly {
    readonly companyId: string;
    readonly messageId: string;
    readonly answer: WaitedAnswer;
  }[],
): Promise<void> => {
  await db.query({
    name: 'answer-requests',
    text: `
      with incoming as materialized (
        select *, array[request_id] as request_ids from unnest(
          $1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::real[], $8::text[]
        ) as row (company_id, message_id, request_id, status, answer, error_code, duration_ms, idempotency_key)
      ),
      remembered as (
        update idempotency_keys
        set status = incoming.status, answer = incoming.answer
        from incoming
        where idempotency_keys.company_id = incoming.company_id
          and idempotency_keys.key = incoming.idempotency_key
          and idempotency_keys.message_id = incoming.message_id
      )
      update requests
      set status = incoming.status, answer = incoming.answer, error_code = incoming.error_code,
        duration_ms = incoming.duration_ms
      from incoming
      where requests.company_id = incoming.company_id and requests.id = any (incoming.request_ids)
        and requests.id between $9 and $10`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.messageId)),
      plainArray(rows.map(({ answer }) => answer.requestId)),
      plainArray(rows.map(({ answer }) => answer.status)),
      textArray(rows.map(({ answer }) => answer.text)),
      textArray(rows.map(({ answer }) => answer.errorCode)),
      plainArray(rows.map(({ answer }) => performance.now() - answer.receivedAt)),
      textArray(rows.map(({ answer }) => answer.idempotencyKey)),
      ...boundsOf(rows.map(({ answer }) => ({ id: answer.requestId }))),
    ],
  });
};
