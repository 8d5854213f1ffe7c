// The SQL of outcomes, written for a whole batch in one statement.

import { failureData, statusEvent } from '../../events/event-columns.ts';
import {
  answerColumns,
  answerKeysFrom,
  answerRequestsFrom,
  insertRequestsFrom,
  selectAnswers,
} from '../../monitoring/answering/request-answer.ts';
import { type CallRow, callColumns } from '../../monitoring/calls/call-row.ts';
import {
  answeredRow,
  type RequestRow,
  requestColumns,
  type WaitedAnswer,
} from '../../monitoring/request-row.ts';
import {
  batchedStatement,
  expectFew,
  type Sources,
  type Statement,
  shared,
} from '../../platform/database/batched-statement.ts';
import { columnTable } from '../../platform/database/column-table.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Settlement } from '../settlement.ts';

/** Whether an outcome brings a message further than it is: its provider may have reported more of it meanwhile. */
const isNews = `case incoming.status
        when 'queued' then messages.status = 'sending'
        when 'failed' then message_rank(messages.status) < message_rank('delivered')
        else message_rank(incoming.status) > message_rank(messages.status)
      end`;

const outcomeColumns = columnTable<Settlement>({
  company_id: ['uuid', (row) => row.companyId],
  message_id: ['uuid', (row) => row.id],
  owner_epoch: ['bigint', (row) => row.ownerEpoch],
  attempt: ['smallint', (row) => row.attempt],
  sender_id: ['uuid', (row) => row.senderId],
  status: ['text', (row) => row.status],
  due_at: ['timestamptz', (row) => row.dueAt],
  provider_message_id: ['text', (row) => row.providerMessageId],
  failure: ['text', (row) => row.failure],
  at: ['timestamptz', (row) => row.at],
  noted: ['text', (row) => row.historyStatus],
  // Made at the last moment: an id from before an outage would sort before ids that readers have passed.
  event_id: ['uuid', () => newUuid()],
});

const outcomeInputs = {
  outcomes: outcomeColumns,
  smallest: shared,
  largest: shared,
  calls: callColumns,
  deliveringEpoch: shared,
} as const;

const requestInputs = { ...outcomeInputs, requests: requestColumns } as const;

const answerInputs = {
  ...requestInputs,
  answers: answerColumns,
  smallestRequest: shared,
  largestRequest: shared,
} as const;

type OutcomeSources = Sources<typeof outcomeInputs>;
type RequestSources = Sources<typeof requestInputs>;
type AnswerSources = Sources<typeof answerInputs>;

/**
 * "is true" makes it a hash lookup. The planner, who expects one row of both, would compare every row with every row: a
 * third of the whole statement with 256 of them.
 */
const areSettled = '(message_id in (select id from settled)) is true';

/**
 * The message, its status and event, and the call behind it. `sent` is accepted from any process; anything else must
 * come from the process and attempt the row names. A message whose status has come further meanwhile stays there.
 */
const outcomes = (
  { outcomes, smallest, largest, calls, deliveringEpoch }: OutcomeSources,
  unlessThere: string,
): string => `
  incoming as materialized (
    select *, array[message_id] as message_ids from ${outcomes.rows}
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
      pending_request = null,
      provider_message_id = coalesce(incoming.provider_message_id, messages.provider_message_id),
      updated_at = now()
    from incoming
    where messages.company_id = incoming.company_id and messages.id = any (incoming.message_ids)
      and ${isWithin('messages.id', smallest, largest)}
      and ((messages.owner_epoch = incoming.owner_epoch and messages.attempt = incoming.attempt)
        or incoming.status = 'sent')
    returning messages.company_id, messages.id, messages.phone_number, messages.person_key, messages.reference,
      messages.provider_message_id, incoming.event_id, incoming.attempt, incoming.noted, incoming.provider_message_id as named
  ),
  appended as (
    insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id, failure)
    select company_id, message_id, attempt, noted, at, provider_message_id, failure
    from incoming
    where noted is not null and ${areSettled}
    on conflict do nothing
    returning message_id, attempt, status
  ),
  emitted as (
    insert into events ${statusEvent({
      at: 'at',
      status: 'noted',
      data: failureData,
      delivering_epoch: `${deliveringEpoch}::bigint`,
    })}
    from incoming
    where ((message_id, attempt) in (select message_id, attempt from appended)) is true
  ),
  called as (
    insert into calls (${callColumns.names})
    select ${callColumns.names} from ${calls.rows}
    ${unlessThere}
  )`;

/**
 * Requests that wait to be written together with the outcome of their message. One that was answered before its outcome was
 * known is there already.
 */
const recorded = ({ requests }: RequestSources): string => `,
  recorded as (${insertRequestsFrom(`${requests.rows} where ${areSettled}`)}
  )`;

