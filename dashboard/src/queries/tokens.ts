// Named tokens: what the company's systems sign in with.

import type { NamedToken, NamedTokenChange, NewNamedToken } from '@hudhud/contract/tokens.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, patch, post, remove } from '../api.ts';
import { mutation } from './mutation.ts';

const tokenKeys = { all: ['tokens'] as const };
const changes = [tokenKeys.all];
const pathOf = (id: string): string => `/tokens/${encodeURIComponent(id)}`;

export const namedTokensQuery = queryOptions({
  queryKey: tokenKeys.all,
  queryFn: async ({ signal }) => (await get<{ data: NamedToken[] }>('/tokens', { signal })).data,
});

export const createToken = mutation({
  mutationFn: (body: NewNamedToken) => post<{ token: string; details: NamedToken }>('/tokens', { body }),
  changes,
});

export const changeToken = mutation({
  mutationFn: ({ id, body }: { id: string; body: NamedTokenChange }) =>
    patch<NamedToken>(pathOf(id), { body }),
  changes,
});

export const revokeToken = mutation({ mutationFn: (id: string) => remove(pathOf(id)), changes });
