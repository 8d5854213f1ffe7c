// How a log is counted: which time, cut into which buckets, and what the sums look like outside. The buckets are ranges of ids,
// because ids carry their time: the database sorts rows into them without reading a clock.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { firstUuidAt, timeOfUuid } from './ids.ts';
import { readTime } from './paging.ts';
import { dayMilliseconds } from './time.ts';

/** So many rows of a log are counted at once, the newest first: 20,000 requests take about 20 ms. */
export const countedRowsMax = 20_000;
export const failureGroupsMax = 20;

const bucketsMax = 60;
const spanMillisecondsMax = 31 * dayMilliseconds;
const steps = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400];

export interface LogSpan {
  readonly since: number;
  readonly until: number;
  /** False: it was cut. */
  readonly isWhole: boolean;
}

/** The time that a query asks for, one day when it does not say, at most 31 days. */
export const readLogSpan = (query: { since?: string; until?: string }, now: number): LogSpan => {
  // Ids of this very millisecond belong to it.
  const until = query.until === undefined ? now + 1 : readTime('until', query.until);
  const asked = query.since === undefined ? until - dayMilliseconds : readTime('since', query.since);
  const since = Math.max(asked, until - spanMillisecondsMax, 0);
  return { since: Math.min(since, until), until, isWhole: since <= asked };
};

export interface Buckets extends LogSpan {
  readonly seconds: number;
  readonly startsAt: readonly number[];
  /** The first id of each bucket: what `width_bucket` compares with, which counts from 1. */
  readonly edges: readonly string[];
  readonly from: string;
  readonly below: string;
}

/** `edge`: the oldest row that is counted, when not all are. */
export const cutIntoBuckets = (span: LogSpan, edge: string | null): Buckets => {
  const since = edge === null ? span.since : Math.max(span.since, timeOfUuid(edge).getTime());
  const length = Math.max(1, (span.until - since) / 1_000);
  const seconds = steps.find((step) => length / step <= bucketsMax - 1) ?? 86_400;
  const step = seconds * 1_000;
  const startsAt: number[] = [];
  for (let at = Math.floor(since / step) * step; at < span.until; at += step) startsAt.push(at);
  return {
    since,
    until: span.until,
    isWhole: span.isWhole && edge === null,
    seconds,
    startsAt,
    edges: startsAt.map((at) => firstUuidAt(at)),
    from: edge ?? firstUuidAt(since),
    below: firstUuidAt(span.until),
  };
};

/** Sums of one bucket, or of everything when `bucket` is null. */
export interface SumRow {
  bucket: number | null;
  count: number;
  failed: number;
  p95: number | null;
}

export interface FailureRow {
  code: string;
  route: string | null;
  /** One of them as it lies in its column. */
  failure: string | null;
  count: number;
  first_id: string;
  last_id: string;
}

/** With one of them in words, as the room that counts it explains it. */
export interface ExplainedRow extends Omit<FailureRow, 'failure'> {
  failure: Failure | null;
}

const round = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.round(milliseconds * 10) / 10;

export const presentLogStatistics = (
  buckets: Buckets,
  sums: readonly SumRow[],
  failures: readonly ExplainedRow[],
): LogStatistics => {
  const all = sums.find(({ bucket }) => bucket === null);
  const byBucket = new Map(sums.map((row) => [row.bucket, row]));
  const isoOf = (at: number): string => new Date(at).toISOString();
  return {
    since: isoOf(buckets.since),
    until: isoOf(buckets.until),
    is_whole: buckets.isWhole,
    count: all?.count ?? 0,
    failed: all?.failed ?? 0,
    p95_ms: round(all?.p95 ?? null),
    bucket_seconds: buckets.seconds,
    buckets: buckets.startsAt.map((at, index) => {
      const row = byBucket.get(index + 1);
      return {
        starts_at: isoOf(at),
        count: row?.count ?? 0,
        failed: row?.failed ?? 0,
        p95_ms: round(row?.p95 ?? null),
      };
    }),
    failures: failures.map(({ code, route, failure, count, first_id, last_id }) => ({
      code,
      route,
      failure,
      count,
      first_at: timeOfUuid(first_id).toISOString(),
      last_at: timeOfUuid(last_id).toISOString(),
    })),
  };
};
