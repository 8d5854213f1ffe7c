// The keys of recorded requests, apart from their queries: sending a message makes a request, and running a request again
// makes a message, so each of the two resources needs the keys of the other.

import type { ListFilters } from './list-pages.ts';

export const requestKeys = {
  all: ['requests'] as const,
  list: (filters: ListFilters) => [...requestKeys.all, 'list', filters] as const,
  one: (id: string) => [...requestKeys.all, 'one', id] as const,
  wrongTokens: ['requests', 'wrong-tokens'] as const,
  latestFailures: (limit: number) => [...requestKeys.all, 'latest-failures', limit] as const,
};
