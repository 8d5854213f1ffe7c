// Some bars beside each other, and the time they stand for.

import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';

export interface Stretch {
  readonly from: number;
  /** Included. */
  readonly to: number;
}

export const stretchBetween = (one: number, other: number): Stretch => ({
  from: Math.min(one, other),
  to: Math.max(one, other),
});

/** The first and the last bar may begin before the time that was asked for, and end after it. */
export function toRange(
  { buckets, bucket_seconds, since, until }: LogStatistics,
  { from, to }: Stretch,
): { since: string; until: string } {
  const begins = buckets[from]?.starts_at ?? since;
  const last = buckets[to]?.starts_at;
  const ends = last === undefined ? until : new Date(Date.parse(last) + bucket_seconds * 1_000).toISOString();
  return { since: begins < since ? since : begins, until: ends > until ? until : ends };
}
