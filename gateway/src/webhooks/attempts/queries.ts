// The SQL of attempts: the new states of deliveries, the calls that were made, and the health of the webhooks, for a
// whole batch in one statement.

import { eventColumns } from '../../events/event-columns.ts';
import {
  batchedStatement,
  expectFew,
  type Sources,
  shared,
} from '../../platform/database/batched-statement.ts';
import { columnTable } from '../../platform/database/column-table.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import type { LaneHealth } from '../lanes/health.ts';
import type { AttemptRow } from './attempt-row.ts';

export interface WebhookHealth {
  readonly companyId: string;
  readonly webhookId: string;
  readonly health: LaneHealth;
}

const time = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds);

/** The call of an attempt, as the table `calls` keeps it. */
const callColumns = columnTable<AttemptRow>({
  company_id: ['uuid', (row) => row.companyId],
  id: ['uuid', (row) => row.callId],
  endpoint_id: ['uuid', (row) => row.webhookId],
  delivery_id: ['uuid', (row) => row.deliveryId],
  event_id: ['uuid', (row) => row.eventId],
  message_id: ['uuid', (row) => row.messageId],
  attempt: ['smallint', (row) => row.attempt + 1],
  url: ['text', (row) => row.url],
  request_headers: ['text', (row) => row.requestHeaders],
  request_body: ['text', (row) => row.requestBody],
  status: ['smallint', (row) => row.status],
  answer_headers: ['text', (row) => row.answerHeaders],
  answer_body: ['text', (row) => row.answerBody],
  address: ['text', (row) => row.address],
  duration_ms: ['real', (row) => row.durationMs],
  outcome: ['text', (row) => row.outcome],
  error_class: ['text', (row) => row.errorClass],
  failure: ['text', (row) => row.failure],
  next_attempt_at: ['timestamptz', (row) => time(row.dueAt)],
});

/** The columns of a call, and the new state of the delivery. */
const attemptColumns = callColumns.and<AttemptRow>({
  state: ['text', (row) => row.state],
  attempt_after: ['smallint', (row) => row.attemptAfter],
  step_after: ['smallint', (row) => row.stepAfter],
  at: ['timestamptz', (row) => time(row.at)],
  event_type: ['text', (row) => row.eventType],
  is_written: ['boolean', (row) => row.isWritten],
});

const healthColumns = columnTable<WebhookHealth>({
  company_id: ['uuid', (row) => row.companyId],
  endpoint_id: ['uuid', (row) => row.webhookId],
  last_success_at: ['timestamptz', ({ health }) => time(health.lastSuccessAt)],
  last_failure_at: ['timestamptz', ({ health }) => time(health.lastFailureAt)],
  first_failure_at: ['timestamptz', ({ health }) => time(health.firstFailureAt)],
  consecutive_failures: ['integer', ({ health }) => health.consecutiveFailures],
  last_failure: ['text', ({ health }) => health.lastFailure],
  parked_until: ['timestamptz', ({ health }) => time(health.parkedUntil)],
});

const called = `
  insert into calls (kind, method, ${callColumns.names})
  select 'webhook', 'POST', ${callColumns.names}
  from incoming`;

const firstInputs = { attempts: attemptColumns, healths: healthColumns } as const;
const inputs = { ...firstInputs, smallest: shared, largest: shared } as const;

/** Settles deliveries that are in the table. Rows are found by an array of one id (ADR 10). */
const settled = ({ smallest, largest }: Sources<typeof inputs>): string => `,
  settled as (
    update deliveries
    set state = incoming.state, attempt = greatest(deliveries.attempt, incoming.attempt_after), step = incoming.step_after, due_at = incoming.next_attempt_at,
      lane_id = case when incoming.state = 'waiting' then lane_id end, answer_status = incoming.status,
      error_class = incoming.error_class, updated_at = incoming.at
    from incoming
    where incoming.is_written
      and deliveries.company_id = incoming.company_id and deliveries.id = any (incoming.delivery_ids)
      and ${isWithin('deliveries.id', smallest, largest)}
      and ((deliveries.attempt = incoming.attempt - 1 and deliveries.state = 'waiting')
        or (incoming.state = 'delivered' and deliveries.state <> 'delivered'))
  )`;

/**
 * Deliveries that came out of memory are written with the result of their first attempt, unless they have been written as
 * waiting meanwhile. Deleting a webhook skips what waits for it; what comes later is skipped here.
 */
