import { describe, expect, it } from 'vitest';
import { readSpan } from './token-set.ts';

describe('a span of time', () => {
  it.each([
    ['0s', 0],
    ['0', 0],
    ['90', 90],
    ['90s', 90],
    ['30m', 1_800],
    ['24h', 86_400],
    ['30d', 2_592_000],
  ])('%s has %i seconds', (span, seconds) => {
    expect(readSpan(span)).toBe(seconds);
  });

  it.each(['', 'h', '1.5h', '-1h', '1w', '1 h', '24H', '31d', '99999999', 'soon'])('%j is none', (span) => {
    expect(() => readSpan(span)).toThrow('--grace must be a time');
  });
});
