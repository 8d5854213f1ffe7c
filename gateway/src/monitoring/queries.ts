// The SQL of the Event Monitor: requests that came in.

import type { RequestFilter } from '@hudhud/contract/requests.ts';
import { type RawBuilder, type ReferenceExpression, sql } from 'kysely';
import type pg from 'pg';
import { batchedStatement } from '../platform/database/batched-statement.ts';
import { queryBuilder } from '../platform/database/database.ts';
import { bucketOf, groupFailures, sumUp } from '../platform/database/log-sums.ts';
import { isAmong, isInRange } from '../platform/database/rows-of-company.ts';
import { containing, literal } from '../platform/database/storable-text.ts';
import type { Buckets, FailureRow, SumRow } from '../platform/log-statistics.ts';
import type { IdRange } from '../platform/paging.ts';
import { insertRequestsFrom } from './answering/queries.ts';
import { type RequestRow, requestColumns } from './request-row.ts';

interface StoredRequest {
  company_id: string;
  id: string;
  method: string;
  path: string;
  status: number;
  error_code: string | null;
  duration_ms: number;
  source: string;
  user_agent: string | null;
  caller_request_id: string | null;
  idempotency_key: string | null;
  body: string | null;
  body_bytes: number;
  body_is_whole: boolean;
  answer: string | null;
  message_id: string | null;
  retry_of: string | null;
  /** JSON. */
  headers: string | null;
}

interface Tables {
  requests: StoredRequest;
}

const summaryColumns = [
  'id',
  'method',
  'path',
  'status',
  'error_code',
  'duration_ms',
  'source',
  'user_agent',
  'message_id',
  'retry_of',
] as const;

export type RequestSummaryRow = Pick<StoredRequest, (typeof summaryColumns)[number]>;
export type RequestDetailRow = StoredRequest;

const insertingRequests = batchedStatement('insert-requests', { requests: requestColumns }, ({ requests }) =>
  insertRequestsFrom(requests.rows),
);

/** Writes requests that made no message. Ids are ours, so writing a batch again after a lost reply changes nothing. */
export const insertRequests = async (db: pg.Pool, rows: readonly RequestRow[]): Promise<void> => {
  await db.query(insertingRequests({ requests: rows }));
};

