import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const read = (said: string): number | null => readRetryAfter({ 'retry-after': said }, now);

describe('Retry-After', () => {
  test.each([
    ['120', 120],
    [' 5 ', 5],
    ['0', 1],
    ['3601', 3_600],
    ['9'.repeat(400), 3_600],
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 1],
    ['Mon, 16 Nov 2026 12:00:00 GMT', 3_600],
  ])('%s is read as %i seconds', (said, seconds) => {
    expect(read(said)).toBe(seconds);
  });

  test.each(['', 'soon', '-5', '1.5', '1e3', 'Infinity', 'NaN', '0x10'])('%s says nothing', (said) => {
    expect(read(said)).toBeNull();
  });

  test('that is not there says nothing', () => {
    expect(readRetryAfter({})).toBeNull();
  });

  test('is cut at the bound that the caller sets', () => {
    const day = 86_400;
    expect(readRetryAfter({ 'retry-after': '7200' }, now, day)).toBe(7_200);
    expect(readRetryAfter({ 'retry-after': '999999' }, now, day)).toBe(day);
  });

  test('never gives anything but nothing or whole seconds up to an hour', () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        const seconds = read(said);
        expect(seconds === null || (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600)).toBe(
          true,
        );
      }),
    );
  });
});
