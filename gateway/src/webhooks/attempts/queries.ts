// The SQL of attempts: what became of deliveries, the calls that were made, and how the endpoints are doing, for a whole
// batch in one statement.

import type pg from 'pg';
import { batchedStatement, expectFew } from '../../platform/database/batched-statement.ts';
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

const callValues = (rows: readonly AttemptRow[]): unknown[][] => [
  rows.map((row) => row.companyId),
  rows.map((row) => row.callId),
  rows.map((row) => row.endpointId),
  rows.map((row) => row.deliveryId),
  rows.map((row) => row.eventId),
  rows.map((row) => row.messageId),
  rows.map((row) => row.attempt + 1),
  rows.map((row) => row.url),
  rows.map((row) => row.requestHeaders),
  rows.map((row) => row.requestBody),
  rows.map((row) => row.status),
  rows.map((row) => row.answerHeaders),
  rows.map((row) => row.answerBody),
  rows.map((row) => row.address),
  rows.map((row) => row.durationMs),
  rows.map((row) => row.outcome),
  rows.map((row) => row.errorClass),
  rows.map((row) => row.failure),
  rows.map((row) => time(row.dueAt)),
];

const incoming = `
  select * from unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::smallint[], $8::text[], $9::text[],
    $10::text[], $11::smallint[], $12::text[], $13::text[], $14::text[], $15::real[], $16::text[], $17::text[],
    $18::text[], $19::timestamptz[], $20::text[], $21::smallint[], $22::smallint[], $23::timestamptz[]
  ) as row (
    company_id, call_id, endpoint_id, delivery_id, event_id, message_id, attempt, url, request_headers,
    request_body, status, answer_headers, answer_body, address, duration_ms, outcome, error_class,
    failure, due_at, state, attempt_after, step_after, at
  )`;

const called = `
  insert into calls (
    company_id, id, kind, endpoint_id, delivery_id, event_id, message_id, attempt, method, url, request_headers,
    request_body, status, answer_headers, answer_body, address, duration_ms, outcome, error_class, failure,
    next_attempt_at
  )
  select company_id, call_id, 'webhook', endpoint_id, delivery_id, event_id, message_id, attempt, 'POST', url,
    request_headers, request_body, status, answer_headers, answer_body, address, duration_ms, outcome, error_class,
    failure, due_at
  from incoming
  on conflict do nothing /* when repeated */`;

const deliveryValues = (rows: readonly AttemptRow[]): unknown[][] => [
  rows.map((row) => row.state),
  rows.map((row) => row.attemptAfter),
  rows.map((row) => row.stepAfter),
  rows.map((row) => time(row.at)),
];

/**
 * A delivery that was taken is delivered, whoever says so; any other result must be about the attempt that is due. Writing
 * a batch again after a lost reply changes nothing. Rows are found by an array of one id (ADR 10).
 */
const recording = batchedStatement(
  'record-attempts',
  `
  with incoming as materialized (
    select *, array[delivery_id] as delivery_ids from (${incoming}) as row where ${expectFew('attempt')}
  ),
  called as (${called}),
  settled as (
    update deliveries
    set state = incoming.state, attempt = greatest(deliveries.attempt, incoming.attempt_after), step = incoming.step_after, due_at = incoming.due_at,
      lane_id = case when incoming.state = 'waiting' then lane_id end, answer_status = incoming.status,
      error_class = incoming.error_class, updated_at = incoming.at
    from incoming
    where deliveries.company_id = incoming.company_id and deliveries.id = any (incoming.delivery_ids)
      and ${isWithin('deliveries.id', '$24', '$25')}
      and ((deliveries.attempt = incoming.attempt - 1 and deliveries.state = 'waiting')
        or (incoming.state = 'delivered' and deliveries.state <> 'delivered'))
  )
  update endpoint_lanes
  set last_success_at = row.last_success_at, last_failure_at = row.last_failure_at,
    first_failure_at = row.first_failure_at, consecutive_failures = row.consecutive_failures,
    last_failure = row.last_failure, parked_until = row.parked_until
  from unnest(
    $26::uuid[], $27::uuid[], $28::timestamptz[], $29::timestamptz[], $30::timestamptz[], $31::integer[], $32::text[],
    $33::timestamptz[]
  ) as row (
    company_id, endpoint_id, last_success_at, last_failure_at, first_failure_at, consecutive_failures, last_failure,
    parked_until
  )
  where endpoint_lanes.company_id = row.company_id and endpoint_lanes.endpoint_id = row.endpoint_id`,
);

export const recordAttempts = async (
  db: Queryable,
  rows: readonly AttemptRow[],
  endpoints: readonly EndpointHealth[],
  isRepeated = false,
): Promise<void> => {
  const healths = endpoints.map(({ health }) => health);
  await db.query(
    recording(
      [
        ...callValues(rows),
        ...deliveryValues(rows),
        ...boundsOf(rows.map((row) => row.deliveryId)),
        endpoints.map(({ companyId }) => companyId),
        endpoints.map(({ endpointId }) => endpointId),
        healths.map((health) => time(health.lastSuccessAt)),
        healths.map((health) => time(health.lastFailureAt)),
        healths.map((health) => time(health.firstFailureAt)),
        healths.map((health) => health.consecutiveFailures),
        healths.map((health) => health.lastFailure),
        healths.map((health) => time(health.parkedUntil)),
      ],
      isRepeated,
    ),
  );
};

const testing = batchedStatement(
  'record-test',
  `
  with incoming as (${incoming}),
  told as (
    insert into events (company_id, id, type, at, data)
    select company_id, event_id, $24, at, $25 from incoming
  ),
  delivered as (
    insert into deliveries (
      company_id, id, endpoint_id, event_id, event_type, state, attempt, step, answer_status, error_class
    )
    select company_id, delivery_id, endpoint_id, event_id, $24, state, attempt_after, step_after, status, error_class
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
  await db.query(testing([...callValues([row]), ...deliveryValues([row]), event.type, event.data]));
};
