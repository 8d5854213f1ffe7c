// The SQL of attempts: what became of deliveries, the calls that were made, and how the endpoints are doing, for a whole
// batch in one statement.

import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import { batchedStatement, expectFew, shared } from '../../platform/database/batched-statement.ts';
import { columnTable } from '../../platform/database/column-table.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import type { LaneHealth } from '../lanes/health.ts';
import type { AttemptRow } from './attempt-row.ts';

type Queryable = pg.Pool | pg.ClientBase;

export interface EndpointHealth {
  readonly companyId: string;
  readonly endpointId: string;
  readonly health: LaneHealth;
}

const time = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds);

/** The call of an attempt, as the table `calls` keeps it. */
const callColumns = columnTable<AttemptRow>({
  company_id: ['uuid', (row) => row.companyId],
  id: ['uuid', (row) => row.callId],
  endpoint_id: ['uuid', (row) => row.endpointId],
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

/** What the attempt makes of its delivery comes along. */
const attemptColumns = callColumns.and<AttemptRow>({
  state: ['text', (row) => row.state],
  attempt_after: ['smallint', (row) => row.attemptAfter],
  step_after: ['smallint', (row) => row.stepAfter],
  at: ['timestamptz', (row) => time(row.at)],
});

const healthColumns = columnTable<EndpointHealth>({
  company_id: ['uuid', (row) => row.companyId],
  endpoint_id: ['uuid', (row) => row.endpointId],
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

/**
 * A delivery that was taken is delivered, whoever says so; any other result must be about the attempt that is due. Writing
 * a batch again after a lost reply changes nothing. Rows are found by an array of one id (ADR 10).
 */
const recording = batchedStatement(
  'record-attempts',
  { attempts: attemptColumns, smallest: shared, largest: shared, endpoints: healthColumns },
  ({ attempts, smallest, largest, endpoints }, whenRepeated) => `
  with incoming as materialized (
    select *, array[delivery_id] as delivery_ids from ${attempts.rows} where ${expectFew('attempt')}
  ),
  called as (${called} ${whenRepeated('on conflict do nothing')}),
  settled as (
    update deliveries
    set state = incoming.state, attempt = greatest(deliveries.attempt, incoming.attempt_after), step = incoming.step_after, due_at = incoming.next_attempt_at,
      lane_id = case when incoming.state = 'waiting' then lane_id end, answer_status = incoming.status,
      error_class = incoming.error_class, updated_at = incoming.at
    from incoming
    where deliveries.company_id = incoming.company_id and deliveries.id = any (incoming.delivery_ids)
      and ${isWithin('deliveries.id', smallest, largest)}
      and ((deliveries.attempt = incoming.attempt - 1 and deliveries.state = 'waiting')
        or (incoming.state = 'delivered' and deliveries.state <> 'delivered'))
  )
  update endpoint_lanes
  set last_success_at = row.last_success_at, last_failure_at = row.last_failure_at,
    first_failure_at = row.first_failure_at, consecutive_failures = row.consecutive_failures,
    last_failure = row.last_failure, parked_until = row.parked_until
  from ${endpoints.rows}
  where endpoint_lanes.company_id = row.company_id and endpoint_lanes.endpoint_id = row.endpoint_id`,
);

export const recordAttempts = async (
  db: Queryable,
  rows: readonly AttemptRow[],
  endpoints: readonly EndpointHealth[],
  isRepeated = false,
): Promise<void> => {
  const [smallest, largest] = boundsOf(rows.map((row) => row.deliveryId));
  await db.query(recording({ attempts: rows, smallest, largest, endpoints }, isRepeated));
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
