// Reads a list whole, for what is chosen from in forms. Only for lists with a bound on how long they get.

import { get, type Page } from '../api.ts';

const pageSize = 200;

export async function readAll<Item>(
  path: string,
  signal: AbortSignal,
  filters: Readonly<Record<string, string>> = {},
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await get<Page<Item>>(path, { query: { ...filters, limit: pageSize, cursor }, signal });
    items.push(...page.data);
    if (page.next_cursor === null) return items;
    cursor = page.next_cursor;
  }
}
