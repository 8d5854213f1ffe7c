import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('counts per second and per phone number', () => {
  const pace = createPace();
  for (const at of [1_000, 1_999, 2_000]) pace.note('1', at);
  pace.note('2', 1_500);
  expect(pace.report()).toEqual([
    {
      phoneNumberId: '1',
      total: 3,
      peakInOneSecond: 2,
      seconds: [
        { second: 1, count: 2 },
        { second: 2, count: 1 },
      ],
    },
    { phoneNumberId: '2', total: 1, peakInOneSecond: 1, seconds: [{ second: 1, count: 1 }] },
  ]);
});

it('sees a burst across the border of two seconds', () => {
  const pace = createPace();
  for (const at of [1_600, 1_700, 2_400, 2_599]) pace.note('1', at);
  expect(pace.report()[0]?.peakInOneSecond).toBe(4);
});

it('knows the busiest span of one second, wherever it begins', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 }), (pauses) => {
      const pace = createPace();
      const times: number[] = [];
      for (const pause of pauses) times.push((times.at(-1) ?? 0) + pause);
      for (const time of times) pace.note('1', time);
      const busiest = Math.max(
        ...times.map((start) => times.filter((time) => time >= start && time < start + 1_000).length),
      );
      expect(pace.report()[0]?.peakInOneSecond).toBe(busiest);
    }),
  );
});

it('keeps about an hour of seconds and all of the total', () => {
  const pace = createPace();
  for (let second = 0; second < 10_000; second += 1) pace.note('1', second * 1_000);
  const [report] = pace.report();
  expect(report?.total).toBe(10_000);
  expect(report?.seconds.length).toBeGreaterThan(3_200);
  expect(report?.seconds.length).toBeLessThanOrEqual(3_600);
  expect(report?.seconds.at(-1)).toEqual({ second: 9_999, count: 1 });
});
