// The stores of the company.

import type { Store, StoreBody } from '@hudhud/contract/companies.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, type Page, patch, post, remove } from '../api.ts';
import { accountKeys } from './account.ts';
import { mutation } from './mutation.ts';

export const storeKeys = { all: ['stores'] as const };

/** The session counts the stores of each company. */
const changes = [storeKeys.all, accountKeys.session];

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
  queryKey: storeKeys.all,
  queryFn: ({ signal }) => readAll(signal),
});

export const createStore = mutation({
  mutationFn: (body: StoreBody) => post<Store>('/stores', { body }),
  changes,
});

export const renameStore = mutation({
  mutationFn: ({ id, body }: { id: string; body: StoreBody }) => patch<Store>(pathOf(id), { body }),
  changes,
});

export const deleteStore = mutation({ mutationFn: (id: string) => remove(pathOf(id)), changes });
