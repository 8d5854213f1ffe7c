// One page of a list by a filter that no index knows. Such a search reads at most so many rows a page: one that finds
// little comes back with few rows, or none, and a cursor to go on from, instead of reading years while somebody waits.

import type { Reach } from './database/measure-rows.ts';
import { encodeCursor, type IdRange, readNewestFirst, spansOf, toPage } from './paging.ts';

/**
 * A text is looked for in whole bodies. Both take well under 100 ms on one core, also for a small company beside large ones,
 * each of whose rows lies on another page of the disk.
 */
export const textRowsMax = 10_000;
export const plainRowsMax = 15_000;

export interface Search<Row extends { id: string }, Item> {
  readonly list: string;
  readonly range: IdRange;
  /** Null: an index finds what the filter asks for. */
  readonly rowsMax: number | null;
  /** Counts rows by their key alone. */
  readonly measure: (range: IdRange, rowsMax: number) => Promise<Reach>;
  readonly read: (range: IdRange) => Promise<Row[]>;
  readonly present: (row: Row) => Item;
}

/** The rows found, and how far back was looked; null: to the end. */
const searchRows = async <Row extends { id: string }, Item>(
  { range, measure, read }: Search<Row, Item>,
  rowsMax: number,
): Promise<{ readonly rows: Row[]; readonly edge: string | null }> => {
  const rows: Row[] = [];
  let left = rowsMax;
  for (const span of spansOf(range)) {
    const { count, edge } = await measure(span, left);
    left -= count;
    const reached = left === 0 ? edge : null;
    if (count > 0) {
      rows.push(...(await read({ ...span, from: reached ?? span.from, limit: range.limit - rows.length })));
    }
    if (rows.length > range.limit || reached !== null) return { rows, edge: reached };
  }
  return { rows, edge: null };
};

export const searchPage = async <Row extends { id: string }, Item>(
  search: Search<Row, Item>,
): Promise<{ data: Item[]; next_cursor: string | null }> => {
  const { list, range, rowsMax, read, present } = search;
  const { rows, edge } =
    rowsMax === null
      ? { rows: await readNewestFirst(range, read), edge: null }
      : await searchRows(search, rowsMax);
  const page = toPage(list, rows, range.limit, present);
  if (page.next_cursor !== null || edge === null) return page;
  return { ...page, next_cursor: encodeCursor(list, edge) };
};
