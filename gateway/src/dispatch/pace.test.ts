import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPace, type Pace } from './pace.ts';

const windowMilliseconds = 1_000;

/** The most that went in any window of one second, which begins with a message and ends right before its second does. */
const mostInOneSecond = (times: readonly number[]): number => {
  let most = 0;
  let from = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[from] ?? 0) >= windowMilliseconds) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
};

/** Sends whenever it may, looking at these moments. */
const sendAt = (pace: Pace, moments: Iterable<number>): number[] => {
  const sent: number[] = [];
  for (const now of moments) {
    while (pace.waitAt(now) === 0) {
      pace.take(now);
      sent.push(now);
    }
  }
  return sent;
};

const moments = (gaps: readonly number[]): number[] => {
  let now = 5_000;
  return gaps.map((gap) => {
    now += gap;
    return now;
  });
};

/** Gaps between looks: none, small, and pauses in which a burst is saved up. */
const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.double({ min: 0, max: 20, noNaN: true }), fc.integer({ min: 100, max: 3_000 })),
  { minLength: 10, maxLength: 400 },
);

describe('the pace of a sender', () => {
  it('lets no more than the limit go in any second, however it is asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), gaps, (limit, pattern) => {
        const sent = sendAt(createPace(limit), moments(pattern));
        expect(mostInOneSecond(sent)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 300 },
    );
  });

  it.each([1, 2, 7, 20, 80, 250, 1_000])(
    'of %i per second is nearly reached when there is enough',
    (limit) => {
      const seconds = 30;
      const everyMillisecond = Array.from({ length: seconds * 1_000 }, (_, index) => index);
      const sent = sendAt(createPace(limit), everyMillisecond);
      expect(mostInOneSecond(sent)).toBeLessThanOrEqual(limit);
      expect(sent.length / seconds).toBeGreaterThan(limit * 0.9);
    },
  );

  it('says the same by its room and by its wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        gaps,
        fc.integer({ min: 0, max: 5 }),
        (limit, pattern, slow) => {
          const pace = createPace(limit);
          for (const [index, now] of moments(pattern).entries()) {
            if (slow > 0 && index % 17 === slow) pace.slowDown(now);
            const room = pace.roomAt(now);
            expect(room > 0).toBe(pace.waitAt(now) < 1e-6);
            for (let taken = 0; taken < room; taken += 1) {
              expect(pace.waitAt(now)).toBeLessThan(1e-6);
              pace.take(now);
            }
            expect(pace.roomAt(now)).toBe(0);
            expect(pace.waitAt(now)).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has room again after the wait it named', () => {
    const pace = createPace(80);
    for (let now = 0; now < 2_000; now += 1) {
      sendAt(pace, [now]);
      const later = now + pace.waitAt(now);
      expect(pace.waitAt(later)).toBeLessThan(1e-6);
      expect(pace.roomAt(later)).toBeGreaterThanOrEqual(1);
    }
  });

  it('is halved by a slow-down, holds that, and recovers within twenty seconds', () => {
    const pace = createPace(100);
    const full = pace.rateAt(0);
    pace.slowDown(0);
    expect(pace.rateAt(0)).toBeCloseTo(full / 2);
    const sent = sendAt(
      pace,
      Array.from({ length: 1_000 }, (_, index) => index),
    );
    expect(sent.length).toBeLessThan(full * 0.6);
    expect(pace.rateAt(5_000)).toBeCloseTo(full * 0.75);
    expect(pace.rateAt(20_000)).toBeCloseTo(full);
    expect(pace.rateAt(60_000)).toBeCloseTo(full);
  });

  it('is halved again and again, but never to a standstill', () => {
    const pace = createPace(100);
    const full = pace.rateAt(0);
    pace.slowDown(0);
    pace.slowDown(0);
    expect(pace.rateAt(0)).toBeCloseTo(full / 4);
    for (let times = 0; times < 50; times += 1) pace.slowDown(0);
    expect(pace.rateAt(0)).toBeGreaterThanOrEqual(1);
  });

  it('follows a new limit, in both directions', () => {
    const pace = createPace(100);
    sendAt(pace, [0]);
    pace.setLimit(10);
    const slow = sendAt(
      pace,
      Array.from({ length: 2_000 }, (_, index) => 1_000 + index),
    );
    expect(mostInOneSecond(slow)).toBeLessThanOrEqual(10);
    pace.setLimit(200);
    const quick = sendAt(
      pace,
      Array.from({ length: 2_000 }, (_, index) => 4_000 + index),
    );
    expect(mostInOneSecond(quick)).toBeLessThanOrEqual(200);
    expect(quick.length).toBeGreaterThan(300);
  });
});
