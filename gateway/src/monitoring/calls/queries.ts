// The SQL of Webhook Logs: requests that we made.

import type { CallKind } from '@hudhud/contract/calls.ts';
import { type RawBuilder, type ReferenceExpression, sql } from 'kysely';
import type pg from 'pg';
import { batchedStatement } from '../../platform/database/batched-statement.ts';
import { queryBuilder } from '../../platform/database/database.ts';
import { bucketOf, groupFailures, sumUp } from '../../platform/database/log-sums.ts';
import { isAmong, isInRange, newestOf } from '../../platform/database/rows-of-company.ts';
import { containing } from '../../platform/database/storable-text.ts';
import type { Buckets, FailureRow, SumRow } from '../../platform/log-statistics.ts';
import { firstIdAbout, type IdRange } from '../../platform/paging.ts';
import { type CallRow, callColumns } from './call-row.ts';

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
  readonly webhookId?: string;
  readonly deliveryId?: string;
  /** The message that the delivery is about; null when it is about none. By it, the calls of the delivery are found. */
  readonly deliveryMessageId?: string | null;
  /** In the address, in what was sent, in what came back, or in why it failed. */
  readonly text?: string;
}

const insertingCalls = batchedStatement(
  'insert-calls',
  { calls: callColumns },
  ({ calls }) => `
  insert into calls (${callColumns.names})
  select ${callColumns.names} from ${calls.rows}
  on conflict do nothing`,
);

/** Calls that belong to no attempt of a message: those are written with its outcome. */
export const insertCalls = async (db: pg.Pool, rows: readonly CallRow[]): Promise<void> => {
  await db.query(insertingCalls({ calls: rows }));
};

/** The message of a delivery; undefined when it is no longer kept. */
export const findDeliveryMessage = async (
  db: pg.Pool,
  companyId: string,
  deliveryId: string,
): Promise<string | null | undefined> => {
  const { rows } = await db.query<{ message_id: string | null }>({
    name: 'find-delivery-message',
    text: 'select message_id from deliveries where company_id = $1 and id = $2',
    values: [companyId, deliveryId],
  });
  return rows[0]?.message_id;
};

export const findCall = async (db: pg.Pool, companyId: string, id: string): Promise<CallDetailRow | null> => {
  const { rows } = await db.query<CallDetailRow>({
    name: 'find-call',
    text: 'select * from calls where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

/** The calls among these that match the filter. */
const fitting = (db: pg.Pool, isOne: RawBuilder<boolean>, filter: CallFilter) => {
  let query = queryBuilder<Tables>(db).selectFrom('calls');
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.outcome === 'failed') query = query.where('outcome', '<>', 'sent');
  else if (filter.outcome === 'ok') query = query.where('outcome', '=', 'sent');
  else if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  if (filter.attempt !== undefined) query = query.where('attempt', '=', filter.attempt);
  if (filter.senderId !== undefined) query = query.where('sender_id', '=', filter.senderId);
  if (filter.messageId !== undefined) query = query.where('message_id', '=', filter.messageId);
  if (filter.webhookId !== undefined) query = query.where('endpoint_id', '=', filter.webhookId);
  if (filter.deliveryId !== undefined) query = query.where('delivery_id', '=', filter.deliveryId);
  if (filter.deliveryMessageId === null) query = query.where('message_id', 'is', null);
  else if (filter.deliveryMessageId !== undefined)
    query = query.where('message_id', '=', filter.deliveryMessageId);
  if (filter.text !== undefined) {
    const pattern = containing(filter.text);
    const columns: ReferenceExpression<Tables, 'calls'>[] = ['url', 'request_body', 'answer_body', 'failure'];
    query = query.where((one) => one.or(columns.map((column) => one(column, 'ilike', pattern))));
  }
  return query.where(isOne);
};

/** One page, newest first, and one row more to learn whether another page follows. */
export const listCalls = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: CallFilter,
): Promise<CallSummaryRow[]> => {
  const messageId = filter.messageId ?? filter.deliveryMessageId ?? null;
  const earliest = messageId === null ? range.from : firstIdAbout(messageId);
  const from = earliest > range.from ? earliest : range.from;
  const query = fitting(db, isInRange(companyId, { from, below: range.below }), filter).select(
    summaryColumns,
  );
  // A message or a delivery has few calls.
  const areFew = filter.messageId !== undefined || filter.deliveryMessageId !== undefined;
  return await newestOf(queryBuilder<Tables>(db), query, range.limit, areFew);
};

/** The calls among these that match the filter, oldest first. */
export const pickCalls = async (
  db: pg.Pool,
  companyId: string,
  ids: readonly string[],
  filter: CallFilter,
): Promise<CallSummaryRow[]> =>
  await fitting(db, isAmong(companyId, ids), filter).select(summaryColumns).orderBy('id').execute();

export const sumCalls = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: CallFilter,
): Promise<SumRow[]> =>
  await sumUp(
    queryBuilder<Tables>(db),
    fitting(db, isInRange(companyId, buckets), filter).select([
      bucketOf(buckets.edges).as('bucket'),
      sql<boolean>`outcome <> 'sent'`.as('is_failed'),
      'duration_ms as duration',
    ]),
  );

/** A failure is JSON in a text column; one of an older version may not be. */
const codeOfFailure = sql<string>`coalesce(substring(failure from '"code":"([^"]+)"'), error_class, outcome)`;
const hostOfUrl = sql<string>`method || ' ' || coalesce(substring(url from '^https?://([^/?#]+)'), url)`;

export const groupFailedCalls = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: CallFilter,
): Promise<FailureRow[]> =>
  await groupFailures(
    queryBuilder<Tables>(db),
    fitting(db, isInRange(companyId, buckets), filter)
      .where('outcome', '<>', 'sent')
      .select(['id', codeOfFailure.as('code'), hostOfUrl.as('route'), 'failure']),
  );
