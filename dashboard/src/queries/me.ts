// The company that the pages are about. Loaded once before any of them shows, so pages may rely on it.

import type { Me } from '@hudhud/contract/companies.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from '../api.ts';

export const meKey = ['me'] as const;

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) => get<Me>('/me', { signal }),
  staleTime: 60_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;
