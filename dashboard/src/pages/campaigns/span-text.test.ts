import { describe, expect, it } from 'vitest';
import { percentText, spanText } from './span-text.ts';

describe('a span of time', () => {
  it.each([
    [0, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [3_725, '1 hour, 2 minutes'],
    [86_403, '1 day'],
    [200_000, '2 days, 7 hours'],
  ])('of %i seconds is said as %s', (seconds, text) => {
    expect(spanText(seconds, 'en')).toBe(text);
  });

  it('is said in Arabic with its own plural and with Latin digits', () => {
    expect(spanText(180, 'ar')).toBe('3 دقائق');
  });
});

describe('a share', () => {
  it('has one decimal where it needs one', () => {
    expect(percentText(0.5, 'en')).toBe('50%');
    expect(percentText(1 / 3, 'en')).toBe('33.3%');
  });
});