const written = `,
  written as (
    insert into deliveries (
      company_id, id, endpoint_id, event_id, event_type, message_id, state, attempt, step, lane_id, due_at,
      answer_status, error_class, updated_at, skipped_at
    )
    select company_id, delivery_id, endpoint_id, event_id, event_type, message_id,
      case when is_skipped then 'skipped' else state end, attempt_after, step_after,
      case when state = 'waiting' and not is_skipped then endpoint_id end,
      case when not is_skipped then next_attempt_at end, status, error_class, at, case when is_skipped then at end
    from (
      select *, state = 'waiting' and not exists (
        select from endpoints
        where endpoints.company_id = incoming.company_id and endpoints.id = endpoint_id and deleted_at is null
      ) as is_skipped
      from incoming
      where not is_written
    ) as first
    on conflict (company_id, id) do update
    set state = excluded.state, attempt = greatest(deliveries.attempt, excluded.attempt), step = excluded.step,
      lane_id = excluded.lane_id, due_at = excluded.due_at, answer_status = excluded.answer_status,
      error_class = excluded.error_class, updated_at = excluded.updated_at, skipped_at = excluded.skipped_at
    where (deliveries.attempt = 0 and deliveries.state = 'waiting')
      or (excluded.state = 'delivered' and deliveries.state <> 'delivered')
  )`;

/**
 * A delivery that was accepted is delivered, regardless of the attempt that reports it; any other result must be about
 * the attempt that is due. Writing a batch again after a lost reply changes nothing. Each part costs time even when it
 * has nothing to do, so a batch runs only those that it needs.
 */
const recording = (
  { attempts, healths }: Sources<typeof firstInputs>,
  unlessThere: string,
  parts: string,
) => `
  with incoming as materialized (
    select *, array[delivery_id] as delivery_ids from ${attempts.rows} where ${expectFew('attempt')}
  ),
  called as (${called} ${unlessThere})${parts}
  update endpoint_lanes
  set last_success_at = row.last_success_at, last_failure_at = row.last_failure_at,
    first_failure_at = row.first_failure_at, consecutive_failures = row.consecutive_failures,
    last_failure = row.last_failure, parked_until = row.parked_until
  from ${healths.rows}
  where endpoint_lanes.company_id = row.company_id and endpoint_lanes.endpoint_id = row.endpoint_id`;

const unlessThere = 'on conflict do nothing';

const recordings = {
  known: batchedStatement('record-attempts', inputs, (given, whenRepeated) =>
    recording(given, whenRepeated(unlessThere), settled(given)),
  ),
  both: batchedStatement('record-all-attempts', inputs, (given, whenRepeated) =>
    recording(given, whenRepeated(unlessThere), `${settled(given)}${written}`),
  ),
} as const;

const recordingFirst = batchedStatement('record-first-attempts', firstInputs, (given, whenRepeated) =>
  recording(given, whenRepeated(unlessThere), written),
);

export const recordAttempts = async (
  db: Queryable,
  rows: readonly AttemptRow[],
  healths: readonly WebhookHealth[],
  isRepeated = false,
): Promise<void> => {
  const known = rows.filter(({ isWritten }) => isWritten).length;
  if (known === 0) {
    await db.query(recordingFirst({ attempts: rows, healths }, isRepeated));
    return;
  }
  const [smallest, largest] = boundsOf(rows.map((row) => row.deliveryId));
  const record = recordings[known === rows.length ? 'known' : 'both'];
  await db.query(record({ attempts: rows, smallest, largest, healths }, isRepeated));
};

const testing = batchedStatement(
  'record-test',
  { attempts: attemptColumns, type: shared, data: shared },
  ({ attempts, type, data }) => `
  with incoming as (select * from ${attempts.rows}),
  told as (
    insert into events ${eventColumns({ type, at: 'at', data })}
    from incoming
  ),
  delivered as (
    insert into deliveries (
      company_id, id, endpoint_id, event_id, event_type, state, attempt, step, answer_status, error_class
    )
    select company_id, delivery_id, endpoint_id, event_id, ${type}, state, attempt_after, step_after, status, error_class
    from incoming
  )
  ${called}`,
);

/** A test: its event, its delivery and its call are written once it is over, because nothing of it is ever repeated. */
export const recordTest = async (
  db: Queryable,
  row: AttemptRow,
  event: { readonly type: string; readonly data: string },
): Promise<void> => {
  await db.query(testing({ attempts: [row], type: event.type, data: event.data }));
};
