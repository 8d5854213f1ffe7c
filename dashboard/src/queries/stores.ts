// The stores of the company.

import type { Store, StoreBody } from '@hudhud/contract/companies.ts';
import { queryOptions } from '@tanstack/react-query';
import { patch, post, remove } from '../api.ts';
import { accountKeys } from './account.ts';
import { mutation } from './mutation.ts';
import { readAll } from './read-all.ts';

const storeKeys = { all: ['stores'] as const };

/** The session counts the stores of each company. */
const changes = [storeKeys.all, accountKeys.session];

const pathOf = (id: string): string => `/stores/${encodeURIComponent(id)}`;

/** A company has 500 at the most. */
export const storesQuery = queryOptions({
  queryKey: storeKeys.all,
  queryFn: ({ signal }) => readAll<Store>('/stores', signal),
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
