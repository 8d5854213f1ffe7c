import { describe, expect, it } from 'vitest';
import { firstUuidAt } from './ids.ts';
import { cutIntoBuckets, presentLogStatistics, readLogSpan } from './log-statistics.ts';

const now = Date.parse('2026-11-15T09:30:00.000Z');
const minute = 60_000;

describe('the time that a log is counted for', () => {
  it('is a day when nothing is said, and a month at most', () => {
    expect(readLogSpan({}, now)).toEqual({
      since: now + 1 - 24 * 60 * minute,
      until: now + 1,
      isWhole: true,
    });
    const long = readLogSpan({ since: '2020-01-01T00:00:00Z', until: '2026-11-15T00:00:00Z' }, now);
    expect(long.isWhole).toBe(false);
    expect(long.until - long.since).toBe(31 * 24 * 60 * minute);
  });

  it('does not run backwards', () => {
    const span = readLogSpan({ since: '2026-11-15T10:00:00Z', until: '2026-11-15T09:00:00Z' }, now);
    expect(cutIntoBuckets(span, null).startsAt.length).toBeLessThanOrEqual(1);
  });
});

describe('its buckets', () => {
  it.each([
    [1, 1],
    [15 * 60, 30],
    [3_600, 120],
    [86_400, 1_800],
    [7 * 86_400, 10_800],
    [31 * 86_400, 86_400],
  ])('are at most 60 of even length: %i seconds by %i', (seconds, step) => {
    const buckets = cutIntoBuckets({ since: now - seconds * 1_000, until: now, isWhole: true }, null);
    expect(buckets.seconds).toBe(step);
    expect(buckets.startsAt.length).toBeLessThanOrEqual(60);
    expect(buckets.startsAt.every((at) => at % (step * 1_000) === 0)).toBe(true);
  });

  it('begin where counting began when there was too much', () => {
    const edge = firstUuidAt(now - minute);
    const buckets = cutIntoBuckets({ since: now - 60 * minute, until: now, isWhole: true }, edge);
    expect(buckets).toMatchObject({ since: now - minute, from: edge, isWhole: false, seconds: 5 });
  });

  it('are shown without gaps', () => {
    const buckets = cutIntoBuckets({ since: now - 60 * minute, until: now, isWhole: true }, null);
    const shown = presentLogStatistics(
      buckets,
      [
        { bucket: 2, count: 5, failed: 1, p95: 12.34 },
        { bucket: null, count: 5, failed: 1, p95: 12.34 },
      ],
      [],
    );
    expect(shown).toMatchObject({ count: 5, failed: 1, p95_ms: 12.3, bucket_seconds: 120 });
    expect(shown.buckets).toHaveLength(30);
    expect(shown.buckets.map(({ count }) => count).join('')).toBe(`05${'0'.repeat(28)}`);
  });
});
