// The filter behind a segment, for callers that want its people.

import type { ContactFilter } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import { findSegment } from './queries.ts';

export interface LoadedSegment {
  readonly name: string;
  readonly filter: ContactFilter;
}

/** Null when the company has no such segment. */
export const loadSegment = async (
  pool: pg.Pool,
  companyId: string,
  id: string,
): Promise<LoadedSegment | null> => {
  const row = await findSegment(pool, companyId, id);
  return row && { name: row.name, filter: row.filter };
};
