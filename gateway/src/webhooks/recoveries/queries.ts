// The SQL of recoveries: deliveries of a time range that are requeued, page by page.

import type { Queryable } from '../../platform/database/database.ts';

export interface RecoveryRow {
  company_id: string;
  id: string;
  endpoint_id: string;
  from_id: string;
  below_id: string;
  only_failed: boolean;
  total: number;
  put_back: number;
  cursor_id: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export type RecoveryRange = Pick<
  RecoveryRow,
  'company_id' | 'endpoint_id' | 'from_id' | 'below_id' | 'only_failed'
>;

/** Tests are never repeated, and what waits is on its way already. Failures are asked for in the words of their small index. */
const matches = (onlyFailed: boolean): string => `
  company_id = $1 and endpoint_id = $2 and deliveries.id > $3 and deliveries.id < $4 and event_type <> 'test'
  and ${
    onlyFailed
      ? `state in ('failed', 'skipped') and (error_class is not null or skipped_at is not null)`
      : `state in ('failed', 'skipped', 'delivered')`
  }`;

export const countRecoverable = async (
  db: Queryable,
  range: RecoveryRange,
  countMax: number,
): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from (select 1 from deliveries where ${matches(range.only_failed)} limit $5) as found`,
    [range.company_id, range.endpoint_id, range.from_id, range.below_id, countMax],
  );
  return rows[0]?.count ?? 0;
};

/** Null when one is running already. */
export const insertRecovery = async (
  db: Queryable,
  range: RecoveryRange,
  id: string,
  total: number,
): Promise<RecoveryRow | null> => {
  const { rows } = await db.query<RecoveryRow>(
    `insert into recoveries (company_id, id, endpoint_id, from_id, below_id, only_failed, total)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning *`,
    [range.company_id, id, range.endpoint_id, range.from_id, range.below_id, range.only_failed, total],
  );
  return rows[0] ?? null;
};

export const findRecovery = async (
  db: Queryable,
  companyId: string,
  webhookId: string,
  id: string,
): Promise<RecoveryRow | null> => {
  const { rows } = await db.query<RecoveryRow>(
    'select * from recoveries where company_id = $1 and endpoint_id = $2 and id = $3',
    [companyId, webhookId, id],
  );
  return rows[0] ?? null;
};

export const findRunningRecovery = async (
  db: Queryable,
  companyId: string,
  webhookId: string,
): Promise<RecoveryRow | null> => {
  const { rows } = await db.query<RecoveryRow>(
    `select * from recoveries where company_id = $1 and endpoint_id = $2 and finished_at is null`,
    [companyId, webhookId],
  );
  return rows[0] ?? null;
};

const pageText = (onlyFailed: boolean): string => `
  with page as materialized (
    select id from deliveries where ${matches(onlyFailed)} order by id limit $5
  ),
  moved as (
    update recoveries
    set cursor_id = coalesce((select max(id::text)::uuid from page), cursor_id),
      put_back = put_back + (select count(*) from page),
      finished_at = case when (select count(*) from page) < $5 then now() end
    where company_id = $1 and id = $6 and cursor_id is not distinct from $7 and finished_at is null
    returning id
  ),
  put_back as (
    update deliveries set state = 'waiting', lane_id = $2, due_at = $8, step = 0, updated_at = $8
    where company_id = $1 and id = any (array(select id from page)) and deliveries.id > $3 and deliveries.id < $4
      and exists (select 1 from moved)
  )
  select count(*)::integer as count from page where exists (select 1 from moved)`;

/**
 * Requeues the next page and moves the recovery along, both or neither. Answers how many. The cursor in the
 * condition lets only one of two processes move it.
 */
export const putBackPage = async (
  db: Queryable,
  recovery: RecoveryRow,
  rowsMax: number,
  now: Date,
): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(pageText(recovery.only_failed), [
    recovery.company_id,
    recovery.endpoint_id,
    recovery.cursor_id ?? recovery.from_id,
    recovery.below_id,
    rowsMax,
    recovery.id,
    recovery.cursor_id,
    now,
  ]);
  return rows[0]?.count ?? 0;
};
