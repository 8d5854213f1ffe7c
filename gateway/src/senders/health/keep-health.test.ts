import { describe, expect, it } from 'vitest';
import { dueTokenAlert } from './keep-health.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-15T12:00:00Z');
const inDays = (days: number): Date => new Date(now + days * day);

describe('an alert about the end of a token', () => {
  it.each([
    [15, [], null],
    [14, [], '14'],
    [4, [], '14'],
    [4, ['14'], null],
    [3, ['14'], '3'],
    [3, [], '3'],
    [1, ['14', '3'], null],
    [-1, ['14'], '3'],
    [2, ['ended'], null],
  ])('%i days before, with %j sent, is %s', (days, alerted, due) => {
    expect(dueTokenAlert(inDays(days), alerted, now)?.word ?? null).toBe(due);
  });

  it('is never due without an end', () => {
    expect(dueTokenAlert(null, [], now)).toBeNull();
  });

  it('stands for those before it', () => {
    expect(dueTokenAlert(inDays(2), [], now)?.all.toSorted()).toEqual(['14', '3']);
  });
});