export const findRequest = async (
  db: pg.Pool,
  companyId: string,
  id: string,
): Promise<RequestDetailRow | null> => {
  const { rows } = await db.query<RequestDetailRow>({
    name: 'find-request',
    text: 'select * from requests where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

/** Characters that people put between the digits of a number are ignored. */
const holdsDigits = (column: 'body' | 'path', digits: string) =>
  sql<boolean>`translate(${sql.ref(column)}, ' ().-', '') like ${`%${digits}%`}`;

/** The requests among these that match the filter. */
const fitting = (db: pg.Pool, isOne: RawBuilder<boolean>, filter: RequestFilter) => {
  let query = queryBuilder<Tables>(db).selectFrom('requests');
  // Failed requests have a code; this condition is the one of their small index.
  if (filter.outcome === 'failed') query = query.where('error_code', 'is not', null);
  if (filter.outcome === 'accepted') query = query.where('status', '<', 400);
  if (filter.code !== undefined) query = query.where('error_code', '=', filter.code);
  if (filter.method !== undefined) query = query.where('method', '=', filter.method);
  if (filter.path !== undefined) query = query.where('path', 'like', `${literal(filter.path)}%`);
  if (filter.phone_number !== undefined) {
    const digits = filter.phone_number.replace(/\D/g, '');
    query = query.where((one) => one.or([holdsDigits('body', digits), holdsDigits('path', digits)]));
  }
  if (filter.text !== undefined) {
    const pattern = containing(filter.text);
    const columns: ReferenceExpression<Tables, 'requests'>[] = ['path', 'body', 'answer'];
    query = query.where((one) => one.or(columns.map((column) => one(column, 'ilike', pattern))));
  }
  return query.where(isOne);
};

/** One page, newest first, and one row more to learn whether another page follows. */
export const listRequests = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: RequestFilter,
): Promise<RequestSummaryRow[]> =>
  await fitting(db, isInRange(companyId, range), filter)
    .select(summaryColumns)
    .orderBy('id', 'desc')
    .limit(range.limit + 1)
    .execute();

/** The requests among these that match the filter, oldest first. */
export const pickRequests = async (
  db: pg.Pool,
  companyId: string,
  ids: readonly string[],
  filter: RequestFilter,
): Promise<RequestSummaryRow[]> =>
  await fitting(db, isAmong(companyId, ids), filter).select(summaryColumns).orderBy('id').execute();

export const sumRequests = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: RequestFilter,
): Promise<SumRow[]> =>
  await sumUp(
    queryBuilder<Tables>(db),
    fitting(db, isInRange(companyId, buckets), filter).select([
      bucketOf(buckets.edges).as('bucket'),
      sql<boolean>`error_code is not null`.as('is_failed'),
      'duration_ms as duration',
    ]),
  );

/** Ids inside a path would make a group of each request. */
const routeOfPath = sql<string>`method || ' ' ||
  regexp_replace(split_part(path, '?', 1), '/[a-z]+_[0-9a-hjkmnp-tv-z]{26}(?=/|$)', '/{id}', 'g')`;

export const groupFailedRequests = async (
  db: pg.Pool,
  companyId: string,
  buckets: Buckets,
  filter: RequestFilter,
): Promise<FailureRow[]> =>
  await groupFailures(
    queryBuilder<Tables>(db),
    fitting(db, isInRange(companyId, buckets), filter)
      .where('error_code', 'is not', null)
      .select(['id', 'error_code as code', routeOfPath.as('route'), sql<null>`null::text`.as('failure')]),
  );

/** Refused requests of one company in one minute; times in milliseconds since 1970. */
export interface RefusedCount {
  readonly companyId: string;
  readonly minute: number;
  readonly count: number;
  readonly lastAt: number;
  readonly lastSource: string;
}

/** A company may be deleted meanwhile. */
export const addRefusedCredentials = async (db: pg.Pool, counts: readonly RefusedCount[]): Promise<void> => {
  await db.query(
    `with added as (
       insert into refused_credentials (company_id, minute, count, last_at, last_source)
       select company_id, to_timestamp(minute / 1000.0), count, to_timestamp(last_at / 1000.0), last_source
       from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
         as refused (company_id, minute, count, last_at, last_source)
       where exists (select 1 from companies where id = company_id)
       order by company_id, minute
       on conflict (company_id, minute) do update set
         count = refused_credentials.count + excluded.count,
         last_source = case when excluded.last_at >= refused_credentials.last_at
           then excluded.last_source else refused_credentials.last_source end,
         last_at = greatest(refused_credentials.last_at, excluded.last_at)
     )
     delete from refused_credentials where minute < now() - interval '1 day'`,
    [
      counts.map(({ companyId }) => companyId),
      counts.map(({ minute }) => minute),
      counts.map(({ count }) => count),
      counts.map(({ lastAt }) => lastAt),
      counts.map(({ lastSource }) => lastSource),
    ],
  );
};

export interface RefusedRow {
  readonly count: string;
  readonly last_at: Date | null;
  readonly last_source: string | null;
}

export const sumRefusedCredentials = async (db: pg.Pool, companyId: string): Promise<RefusedRow> => {
  const { rows } = await db.query<RefusedRow>(
    `select coalesce(sum(count), 0)::text as count, max(last_at) as last_at,
       (array_agg(last_source order by last_at desc))[1] as last_source
     from refused_credentials
     where company_id = $1 and last_at > now() - interval '1 hour'`,
    [companyId],
  );
  return rows[0] ?? { count: '0', last_at: null, last_source: null };
};
