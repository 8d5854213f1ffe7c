// The SQL of webhook lanes: which process delivers to which webhook, and what waits there.

import type { Queryable } from '../../platform/database/database.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray } from '../../platform/database/sql-array.ts';
import { isAlive } from '../../processes/is-alive.ts';
import type { HealthRow, WebhookRow } from '../registered/queries.ts';

export interface DeliveryLaneKey {
  readonly companyId: string;
  readonly webhookId: string;
}

const keyArrays = (keys: readonly DeliveryLaneKey[]): [string, string] => [
  plainArray(keys.map((key) => key.companyId)),
  plainArray(keys.map((key) => key.webhookId)),
];

/** From now on the process has its share of the lanes. */
export const joinDelivering = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query('update processes set is_delivering = true where epoch = $1', [epoch]);
};

export interface LaneCounts {
  readonly lanes: number;
  readonly processes: number;
}

/** Claims lanes that no living process owns. */
export const takeFreeLanes = async (db: Queryable, epoch: string, lanesMax: number): Promise<void> => {
  await db.query({
    name: 'take-free-webhook-lanes',
    text: `
      with free as (
        select company_id, endpoint_id from endpoint_lanes
        where owner_epoch is null or not ${isAlive('endpoint_lanes.owner_epoch')}
        limit $2
        for update skip locked
      )
      update endpoint_lanes set owner_epoch = $1, is_direct = false
      from free
      where endpoint_lanes.company_id = free.company_id and endpoint_lanes.endpoint_id = free.endpoint_id
        and ${isAlive('$1::bigint')}`,
    values: [epoch, lanesMax],
  });
};

/** Gives lanes back, so that another process can take them at once. */
export const giveBackLanes = async (
  db: Queryable,
  epoch: string,
  keys: readonly DeliveryLaneKey[],
): Promise<void> => {
  await db.query(
    `update endpoint_lanes set owner_epoch = null, is_direct = false
     from unnest($2::uuid[], $3::uuid[]) as given (company_id, endpoint_id)
     where endpoint_lanes.company_id = given.company_id and endpoint_lanes.endpoint_id = given.endpoint_id
       and owner_epoch = $1`,
    [epoch, ...keyArrays(keys)],
  );
};

/** Releases all lanes of a stopping process; the others count one process less. */
export const leaveDelivering = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query(
    `with left_alone as (update processes set is_delivering = false where epoch = $1)
     update endpoint_lanes set owner_epoch = null, is_direct = false where owner_epoch = $1`,
    [epoch],
  );
};

export interface OwnedLaneRow {
  company_id: string;
  endpoint_id: string;
  version: number;
  timezone: string;
  is_deleted: boolean;
  has_recovery: boolean;
}

/**
 * The lanes of a process, with the versions that show it that a webhook was changed; and how many lanes there are, and
 * processes that share them.
 */
export const listOwnedLanes = async (
  db: Queryable,
  epoch: string,
): Promise<{ readonly owned: readonly OwnedLaneRow[]; readonly counts: LaneCounts }> => {
  const { rows } = await db.query<LaneCounts & { [Name in keyof OwnedLaneRow]: OwnedLaneRow[Name] | null }>({
    name: 'list-owned-webhook-lanes',
    text: `
      with owned as (
        select endpoints.company_id, endpoints.id as endpoint_id, version, timezone, deleted_at is not null as is_deleted,
          exists (
            select 1 from recoveries
            where recoveries.company_id = endpoints.company_id and recoveries.endpoint_id = endpoints.id
              and finished_at is null
          ) as has_recovery
        from endpoint_lanes
        join endpoints on endpoints.company_id = endpoint_lanes.company_id and endpoints.id = endpoint_id
        join companies on companies.id = endpoints.company_id
        where owner_epoch = $1
      )
      select owned.*, lanes, processes
      from (
        select (select count(*) from endpoint_lanes)::integer as lanes,
          (select count(*) from processes where is_delivering and lease_until > now())::integer as processes
      ) as counts
      left join owned on true`,
    values: [epoch],
  });
  const { lanes, processes } = rows[0] ?? { lanes: 0, processes: 0 };
  const owned = rows.filter((row): row is LaneCounts & OwnedLaneRow => row.endpoint_id !== null);
  return { owned, counts: { lanes, processes } };
};

export type LaneRow = WebhookRow & HealthRow & { timezone: string; checked_to: string };

export const loadLanes = async (db: Queryable, keys: readonly DeliveryLaneKey[]): Promise<LaneRow[]> => {
  const { rows } = await db.query<LaneRow>({
    name: 'load-webhook-lanes',
    text: `
      select endpoints.*, last_success_at, last_failure_at, first_failure_at, consecutive_failures, last_failure,
        parked_until, timezone, checked_to
      from unnest($1::uuid[], $2::uuid[]) as wanted (company_id, endpoint_id)
      join endpoints on endpoints.company_id = wanted.company_id and endpoints.id = wanted.endpoint_id
      join endpoint_lanes on endpoint_lanes.company_id = wanted.company_id
        and endpoint_lanes.endpoint_id = wanted.endpoint_id
      join companies on companies.id = wanted.company_id
      where deleted_at is null`,
    values: keyArrays(keys),
  });
  return rows;
};

