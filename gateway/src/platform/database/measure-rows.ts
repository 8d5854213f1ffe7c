// How many rows of a company lie in a range of ids, up to a bound. It reads nothing but a key.

import type { Queryable } from './database.ts';

export interface MeasuredRange {
  readonly table: 'messages' | 'requests' | 'calls' | 'deliveries';
  readonly companyId: string;
  readonly from: string;
  readonly below: string;
  /** Only those of one webhook, which have an index of their own. */
  readonly webhookId?: string | undefined;
  /** Only requests that failed, which have an index of their own. */
  readonly hasFailed?: boolean;
}

export interface Reach {
  readonly count: number;
  /** The id of the last of them, newest first; null when there is none. */
  readonly edge: string | null;
}

export const measureRows = async (db: Queryable, range: MeasuredRange, rowsMax: number): Promise<Reach> => {
  const isOfOne = range.webhookId !== undefined;
  const only = `${isOfOne ? 'and endpoint_id = $5' : ''} ${range.hasFailed ? 'and error_code is not null' : ''}`;
  const { rows } = await db.query<Reach>(
    `select count(*)::integer as count, (array_agg(id))[count(*)] as edge
     from (
       select id from ${range.table}
       where company_id = $1 and id >= $2 and id < $3 ${only}
       order by id desc limit $4
     ) as newest`,
    [range.companyId, range.from, range.below, rowsMax, ...(isOfOne ? [range.webhookId] : [])],
  );
  return rows[0] ?? { count: 0, edge: null };
};

/** How far back a range of this many rows reaches; null when there are fewer. */
export const findEdge = async (
  db: Queryable,
  range: MeasuredRange,
  rowsMax: number,
): Promise<string | null> => {
  const { count, edge } = await measureRows(db, range, rowsMax);
  return count < rowsMax ? null : edge;
};
