import { describe, expect, it } from 'vitest';
import { absoluteTime, duration, relativeTime, shortTime, spanText, timeLeft } from './times.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();

describe('relativeTime', () => {
  it('picks the largest unit that fits and rounds towards now', () => {
    expect(relativeTime(before(1), now, 'en')).toBe('now');
    expect(relativeTime(before(45), now, 'en')).toBe('45 seconds ago');
    expect(relativeTime(before(119), now, 'en')).toBe('1 minute ago');
    expect(relativeTime(before(3 * 3_600), now, 'en')).toBe('3 hours ago');
    expect(relativeTime(before(30 * 3_600), now, 'en')).toBe('yesterday');
    expect(relativeTime(before(-3 * 86_400), now, 'en')).toBe('in 3 days');
  });

  it('speaks Arabic with Latin digits', () => {
    expect(relativeTime(before(300), now, 'ar')).toMatch(/قبل 5 دقائق/);
  });
});

describe('absoluteTime and shortTime', () => {
  it('are in the zone of the company', () => {
    expect(absoluteTime('2026-11-15T09:30:00.000Z', 'Asia/Riyadh', 'en')).toMatch(/15.*2026.*12:30:00/);
  });

  it('name the day only when it is not today', () => {
    expect(shortTime('2026-11-15T08:00:00.000Z', now, 'Asia/Riyadh', 'en')).toBe('11:00:00');
    expect(shortTime('2026-11-14T08:00:00.000Z', now, 'Asia/Riyadh', 'en')).toMatch(/Nov.*11:00:00/);
    // 22:00 UTC on the 14th is already the 15th in Riyadh.
    expect(shortTime('2026-11-14T22:00:00.000Z', now, 'Asia/Riyadh', 'en')).toBe('01:00:00');
  });
});

describe('timeLeft', () => {
  it('counts a day that has begun, and rounds hours and minutes down', () => {
    expect(timeLeft(before(-14 * 86_400 + 1), now)).toEqual({ unit: 'days', count: 14 });
    expect(timeLeft(before(-13 * 86_400), now)).toEqual({ unit: 'days', count: 13 });
    expect(timeLeft(before(-47 * 3_600), now)).toEqual({ unit: 'hours', count: 47 });
    expect(timeLeft(before(-90), now)).toEqual({ unit: 'minutes', count: 1 });
    expect(timeLeft(before(-30), now)).toEqual({ unit: 'minutes', count: 0 });
    expect(timeLeft(before(1), now)).toBeNull();
  });
});

describe('duration', () => {
  it('changes its unit and precision with its size', () => {
    expect(duration(0.84, 'en')).toBe('0.8ms');
    expect(duration(42.3, 'en')).toBe('42ms');
    expect(duration(1_254, 'en')).toBe('1.25s');
    expect(duration(270_000, 'en')).toBe('4m 30s');
    expect(duration(86_262_440, 'en')).toBe('23h 57m');
    expect(duration(172_800_000, 'en')).toBe('2d');
  });
});

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
