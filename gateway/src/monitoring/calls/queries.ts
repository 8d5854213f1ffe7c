// The SQL of Webhook Logs: requests that we made.

import type { CallKind } from '@hudhud/contract/calls.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type pg from 'pg';
import { queryBuilder } from '../../platform/database/database.ts';
import type { IdRange } from '../../platform/paging.ts';

interface StoredCall {
  company_id: string;
  id: string;
  kind: CallKind;
  sender_id: string | null;
  message_id: string | null;
  endpoint_id: string | null;
  delivery_id: string | null;
  event_id: string | null;
  attempt: number;
  method: string;
  url: string;
  request_body: string | null;
  status: number | null;
  answer_body: string | null;
  duration_ms: number;
  outcome: string;
  failure: string | null;
  error_class: string | null;
  next_attempt_at: Date | null;
  address: string | null;
  /** JSON. */
  request_headers: string | null;
  answer_headers: string | null;
}

interface Tables {
  calls: StoredCall;
}

const summaryColumns = [
  'id',
  'kind',
  'sender_id',
  'message_id',
  'endpoint_id',
  'delivery_id',
  'event_id',
  'attempt',
  'method',
  'url',
  'status',
  'duration_ms',
  'outcome',
  'failure',
  'error_class',
  'next_attempt_at',
] as const;

export type CallSummaryRow = Pick<StoredCall, (typeof summaryColumns)[number]>;
export type CallDetailRow = StoredCall;

export interface CallFilter {
  readonly kind?: CallKind;
  /** `ok`, `failed`, or one outcome exactly. */
  readonly outcome?: string;
  readonly attempt?: number;
  readonly senderId?: string;
  readonly messageId?: string;
  readonly endpointId?: string;
  readonly deliveryId?: string;
}

export const findCall = async (db: pg.Pool, companyId: string, id: string): Promise<CallDetailRow | null> => {
  const { rows } = await db.query<CallDetailRow>({
    name: 'find-call',
    text: 'select * from calls where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

const applyFilter = <Selected>(
  all: SelectQueryBuilder<Tables, 'calls', Selected>,
  filter: CallFilter,
): SelectQueryBuilder<Tables, 'calls', Selected> => {
  let query = all;
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.outcome === 'failed') query = query.where('outcome', '<>', 'sent');
  else if (filter.outcome === 'ok') query = query.where('outcome', '=', 'sent');
  else if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  if (filter.attempt !== undefined) query = query.where('attempt', '=', filter.attempt);
  if (filter.senderId !== undefined) query = query.where('sender_id', '=', filter.senderId);
  if (filter.messageId !== undefined) query = query.where('message_id', '=', filter.messageId);
  if (filter.endpointId !== undefined) query = query.where('endpoint_id', '=', filter.endpointId);
  if (filter.deliveryId !== undefined) query = query.where('delivery_id', '=', filter.deliveryId);
  return query;
};

/** One page, newest first, and one row more to learn whether another page follows. */
export const listCalls = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: CallFilter,
): Promise<CallSummaryRow[]> => {
  const builder = queryBuilder<Tables>(db);
  const query = applyFilter(builder.selectFrom('calls').select(summaryColumns), filter)
    .where('company_id', '=', companyId)
    .where('id', '>=', range.from)
    .where('id', '<', range.below);
  // A message or a delivery has few calls. Fenced off, they are found by their index; with the order in sight, the database reads a
  // partition that it takes for empty by its key from end to end.
  const isFew = filter.messageId !== undefined || filter.deliveryId !== undefined;
  return await builder
    .with(
      (name) => (isFew ? name('found').materialized() : name('found')),
      () => query,
    )
    .selectFrom('found')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(range.limit + 1)
    .execute();
};

/** How far back a range goes after so many rows; null when it ends before. Reads nothing but the key. */
export const findCallEdge = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  rowsMax: number,
): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-call-edge',
    text: `select id from calls where company_id = $1 and id >= $2 and id < $3 order by id desc offset $4 limit 1`,
    values: [companyId, range.from, range.below, rowsMax - 1],
  });
  return rows[0]?.id ?? null;
};

/** The newest ids from a moment on, newest first. */
export const listCallIds = async (
  db: pg.Pool,
  companyId: string,
  from: string,
  idsMax: number,
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-call-ids',
    text: 'select id from calls where company_id = $1 and id >= $2 order by id desc limit $3',
    values: [companyId, from, idsMax],
  });
  return rows.map(({ id }) => id);
};

/** Of these calls the ones that fit, oldest first. */
export const pickCalls = async (
  db: pg.Pool,
  companyId: string,
  ids: readonly string[],
  filter: CallFilter,
): Promise<CallSummaryRow[]> =>
  await applyFilter(queryBuilder<Tables>(db).selectFrom('calls').select(summaryColumns), filter)
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
