// Percentiles from counted classes of time. A class is a twentieth of a power of ten (see `time_class` in the migration);
// its middle is off by 6 % at the most.

import type { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';

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
