// The SQL of deliveries as people look at them, and send them again.

import type { DeliveryState } from '@hudhud/contract/deliveries.ts';
import type pg from 'pg';
import { queryBuilder } from '../../platform/database/database.ts';
import type { IdRange } from '../../platform/paging.ts';

export interface DeliveryRow {
  company_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  message_id: string | null;
  state: DeliveryState;
  attempt: number;
  due_at: Date | null;
  answer_status: number | null;
  error_class: string | null;
  updated_at: Date;
}

interface Tables {
  deliveries: DeliveryRow & { skipped_at: Date | null };
}

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
}

const columns = [
  'company_id',
  'id',
  'endpoint_id',
  'event_id',
  'event_type',
  'message_id',
  'state',
  'attempt',
  'due_at',
  'answer_status',
  'error_class',
  'updated_at',
] as const;

/** One page, newest first, and one row more to learn whether another page follows. */
export const listDeliveries = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: DeliveryFilter,
): Promise<DeliveryRow[]> => {
  let query = queryBuilder<Tables>(db)
    .selectFrom('deliveries')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '>=', range.from)
    .where('id', '<', range.below);
  if (filter.endpointId !== undefined) query = query.where('endpoint_id', '=', filter.endpointId);
  if (filter.messageId !== undefined) query = query.where('message_id', '=', filter.messageId);
  if (filter.eventType !== undefined) query = query.where('event_type', '=', filter.eventType);
  if (filter.state !== undefined) {
    query = query.where('state', '=', filter.state);
    // Said again in the words of the small index of what was not delivered.
    if (filter.state === 'failed' || filter.state === 'skipped') {
      query = query.where((one) =>
        one.or([one('error_class', 'is not', null), one('skipped_at', 'is not', null)]),
      );
    }
  }
  return await query
    .orderBy('id', 'desc')
    .limit(range.limit + 1)
    .execute();
};

export const findDelivery = async (
  db: pg.Pool,
  companyId: string,
  id: string,
): Promise<DeliveryRow | null> => {
  const { rows } = await db.query<DeliveryRow>({
    name: 'find-delivery',
    text: `select ${columns.join(', ')} from deliveries where company_id = $1 and id = $2`,
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

export interface AttemptCallRow {
  id: string;
  attempt: number;
  duration_ms: number;
  status: number | null;
  error_class: string | null;
  failure: string | null;
  next_attempt_at: Date | null;
}

/** The newest calls of a delivery, newest first. They began after it was written, so older partitions are left out. */
export const listAttemptCalls = async (
  db: pg.Pool,
  companyId: string,
  deliveryId: string,
  earliestCallId: string,
  limit: number,
): Promise<AttemptCallRow[]> => {
  const { rows } = await db.query<AttemptCallRow>({
    name: 'list-attempt-calls',
    text: `
      select id, attempt, duration_ms, status, error_class, failure, next_attempt_at
      from calls
      where company_id = $1 and delivery_id = $2 and id >= $3
      order by id desc
      limit $4`,
    values: [companyId, deliveryId, earliestCallId, limit],
  });
  return rows;
};

/** Back on its way at once, with the whole schedule of retries before it. False when its endpoint was deleted. */
export const putBackDelivery = async (
  db: pg.Pool,
  companyId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update deliveries set state = 'waiting', lane_id = endpoint_id, due_at = $3, step = 0, updated_at = $3
     from endpoints
     where deliveries.company_id = $1 and deliveries.id = $2
       and endpoints.company_id = $1 and endpoints.id = endpoint_id and deleted_at is null`,
    [companyId, id, now],
  );
  return rowCount === 1;
};
