import { expect, it } from 'vitest';
import { usableMilliseconds } from './uploads.ts';

const day = 86_400_000;

it('gives a reference up a day before the provider does, and uses a short one at least for a minute', () => {
  expect(usableMilliseconds(30 * 86_400)).toBe(29 * day);
  expect(usableMilliseconds(86_400)).toBe(60_000);
  expect(usableMilliseconds(30)).toBe(30_000);
  expect(usableMilliseconds(null)).toBe(60_000);
});
