// The SQL of outcomes: what became of messages, written down for a whole batch in one statement.

import type pg from 'pg';
import { type CallRow, callColumns } from '../../monitoring/calls/call-row.ts';
import { batchedStatement, expectFew } from '../../platform/database/batched-statement.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Settlement, WaitedAnswer } from '../settlement.ts';

type Queryable = pg.Pool | pg.ClientBase;

/** Whether an outcome brings a message further than it is: its provider may have told more of it meanwhile. */
const isNews = `case incoming.status
        when 'queued' then messages.status = 'sending'
        when 'failed' then message_rank(messages.status) < message_rank('delivered')
        else message_rank(incoming.status) > message_rank(messages.status)
      end`;

/**
 * The message, its status and event, and the call behind it. `sent` is true whoever says it; anything else must come from
 * the process and attempt the row names. A message whose status has come further meanwhile stays there.
 */
const outcomes = `
  incoming as materialized (
    select *, array[message_id] as message_ids from unnest(
      $1::uuid[], $2::uuid[], $3::bigint[], $4::smallint[], $5::uuid[], $6::text[], $7::timestamptz[], $8::text[],
      $9::text[], $10::timestamptz[], $11::text[], $12::uuid[]
    ) as row (
      company_id, message_id, owner_epoch, attempt, sender_id, status, due_at, provider_message_id, failure, at, noted,
      event_id
    )
    where ${expectFew('attempt')}
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
      and ${isWithin('messages.id', '$13', '$14')}
      and ((messages.owner_epoch = incoming.owner_epoch and messages.attempt = incoming.attempt)
        or incoming.status = 'sent')
    returning messages.company_id, messages.id, messages.phone_number, messages.reference, messages.provider_message_id,
      incoming.event_id, incoming.attempt, incoming.noted, incoming.provider_message_id as named
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
    -- "is true" makes it a look into a hash; the planner, who expects one row, would compare every row with every row.
    where ((message_id, attempt) in (select message_id, attempt from appended)) is true
  ),
  called as (
    insert into calls (
      company_id, id, kind, sender_id, message_id, attempt, method, url, request_body, status, answer_body, duration_ms,
      outcome, failure
    )
    select * from unnest(
      $15::uuid[], $16::uuid[], $17::text[], $18::uuid[], $19::uuid[], $20::smallint[], $21::text[], $22::text[],
      $23::text[], $24::smallint[], $25::text[], $26::real[], $27::text[], $28::text[]
    )
    on conflict do nothing /* when repeated */
  )`;

/** The answers of the requests that still wait for it. */
const answers = `,
  answers as materialized (
    select *, array[request_id] as request_ids from unnest(
      $29::uuid[], $30::uuid[], $31::uuid[], $32::smallint[], $33::text[], $34::text[], $35::real[], $36::text[]
    ) as row (company_id, message_id, request_id, status, answer, code, milliseconds, idempotency_key)
    where message_id in (select id from settled) and ${expectFew('status')}
  ),
  answered as (
    update requests
    set status = answers.status, answer = answers.answer, error_code = answers.code,
      duration_ms = answers.milliseconds
    from answers
    where requests.company_id = answers.company_id and requests.id = any (answers.request_ids)
      and ${isWithin('requests.id', '$37', '$38')}
  )`;

/** What their idempotency keys are answered from now on. */
const keys = `,
  remembered as (
    update idempotency_keys
    set status = answers.status, answer = answers.answer
    from answers
    where idempotency_keys.company_id = answers.company_id and idempotency_keys.key = answers.idempotency_key
      and idempotency_keys.message_id = answers.message_id
  )`;

const told = `
    attempt, noted, event_id, phone_number, reference, provider_message_id,
    ((id, attempt) in (select message_id, attempt from appended)) is true as is_told,`;

const resultWith = (columns: string): string => `
  select id as message_id, ${columns}
    exists (
      select 1 from parked_statuses
      where parked_statuses.company_id = settled.company_id and parked_statuses.provider_message_id = named
    ) as has_parked
  from settled`;

/** Each part costs time even when it has nothing to do, so a batch runs the parts that it needs. */
const statementsOf = (name: string, parts: string) => ({
  unheard: batchedStatement(name, `with ${parts}${resultWith('')}`),
  heard: batchedStatement(`${name}-told`, `with ${parts}${resultWith(told)}`),
});

const statements = {
  outcomes: statementsOf('settle-messages', outcomes),
  answers: statementsOf('settle-and-answer', `${outcomes}${answers}`),
  keys: statementsOf('settle-and-remember', `${outcomes}${answers}${keys}`),
} as const;

/** What it takes to tell of an outcome without reading it back. */
export interface ToldRow {
  attempt: number;
  noted: Settlement['noted'];
  event_id: string;
  phone_number: string;
  reference: string | null;
  provider_message_id: string | null;
  /** The event of this outcome was written. */
  is_told: boolean;
}

/** A message that an outcome was written for; one that has moved on without us has none. */
export interface SettledRow extends Partial<ToldRow> {
  message_id: string;
  /** A status of it had come before anybody knew the provider's id for it. */
  has_parked: boolean;
}

const outcomeColumns = (rows: readonly Settlement[]): unknown[] => [
  rows.map((row) => row.companyId),
  rows.map((row) => row.id),
  rows.map((row) => row.ownerEpoch),
  rows.map((row) => row.attempt),
  rows.map((row) => row.senderId),
  rows.map((row) => row.status),
  rows.map((row) => row.dueAt),
  rows.map((row) => row.providerMessageId),
  rows.map((row) => row.failure),
  rows.map((row) => row.at),
  rows.map((row) => row.noted),
  // Made at the last moment: an id from before an outage would sort in front of what readers have passed.
  rows.map(() => newUuid()),
  ...boundsOf(rows.map((row) => row.id)),
  ...callColumns(rows.flatMap((row): CallRow[] => (row.call ? [...(row.steps ?? []), row.call] : []))),
];

interface Answering {
  readonly settlement: Settlement;
  readonly answer: WaitedAnswer;
}

const answerColumns = (rows: readonly Answering[]): unknown[] => [
  rows.map(({ settlement }) => settlement.companyId),
  rows.map(({ settlement }) => settlement.id),
  rows.map(({ answer }) => answer.requestId),
  rows.map(({ answer }) => answer.status),
  rows.map(({ answer }) => answer.text),
  rows.map(({ answer }) => answer.errorCode),
  rows.map(({ answer }) => performance.now() - answer.receivedAt),
  rows.map(({ answer }) => answer.idempotencyKey),
  ...boundsOf(rows.map(({ answer }) => answer.requestId)),
];

export const settle = async (
  db: Queryable,
  rows: readonly Settlement[],
  { isHeard = false, isRepeated = false } = {},
): Promise<SettledRow[]> => {
  const answering = rows.flatMap((settlement): Answering[] =>
    settlement.answer ? [{ settlement, answer: settlement.answer }] : [],
  );
  const hasKeys = answering.some(({ answer }) => answer.idempotencyKey !== null);
  const needed = hasKeys ? 'keys' : answering.length > 0 ? 'answers' : 'outcomes';
  const columns = outcomeColumns(rows);
  if (needed !== 'outcomes') columns.push(...answerColumns(answering));
  const settled = await db.query<SettledRow>(
    statements[needed][isHeard ? 'heard' : 'unheard'](columns, isRepeated),
  );
  return settled.rows;
};
