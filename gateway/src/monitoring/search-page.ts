// One page of a list by a filter that no index knows. Such a search reads at most so many rows a page: one that finds
// little comes back with few rows, or none, and a cursor to go on from, instead of reading years while somebody waits.

import { encodeCursor, type IdRange, toPage } from '../platform/paging.ts';

/** A text is looked for in whole bodies. */
export const textRowsMax = 20_000;
export const plainRowsMax = 100_000;

export interface Search<Row extends { id: string }, Item> {
  readonly list: string;
  readonly range: IdRange;
  /** Null: an index finds what the filter asks for. */
  readonly rowsMax: number | null;
  /** The id that lies so many rows back; null when the range ends before. */
  readonly findEdge: (range: IdRange, rowsMax: number) => Promise<string | null>;
  readonly read: (range: IdRange) => Promise<Row[]>;
  readonly present: (row: Row) => Item;
}

export const searchPage = async <Row extends { id: string }, Item>(
  search: Search<Row, Item>,
): Promise<{ data: Item[]; next_cursor: string | null }> => {
  const { list, range, rowsMax, present } = search;
  const edge = rowsMax === null ? null : await search.findEdge(range, rowsMax);
  const rows = await search.read(edge === null ? range : { ...range, from: edge });
  const page = toPage(list, rows, range.limit, present);
  if (page.next_cursor !== null || edge === null) return page;
  return { ...page, next_cursor: encodeCursor(list, edge) };
};
