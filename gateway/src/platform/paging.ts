// Cursors for lists that are read by key, newest first. A cursor is the id of the last row of a page in an opaque
// wrapping that names its list, so that a cursor of one list is refused by another.

import { AppError } from './errors.ts';
import { firstUuidAt, timeOfUuid } from './ids.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const encodeCursor = (list: string, id: string): string =>
  Buffer.from(`${list}:${id}`).toString('base64url');

const decodeCursor = (list: string, cursor: string): string => {
  const [name, id, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(':');
  if (name !== list || !id || !uuidPattern.test(id) || rest.length > 0) {
    throw new AppError('invalid_cursor', {
      errors: [
        { code: 'invalid_cursor', parameter: 'cursor', detail: 'This cursor does not belong to this list.' },
      ],
    });
  }
  return id;
};

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface IdRange {
  /** Ids at or above this one. */
  readonly from: string;
  /** Ids below this one. */
  readonly below: string;
  readonly limit: number;
}

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The schema lets leap seconds and offsets without minutes pass, which `Date` cannot read. */
const readTime = (parameter: 'since' | 'until', text: string): number => {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  const detail = `"${parameter}" must be a date and time such as 2026-11-15T09:30:00Z.`;
  throw new AppError('invalid_value', { detail, errors: [{ code: 'invalid_value', parameter, detail }] });
};

/** What a page query asks for, as a range of ids: a time range is an id range, because ids carry their time. */
export const toIdRange = (list: string, query: PageQuery): IdRange => {
  const from = query.since === undefined ? firstUuidAt(0) : firstUuidAt(readTime('since', query.since));
  const until = query.until === undefined ? lastUuid : firstUuidAt(readTime('until', query.until));
  const after = query.cursor === undefined ? lastUuid : decodeCursor(list, query.cursor);
  return { from, below: after < until ? after : until, limit: query.limit ?? 50 };
};

const recentMilliseconds = 3 * 86_400_000;

/**
 * Reads the last days first, and the rest only when they do not fill the page: planning a list takes time for every partition
 * in its range, which for half a year is more than reading the page.
 */
export const readRecentFirst = async <Row>(
  range: IdRange,
  read: (range: IdRange) => Promise<Row[]>,
): Promise<Row[]> => {
  const newest = Math.min(timeOfUuid(range.below).getTime(), Date.now());
  const edge = firstUuidAt(Math.max(0, newest - recentMilliseconds));
  if (edge <= range.from) return await read(range);
  const recent = await read({ ...range, from: edge });
  if (recent.length > range.limit) return recent;
  const rest = { ...range, below: edge, limit: range.limit - recent.length };
  return [...recent, ...(await read(rest))];
};

/** One row more than the limit was read to learn whether there is a next page. */
export const toPage = <Row extends { id: string }, Item>(
  list: string,
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(present),
    next_cursor: rows.length > limit && last ? encodeCursor(list, last.id) : null,
  };
};