/** The answers of the requests that still wait for it. */
const answers = ({ answers, smallestRequest, largestRequest }: AnswerSources): string => `,
  answers as materialized (${selectAnswers(answers.rows, areSettled)}
  ),
  answered as (${answerRequestsFrom('answers', smallestRequest, largestRequest)}
  )`;

/** Stores the answer under each request's idempotency key, for repetitions. */
const keys = `,
  remembered as (${answerKeysFrom('answers')}
  )`;

const emitted = `
    attempt, noted, event_id, phone_number, person_key, reference, provider_message_id,
    ((id, attempt) in (select message_id, attempt from appended)) is true as is_emitted,`;

const resultWith = (columns: string): string => `
  select id as message_id, ${columns}
    exists (
      select 1 from parked_statuses
      where parked_statuses.company_id = settled.company_id and parked_statuses.provider_message_id = named
    ) as has_parked
  from settled`;

const unlessThere = 'on conflict do nothing';

/** Each part costs time even when it has nothing to do, so a batch runs the parts that it needs. */
const statementsOf = (result: string, suffix: string) => ({
  outcomes: batchedStatement(
    `settle-messages${suffix}`,
    outcomeInputs,
    (given, whenRepeated) => `with ${outcomes(given, whenRepeated(unlessThere))}${result}`,
  ),
  requests: batchedStatement(
    `settle-and-record${suffix}`,
    requestInputs,
    (given, whenRepeated) => `with ${outcomes(given, whenRepeated(unlessThere))}${recorded(given)}${result}`,
  ),
  answers: batchedStatement(
    `settle-and-answer${suffix}`,
    answerInputs,
    (given, whenRepeated) =>
      `with ${outcomes(given, whenRepeated(unlessThere))}${recorded(given)}${answers(given)}${result}`,
  ),
  keys: batchedStatement(
    `settle-and-remember${suffix}`,
    answerInputs,
    (given, whenRepeated) =>
      `with ${outcomes(given, whenRepeated(unlessThere))}${recorded(given)}${answers(given)}${keys}${result}`,
  ),
});

const statements = {
  withoutEvents: statementsOf(resultWith(''), ''),
  withEvents: statementsOf(resultWith(emitted), '-emitted'),
} as const;

/** Enough to publish an outcome without reading it back. */
export interface EmittedRow {
  attempt: number;
  noted: Settlement['historyStatus'];
  event_id: string;
  phone_number: string;
  person_key: string | null;
  reference: string | null;
  provider_message_id: string | null;
  /** The event of this outcome was written. */
  is_emitted: boolean;
}

/** A message that an outcome was written for; one that has moved on without us has none. */
export interface SettledRow extends Partial<EmittedRow> {
  message_id: string;
  /** A status of it had come before the provider's id for it was known. */
  has_parked: boolean;
}

export interface SettleOptions {
  readonly hasListener?: boolean;
  /** See `EventListener`; null when the events are not published here. */
  readonly deliveringEpoch?: string | null;
  readonly isRepeated?: boolean;
}

export const settle = async (
  db: Queryable,
  rows: readonly Settlement[],
  { hasListener = false, deliveringEpoch = null, isRepeated = false }: SettleOptions = {},
): Promise<SettledRow[]> => {
  const requests = rows.flatMap(({ request, answer }): RequestRow[] =>
    request ? [answer ? answeredRow(answer) : request] : [],
  );
  // A row that is written with its answer needs no separate answer, unless an idempotency key is to get it from now on.
  const answering = rows.flatMap(({ request, answer }): WaitedAnswer[] =>
    answer && (!request || answer.request.idempotencyKey !== null) ? [answer] : [],
  );
  const hasKeys = answering.some(({ request }) => request.idempotencyKey !== null);
  const [smallest, largest] = boundsOf(rows.map((row) => row.id));
  const calls = rows.flatMap((row): CallRow[] => (row.call ? [...(row.steps ?? []), row.call] : []));
  const given = { outcomes: rows, smallest, largest, calls, deliveringEpoch };
  const fitting = statements[hasListener ? 'withEvents' : 'withoutEvents'];
  const statement = (): Statement => {
    if (requests.length + answering.length === 0) return fitting.outcomes(given, isRepeated);
    if (answering.length === 0) return fitting.requests({ ...given, requests }, isRepeated);
    const [smallestRequest, largestRequest] = boundsOf(answering.map(({ request }) => request.id));
    return fitting[hasKeys ? 'keys' : 'answers'](
      { ...given, requests, answers: answering, smallestRequest, largestRequest },
      isRepeated,
    );
  };
  const settled = await db.query<SettledRow>(statement());
  return settled.rows;
};
