// The SQL of webhooks. Every change that the owner of a lane must notice increases `version`.

import type { WebhookState } from '@hudhud/contract/webhooks.ts';
import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { IdRange } from '../../platform/paging.ts';

export interface WebhookRow {
  company_id: string;
  id: string;
  url: string;
  description: string;
  events: string[];
  statuses: string[];
  headers: Buffer | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  state: WebhookState;
  reason: string | null;
  state_changed_at: Date;
  deliveries_per_second: number | null;
  concurrency: number;
  version: number;
  created_at: Date;
}

export interface HealthRow {
  last_success_at: Date | null;
  last_failure_at: Date | null;
  first_failure_at: Date | null;
  consecutive_failures: number;
  last_failure: string | null;
  parked_until: Date | null;
}

export type WebhookWithHealth = WebhookRow & HealthRow;

export type NewWebhookRow = Pick<
  WebhookRow,
  | 'company_id'
  | 'id'
  | 'url'
  | 'description'
  | 'events'
  | 'statuses'
  | 'headers'
  | 'secret'
  | 'deliveries_per_second'
  | 'concurrency'
>;

const withHealth = `
  select endpoints.*, last_success_at, last_failure_at, first_failure_at, consecutive_failures, last_failure, parked_until
  from endpoints
  join endpoint_lanes on endpoint_lanes.company_id = endpoints.company_id and endpoint_id = endpoints.id`;

/** The webhook and its lane, unless the company has as many as it may have. */
export const insertWebhook = async (
  db: Queryable,
  webhook: NewWebhookRow,
  webhooksMax: number,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `with made as (
       insert into endpoints (
         company_id, id, url, description, events, statuses, headers, secret, deliveries_per_second, concurrency
       )
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
       where (select count(*) from endpoints where company_id = $1 and deleted_at is null) < $11
       returning company_id, id
     )
     insert into endpoint_lanes (company_id, endpoint_id) select company_id, id from made`,
    [
      webhook.company_id,
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.events,
      webhook.statuses,
      webhook.headers,
      webhook.secret,
      webhook.deliveries_per_second,
      webhook.concurrency,
      webhooksMax,
    ],
  );
  return rowCount === 1;
};

export const findWebhook = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<WebhookWithHealth | null> => {
  const { rows } = await db.query<WebhookWithHealth>({
    name: 'find-webhook',
    text: `${withHealth} where endpoints.company_id = $1 and endpoints.id = $2 and deleted_at is null`,
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

/** Locks the row: no one else changes it until the end of the transaction. */
export const lockWebhook = async (
  client: pg.ClientBase,
  companyId: string,
  id: string,
): Promise<WebhookRow | null> => {
  const { rows } = await client.query<WebhookRow>(
    'select * from endpoints where company_id = $1 and id = $2 and deleted_at is null for no key update',
    [companyId, id],
  );
  return rows[0] ?? null;
};

/** One page, newest first, and one row more to learn whether another page follows. */
export const listWebhooks = async (
  db: Queryable,
  companyId: string,
  range: IdRange,
): Promise<WebhookWithHealth[]> => {
  const { rows } = await db.query<WebhookWithHealth>(
    `${withHealth}
     where endpoints.company_id = $1 and endpoints.id >= $2 and endpoints.id < $3 and deleted_at is null
     order by endpoints.id desc limit $4`,
    [companyId, range.from, range.below, range.limit + 1],
  );
  return rows;
};

/** Deliveries that wait, at once or for a later attempt; the exact number of very many is not needed. */
export const countWaiting = async (
  db: Queryable,
  companyId: string,
  id: string,
  countMax: number,
): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select (
       select count(*) from (
         select 1 from deliveries where company_id = $1 and lane_id = $2 and due_at is null limit $3) as waiting
     )::integer + (
       select count(*) from (
         select 1 from deliveries where company_id = $1 and lane_id = $2 and due_at is not null limit $3) as due
     )::integer as count`,
    [companyId, id, countMax],
  );
  return Math.min(rows[0]?.count ?? 0, countMax);
};

export interface WebhookRowChange {
  readonly url: string | null;
  readonly description: string | null;
  readonly events: readonly string[] | null;
  readonly statuses: readonly string[] | null;
  /** Undefined: they stay. Null: there are none any more. */
  readonly headers: Buffer | null | undefined;
  readonly deliveriesPerSecond: number | null | undefined;
  readonly concurrency: number | null;
}

export const updateWebhook = async (
  db: Queryable,
  companyId: string,
  id: string,
  change: WebhookRowChange,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update endpoints set
       url = coalesce($3, url), description = coalesce($4, description), events = coalesce($5, events),
       statuses = coalesce($6, statuses), headers = case when $7 then $8 else headers end,
       deliveries_per_second = case when $9 then $10 else deliveries_per_second end,
       concurrency = coalesce($11, concurrency), version = version + 1
     where company_id = $1 and id = $2 and deleted_at is null`,
    [
      companyId,
      id,
      change.url,
      change.description,
      change.events,
      change.statuses,
      change.headers !== undefined,
      change.headers ?? null,
      change.deliveriesPerSecond !== undefined,
      change.deliveriesPerSecond ?? null,
      change.concurrency,
    ],
  );
  return rowCount === 1;
};

/** Pause and resume. A resumed webhook starts with a clean record: a parked one is tried at once. */
export const setWebhookState = async (
  db: Queryable,
  companyId: string,
  id: string,
  state: WebhookState,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `with changed as (
       update endpoints set state = $3, reason = null, version = version + 1,
         state_changed_at = case when state = $3 then state_changed_at else now() end
       where company_id = $1 and id = $2 and deleted_at is null
       returning company_id, id
     ),
     cleared as (
       update endpoint_lanes set consecutive_failures = 0, first_failure_at = null, parked_until = null
       from changed
       where $3 = 'active' and endpoint_lanes.company_id = changed.company_id and endpoint_id = changed.id
     )
     select 1 from changed`,
    [companyId, id, state],
  );
  return rowCount === 1;
};

/** Disables an active webhook and emits the event, both or neither. False when it was not active. */
export const disableWebhook = async (
  db: Queryable,
  disabled: { companyId: string; id: string; reason: string; eventId: string; eventData: string; at: Date },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `with changed as (
       update endpoints set state = 'disabled', reason = $3, state_changed_at = $6, version = version + 1
       where company_id = $1 and id = $2 and state = 'active' and deleted_at is null
       returning company_id
     )
     insert into events ${eventColumns({ id: '$4', type: `'webhook_disabled'`, at: '$6', data: '$5' })}
     from changed`,
    [disabled.companyId, disabled.id, disabled.reason, disabled.eventId, disabled.eventData, disabled.at],
  );
  return rowCount === 1;
};

export const replaceSecret = async (
  db: Queryable,
  companyId: string,
  id: string,
  secret: Buffer,
  previousUntil: Date,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update endpoints set previous_secret = secret, previous_secret_until = $4, secret = $3, version = version + 1
     where company_id = $1 and id = $2 and deleted_at is null`,
    [companyId, id, secret, previousUntil],
  );
  return rowCount === 1;
};

/** From now on it is hidden and nothing is written for it; what still waits is removed by the engine. */
export const markDeleted = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update endpoints set deleted_at = now(), version = version + 1
     where company_id = $1 and id = $2 and deleted_at is null`,
    [companyId, id],
  );
  return rowCount === 1;
};

export const findTimezone = async (db: Queryable, companyId: string): Promise<string> => {
  const { rows } = await db.query<{ timezone: string }>('select timezone from companies where id = $1', [
    companyId,
  ]);
  return rows[0]?.timezone ?? 'UTC';
};
