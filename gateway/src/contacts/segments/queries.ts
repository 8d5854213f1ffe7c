// The SQL of segments.

import type { ContactFilter } from '@hudhud/contract/segments.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { IdRange } from '../../platform/paging.ts';

export interface SegmentRow {
  readonly id: string;
  readonly name: string;
  readonly filter: ContactFilter;
  readonly updated_at: Date;
}

export const listSegments = async (
  db: Queryable,
  companyId: string,
  range: IdRange,
): Promise<SegmentRow[]> => {
  const { rows } = await db.query<SegmentRow>(
    `select id, name, filter, updated_at from segments
     where company_id = $1 and id >= $2 and id < $3 order by id desc limit $4`,
    [companyId, range.from, range.below, range.limit + 1],
  );
  return rows;
};

export const findSegment = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<SegmentRow | null> => {
  const { rows } = await db.query<SegmentRow>(
    'select id, name, filter, updated_at from segments where company_id = $1 and id = $2',
    [companyId, id],
  );
  return rows[0] ?? null;
};

/** False when the company has as many as it may. */
export const insertSegment = async (
  db: Queryable,
  companyId: string,
  segment: { readonly id: string; readonly name: string; readonly filter: ContactFilter },
  max: number,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `insert into segments (company_id, id, name, filter)
     select $1, $2, $3, $4::jsonb where (select count(*) from segments where company_id = $1) < $5`,
    [companyId, segment.id, segment.name, JSON.stringify(segment.filter), max],
  );
  return rowCount === 1;
};

export const updateSegment = async (
  db: Queryable,
  companyId: string,
  id: string,
  change: { readonly name: string | null; readonly filter: ContactFilter | null },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update segments set name = coalesce($3, name), filter = coalesce($4::jsonb, filter), updated_at = now()
     where company_id = $1 and id = $2`,
    [companyId, id, change.name, change.filter && JSON.stringify(change.filter)],
  );
  return rowCount === 1;
};

export const deleteSegment = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query('delete from segments where company_id = $1 and id = $2', [
    companyId,
    id,
  ]);
  return rowCount === 1;
};
