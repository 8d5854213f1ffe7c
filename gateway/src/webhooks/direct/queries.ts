// The SQL of direct lanes: which lanes take events out of memory, and the deliveries of events that memory has lost.

import type { Queryable } from '../../platform/database/database.ts';
import { plainArray } from '../../platform/database/sql-array.ts';

export interface DirectChange {
  readonly companyId: string;
  readonly webhookId: string;
  readonly isDirect: boolean;
}

/** From its commit on, events that this process writes leave no waiting deliveries for direct lanes. */
export const setDirect = async (
  db: Queryable,
  epoch: string,
  changes: readonly DirectChange[],
): Promise<void> => {
  await db.query({
    name: 'set-direct-lanes',
    text: `
      update endpoint_lanes set is_direct = row.is_direct
      from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as row (company_id, endpoint_id, is_direct)
      where endpoint_lanes.company_id = row.company_id and endpoint_lanes.endpoint_id = row.endpoint_id
        and owner_epoch = $1`,
    values: [
      epoch,
      plainArray(changes.map((one) => one.companyId)),
      plainArray(changes.map((one) => one.webhookId)),
      plainArray(changes.map((one) => one.isDirect)),
    ],
  });
};

/** The same choice as the trigger makes (ADR 8). */
const isWanted = `
        webhook.deleted_at is null and event.type <> 'test'
        and ((webhook.events = '{}' and event.type <> 'media_stored') or event.type = any (webhook.events))
        and (event.type <> 'message_status' or webhook.statuses = '{}' or event.status = any (webhook.statuses))`;

/** A delivery that waits, as the trigger would have written it. */
const inserting = (deliveryId: string): string => `
      insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, lane_id, skipped_at)
      select event.company_id, ${deliveryId}, webhook.id, event.id, event.type, event.message_id,
        case when webhook.state = 'disabled' then 'skipped' else 'waiting' end,
        case when webhook.state = 'disabled' then null else webhook.id end,
        case when webhook.state = 'disabled' then now() end`;

export interface DeliveryKey {
  readonly companyId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
}

/** Writes deliveries that only memory knew. One that has been written meanwhile stays as it is. */
export const writeDeliveries = async (db: Queryable, keys: readonly DeliveryKey[]): Promise<void> => {
  await db.query({
    name: 'write-deliveries',
    text: `${inserting('wanted.id')}
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as wanted (company_id, id, endpoint_id, event_id)
      join endpoints webhook on webhook.company_id = wanted.company_id and webhook.id = wanted.endpoint_id
      cross join lateral (
        select * from events where company_id = wanted.company_id and events.id = wanted.event_id limit 1
      ) event
      where ${isWanted}
      on conflict do nothing`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      plainArray(keys.map((key) => key.id)),
      plainArray(keys.map((key) => key.webhookId)),
      plainArray(keys.map((key) => key.eventId)),
    ],
  });
};

export interface CheckedLane {
  readonly companyId: string;
  readonly webhookId: string;
  /** Ids of events; a delivery sorts like its event. */
  readonly from: string;
  readonly below: string;
}

/**
 * Writes the deliveries that events between two ids lack; answers how many. Both sides are read once and subtracted. As a
 * join or a `not exists`, PostgreSQL compares every event with every delivery of a day that was not analyzed yet.
 */
export const writeMissing = async (db: Queryable, lane: CheckedLane): Promise<number> => {
  const { rowCount } = await db.query({
    name: 'write-missing-deliveries',
    text: `${inserting('delivery_id(event.id, webhook.id)')}
      from (
        select event.id from events event
        join endpoints webhook on webhook.company_id = $1 and webhook.id = $2
        where event.company_id = $1 and event.id >= $3 and event.id < $4 and event.delivering_epoch is not null
          and ${isWanted}
        except
        select event_id from deliveries
        where company_id = $1 and endpoint_id = $2 and id >= $3 and id < $4
      ) missing
      join endpoints webhook on webhook.company_id = $1 and webhook.id = $2
      cross join lateral (
        select * from events where company_id = $1 and events.id = missing.id and events.id >= $3 and events.id < $4 limit 1
      ) event
      on conflict do nothing`,
    values: [lane.companyId, lane.webhookId, lane.from, lane.below],
  });
  return rowCount ?? 0;
};

/** Stores how far lanes were checked, for their next owner. */
export const saveChecked = async (
  db: Queryable,
  epoch: string,
  lanes: readonly Pick<CheckedLane, 'companyId' | 'webhookId'>[],
  checkedTo: string,
): Promise<void> => {
  await db.query({
    name: 'save-checked-lanes',
    text: `
      update endpoint_lanes set checked_to = $4
      from unnest($2::uuid[], $3::uuid[]) as row (company_id, endpoint_id)
      where endpoint_lanes.company_id = row.company_id and endpoint_lanes.endpoint_id = row.endpoint_id
        and owner_epoch = $1 and checked_to < $4`,
    values: [
      epoch,
      plainArray(lanes.map((one) => one.companyId)),
      plainArray(lanes.map((one) => one.webhookId)),
      checkedTo,
    ],
  });
};
