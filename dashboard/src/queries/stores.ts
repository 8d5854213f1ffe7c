// The stores of the company.

import type { Store, StoreBody } from '@hudhud/contract/companies.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, type Page, patch, post, remove } from '../api.ts';

const pathOf = (id: string): string => `/stores/${encodeURIComponent(id)}`;

const pageSize = 200;

/** All of them: a company has 500 at the most, and they are chosen from in forms. */
async function readAll(signal: AbortSignal): Promise<Store[]> {
  const stores: Store[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await get<Page<Store>>('/stores', { query: { limit: pageSize, cursor }, signal });
    stores.push(...page.data);
    if (page.next_cursor === null) return stores;
    cursor = page.next_cursor;
  }
}

export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: ({ signal }) => readAll(signal),
});

export const createStore = (body: StoreBody): Promise<Store> => post<Store>('/stores', { body });

export const renameStore = (id: string, body: StoreBody): Promise<Store> =>
  patch<Store>(pathOf(id), { body });

export const deleteStore = (id: string): Promise<unknown> => remove(pathOf(id));
