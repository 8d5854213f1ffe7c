// Cursors for lists that are read by key, newest first. A cursor is the id of the last row of a page in an opaque
// wrapping that names its list, so that a cursor of one list is refused by another.

import { AppError, fieldProblem } from './errors.ts';
import { firstUuidAt, isUuid, timeOfUuid } from './ids.ts';
import { dayMilliseconds } from './time.ts';

export const invalidCursor = (): AppError =>
  new AppError('invalid_cursor', {
    errors: [
      { code: 'invalid_cursor', parameter: 'cursor', detail: 'This cursor does not belong to this list.' },
    ],
  });

export const encodeCursor = (list: string, id: string): string =>
  Buffer.from(`${list}:${id}`).toString('base64url');

const decodeCursor = (list: string, cursor: string): string => {
  const [name, id, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(':');
  if (name !== list || !id || !isUuid(id) || rest.length > 0) throw invalidCursor();
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
export const readTime = (parameter: 'since' | 'until', text: string): number => {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  const detail = `"${parameter}" must be a date and time such as 2026-11-15T09:30:00Z.`;
  throw fieldProblem('invalid_value', { parameter }, detail);
};

/** The page query as a range of ids: a time range is an id range, because ids carry their time. */
export const toIdRange = (list: string, query: PageQuery): IdRange => {
  const from = query.since === undefined ? firstUuidAt(0) : firstUuidAt(readTime('since', query.since));
  const until = query.until === undefined ? lastUuid : firstUuidAt(readTime('until', query.until));
  const after = query.cursor === undefined ? lastUuid : decodeCursor(list, query.cursor);
  return { from, below: after < until ? after : until, limit: query.limit ?? 50 };
};

/** Where a range is cut, in days before its newest moment. */
const cutDays = [3, 14, 60];

/**
 * A range in parts, newest first. Planning takes time for every partition in a range: 20 to 50 ms for half a year, and ten
 * times that on a new connection, where reading a page takes one. A page is usually full after the first part.
 */
export const spansOf = (range: IdRange): IdRange[] => {
  const newest = Math.min(timeOfUuid(range.below).getTime(), Date.now());
  const cuts = cutDays
    .map((days) => firstUuidAt(Math.max(0, newest - days * dayMilliseconds)))
    .filter((cut) => cut > range.from);
  return [...cuts, range.from].map((from, index) => ({
    ...range,
    from,
    below: cuts[index - 1] ?? range.below,
  }));
};

/** Reads a list part by part until it has one row more than the limit. */
export const readNewestFirst = async <Row>(
  range: IdRange,
  read: (range: IdRange) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const span of spansOf(range)) {
    rows.push(...(await read({ ...span, limit: range.limit - rows.length })));
    if (rows.length > range.limit) break;
  }
  return rows;
};

/** A row that refers to another is younger, but the clock of another machine may be off by this much. */
const clockMilliseconds = 3_600_000;
/** An id has 48 bits of it. */
const timeMax = 2 ** 48 - 1;

/** The first id that something about this one can have. */
export const firstIdAbout = (id: string): string =>
  firstUuidAt(Math.max(0, timeOfUuid(id).getTime() - clockMilliseconds));

/** The last id that something at the time of this one can have, by the clock of another machine. */
export const lastIdAbout = (id: string): string =>
  firstUuidAt(Math.min(timeMax, timeOfUuid(id).getTime() + clockMilliseconds));

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
