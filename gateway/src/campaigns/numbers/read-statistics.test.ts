import { describe, expect, it } from 'vitest';
import { percentilesOf } from './read-statistics.ts';

/** As `time_class` of the migration has it. */
const classOf = (seconds: number): string =>
  String(Math.floor(20 * Math.log10(Math.max(1, seconds * 1_000))));

describe('percentiles', () => {
  it('of nothing are nothing', () => {
    expect(percentilesOf([])).toEqual({ count: 0, p50: null, p90: null, p99: null });
  });

  it('are right to 6 %', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ name: classOf(index + 1), count: 1 }));
    const { count, p50, p90, p99 } = percentilesOf(rows);
    expect(count).toBe(1_000);
    for (const [found, meant] of [
      [p50, 500],
      [p90, 900],
      [p99, 990],
    ] as const) {
      expect(Math.abs((found ?? 0) - meant) / meant).toBeLessThan(0.075);
    }
  });

  it('of what came at once are 0', () => {
    expect(percentilesOf([{ name: '0', count: 3 }])).toMatchObject({ p50: 0, p99: 0 });
  });
});