/** The lanes in which a delivery is due now; reads ids from `floor` on. */
export const findWaitingLanes = async (
  db: Queryable,
  keys: readonly DeliveryLaneKey[],
  floor: string,
): Promise<string[]> => {
  const { rows } = await db.query<{ endpoint_id: string }>({
    name: 'find-waiting-webhook-lanes',
    text: `
      select endpoint_id
      from unnest($1::uuid[], $2::uuid[]) as lane (company_id, endpoint_id)
      cross join lateral (
        select 1 from deliveries
        where deliveries.company_id = lane.company_id and lane_id = lane.endpoint_id and due_at is null
          and deliveries.id >= $3
        limit 1
      ) as waiting`,
    values: [...keyArrays(keys), floor],
  });
  return rows.map((row) => row.endpoint_id);
};

export interface WaitingDeliveryRow {
  company_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  message_id: string | null;
  attempt: number;
  step: number;
}

const deliveryColumns = 'company_id, id, endpoint_id, event_id, event_type, message_id, attempt, step';

export interface WantedDeliveries {
  readonly webhookId: string;
  readonly limit: number;
  readonly floor: string;
}

/** The oldest deliveries that wait in lanes of one company, each lane up to its own limit and from its own floor. */
export const findWaitingDeliveries = async (
  db: Queryable,
  companyId: string,
  wanted: readonly WantedDeliveries[],
): Promise<WaitingDeliveryRow[]> => {
  const lowest = wanted.reduce(
    (floor, one) => (one.floor < floor ? one.floor : floor),
    wanted[0]?.floor ?? '',
  );
  const { rows } = await db.query<WaitingDeliveryRow>({
    name: 'find-waiting-deliveries',
    text: `
      select waiting.*
      from unnest($2::uuid[], $3::integer[], $4::uuid[]) as lane (endpoint_id, row_limit, floor)
      cross join lateral (
        select ${deliveryColumns} from deliveries
        where company_id = $1 and lane_id = lane.endpoint_id and due_at is null and deliveries.id >= lane.floor
          and deliveries.id >= $5
        order by deliveries.id
        limit lane.row_limit
      ) as waiting`,
    values: [
      companyId,
      plainArray(wanted.map((one) => one.webhookId)),
      plainArray(wanted.map((one) => one.limit)),
      plainArray(wanted.map((one) => one.floor)),
      lowest,
    ],
  });
  return rows;
};

/** Deliveries of these lanes whose time has come. */
export const findDueDeliveries = async (
  db: Queryable,
  webhookIds: readonly string[],
  now: Date,
  limit: number,
  floor: string,
): Promise<WaitingDeliveryRow[]> => {
  const { rows } = await db.query<WaitingDeliveryRow>({
    name: 'find-due-deliveries',
    text: `
      select ${deliveryColumns} from deliveries
      where lane_id is not null and due_at is not null and due_at <= $2 and lane_id = any ($1::uuid[])
        and id >= $4
      order by due_at
      limit $3`,
    values: [plainArray(webhookIds), now, limit, floor],
  });
  return rows;
};

/**
 * Skips deliveries that still wait for a deleted webhook. Answers whether any are left. Found first and changed then: with
 * their ids given, PostgreSQL looks up each in the days that are meant.
 */
export const skipDeleted = async (db: Queryable, key: DeliveryLaneKey, rowsMax: number): Promise<boolean> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-skipped-deliveries',
    text: `
      (select id from deliveries where company_id = $1 and lane_id = $2 and due_at is null limit $3)
      union all
      (select id from deliveries where company_id = $1 and lane_id = $2 and due_at is not null limit $3)`,
    values: [key.companyId, key.webhookId, rowsMax],
  });
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await db.query({
    name: 'skip-deliveries',
    text: `
      update deliveries set state = 'skipped', skipped_at = now(), lane_id = null, due_at = null, updated_at = now()
      where company_id = $1 and lane_id = $2 and id = any ($3::uuid[]) and ${isWithin('id', '$4', '$5')}`,
    values: [key.companyId, key.webhookId, plainArray(ids), ...boundsOf(ids)],
  });
  return true;
};

export const forgetWebhook = async (db: Queryable, key: DeliveryLaneKey): Promise<void> => {
  await db.query(
    `with forgotten as (delete from endpoint_lanes where company_id = $1 and endpoint_id = $2),
     finished as (
       update recoveries set finished_at = now()
       where company_id = $1 and endpoint_id = $2 and finished_at is null
     )
     delete from endpoints where company_id = $1 and id = $2 and deleted_at is not null`,
    [key.companyId, key.webhookId],
  );
};

export const deliveriesChannel = 'hudhud_deliveries';

export const notifyDeliveries = async (db: Queryable, payload: string): Promise<void> => {
  await db.query({
    name: 'notify-deliveries',
    text: 'select pg_notify($1, $2)',
    values: [deliveriesChannel, payload],
  });
};
