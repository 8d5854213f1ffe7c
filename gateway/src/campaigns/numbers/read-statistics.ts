// The numbers of a campaign, from its counters: never by reading its people.

import type { CampaignStatistics, CampaignStatisticsQuery } from '@hudhud/contract/campaign-statistics.ts';
import type { RecipientState } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { readFailure } from '../../monitoring/calls/read-failure.ts';
import { toPublicId } from '../../platform/ids.ts';
import { minuteMilliseconds } from '../../platform/time.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { type Counts, noCounts, totalOf } from '../present.ts';
import { type CountRow, findSampleFailures, sumCounts } from './queries.ts';

// Percentiles from counted classes of time. A class is a twentieth of a power of ten (see `time_class` in the migration);
// its middle is off by 6 % at the most.

const classesPerPower = 20;

interface TimeClass {
  readonly name: string;
  readonly count: number;
}

/** Providers report times to the second: the first class is "at once". */
const secondsOf = (timeClass: number): number =>
  timeClass === 0 ? 0 : Number((10 ** ((timeClass + 0.5) / classesPerPower) / 1_000).toPrecision(3));

export const percentilesOf = (rows: readonly TimeClass[]): CampaignStatistics['seconds_to_read'] => {
  const classes = rows
    .map(({ name, count }) => ({ timeClass: Number(name), count }))
    .toSorted((one, two) => one.timeClass - two.timeClass);
  const count = classes.reduce((sum, one) => sum + one.count, 0);
  const at = (share: number): number | null => {
    let seen = 0;
    for (const one of classes) {
      seen += one.count;
      if (seen >= share * count) return secondsOf(one.timeClass);
    }
    return null;
  };
  return { count, p50: at(0.5), p90: at(0.9), p99: at(0.99) };
};

/** More reasons than this are no help. */
const reasonsMax = 50;

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const ratesOf = (counts: Counts, replied: number): CampaignStatistics['rates'] => {
  const delivered = counts.delivered + counts.read;
  const sent = counts.sent + delivered;
  const tried = sent + counts.failed + counts.unconfirmed;
  return {
    sent: rate(sent, tried),
    delivered: rate(delivered, sent),
    read: rate(counts.read, sent),
    failed: rate(counts.failed, tried),
    replied: rate(replied, sent),
  };
};

const countStates = (rows: readonly CountRow[]): Counts => {
  const counts = noCounts();
  for (const { name, count } of rows) counts[name as RecipientState] += count;
  return counts;
};

type Moment = CampaignStatistics['over_time'][number];

const countOverTime = (rows: readonly CountRow[], by: 'minute' | 'hour'): Moment[] => {
  const minutes = by === 'hour' ? 60 : 1;
  const moments = new Map<number, Moment>();
  for (const { name, detail, count } of rows) {
    const at = Math.floor(Number(name) / minutes) * minutes;
    const moment = moments.get(at) ?? {
      at: new Date(at * minuteMilliseconds).toISOString(),
      sent: 0,
      delivered: 0,
      read: 0,
      failed: 0,
      replied: 0,
    };
    moment[detail as keyof Omit<Moment, 'at'>] += count;
    moments.set(at, moment);
  }
  return [...moments].toSorted(([one], [two]) => one - two).map(([, moment]) => moment);
};

/** People of no store are what is left of all. */
const countStores = (rows: readonly CountRow[], all: Counts): CampaignStatistics['stores'] => {
  const byStore = new Map<string, Counts>();
  const rest = { ...all };
  for (const { name, detail, count } of rows) {
    const counts = byStore.get(name) ?? noCounts();
    counts[detail as RecipientState] += count;
    rest[detail as RecipientState] -= count;
    byStore.set(name, counts);
  }
  const stores = [...byStore].map(([id, counts]) => ({
    store_id: toPublicId('store', id),
    total: totalOf(counts),
    counts,
  }));
  return totalOf(rest) === 0 ? stores : [...stores, { store_id: null, total: totalOf(rest), counts: rest }];
};

const listReasons = async (
  pool: pg.Pool,
  key: CampaignKey,
  rows: readonly CountRow[],
): Promise<CampaignStatistics['reasons']> => {
  const reasons = rows
    .filter(({ detail }) => detail !== '')
    .toSorted((one, two) => two.count - one.count)
    .slice(0, reasonsMax);
  const names = reasons.filter(({ name }) => name !== 'skipped').map(({ detail }) => detail);
  const samples = names.length > 0 ? await findSampleFailures(pool, key, [...new Set(names)]) : [];
  const failures = new Map(samples.map(({ reason, failure }) => [reason, readFailure(failure)]));
  return reasons.map(({ name, detail, count }) => ({
    state: name as RecipientState,
    reason: detail,
    count,
    error: name === 'skipped' ? null : (failures.get(detail) ?? null),
  }));
};

export const readCampaignStatistics = async (
  pool: pg.Pool,
  key: CampaignKey,
  { by = 'hour' }: CampaignStatisticsQuery,
): Promise<CampaignStatistics> => {
  const rows = await sumCounts(pool, key);
  const of = (kind: CountRow['kind']): CountRow[] => rows.filter((row) => row.kind === kind);
  const counts = countStates(of('state'));
  const overTime = countOverTime(of('minute'), by);
  const replied = overTime.reduce((sum, moment) => sum + moment.replied, 0);
  return {
    total: totalOf(counts),
    counts,
    rates: ratesOf(counts, replied),
    replied,
    reasons: await listReasons(pool, key, of('state')),
    over_time: overTime,
    stores: countStores(of('store'), counts),
    seconds_to_delivered: percentilesOf(of('delivered_in')),
    seconds_to_read: percentilesOf(of('read_in')),
    pricing: of('pricing')
      .map(({ name, count }) => ({ category: name, count }))
      .toSorted((one, two) => two.count - one.count),
  };
};
