// Where the company stands with its limit, as the headers of any answer say it: `"company";r=59990;t=1`.

import { queryOptions } from '@tanstack/react-query';
import { getHeaders } from '../api.ts';

export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const numberOf = (header: string | null, name: string): number => {
  const found = new RegExp(`;${name}=(\\d+)`).exec(header ?? '')?.[1];
  return found === undefined ? Number.NaN : Number(found);
};

/** Null when the answer came without them. */
export function readRateLimit(headers: Headers): RateLimit | null {
  const policy = headers.get('ratelimit-policy');
  const state = headers.get('ratelimit');
  const read = {
    limit: numberOf(policy, 'q'),
    windowSeconds: numberOf(policy, 'w'),
    remaining: numberOf(state, 'r'),
    resetSeconds: numberOf(state, 't'),
  };
  return Object.values(read).some(Number.isNaN) ? null : read;
}

const refreshMilliseconds = 5_000;

export const rateLimitQuery = queryOptions({
  queryKey: ['rate-limit'] as const,
  queryFn: async ({ signal }) => readRateLimit(await getHeaders('/me', { signal })),
  refetchInterval: refreshMilliseconds,
});
