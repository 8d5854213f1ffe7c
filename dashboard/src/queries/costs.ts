// What messages have cost, and the rates they are priced by.

import type { CostGroup, Costs, Rate, RatesImported } from '@hudhud/contract/costs.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from '../api.ts';
import { mutation } from './mutation.ts';

const costKeys = {
  all: ['costs'] as const,
  spent: (group: CostGroup, from: string) => [...costKeys.all, 'spent', group, from] as const,
  rates: () => [...costKeys.all, 'rates'] as const,
};

export const costsQuery = (group: CostGroup, from: string) =>
  queryOptions({
    queryKey: costKeys.spent(group, from),
    queryFn: ({ signal }) => get<Costs>('/costs', { query: { group, from }, signal }),
    placeholderData: keepPreviousData,
  });

export const ratesQuery = queryOptions({
  queryKey: costKeys.rates(),
  queryFn: async ({ signal }) => (await get<{ data: Rate[] }>('/costs/rates', { signal })).data,
});

export const importRates = mutation({
  mutationFn: (csv: string) => post<RatesImported>('/operator/rates', { body: { csv } }),
  changes: [costKeys.all],
});
