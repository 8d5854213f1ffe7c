import { describe, expect, it } from 'vitest';
import { isOpen, opensAt, stretch } from './sending-hours.ts';

const riyadh = 'Asia/Riyadh';
const daytime = { from: '09:00', until: '21:00' };
const night = { from: '22:00', until: '02:00', days: [5] };

describe('sending hours', () => {
  it.each([
    // Riyadh is three hours ahead of UTC. 15 November 2026 is a Sunday.
    ['2026-11-15T05:59:00Z', false],
    ['2026-11-15T06:00:00Z', true],
    ['2026-11-15T17:59:59Z', true],
    ['2026-11-15T18:00:00Z', false],
  ])("are those of the company's clock: %s", (at, open) => {
    expect(isOpen(daytime, riyadh, new Date(at))).toBe(open);
  });

  it.each([
    // Friday 20 November, 22:00 until Saturday 02:00.
    ['2026-11-20T18:59:00Z', false],
    ['2026-11-20T19:00:00Z', true],
    ['2026-11-20T22:59:00Z', true],
    ['2026-11-20T23:00:00Z', false],
    ['2026-11-19T20:00:00Z', false],
    ['2026-11-21T20:00:00Z', false],
  ])('that go over midnight belong to the day they begin on: %s', (at, open) => {
    expect(isOpen(night, riyadh, new Date(at))).toBe(open);
  });

  it('are always open when there are none', () => {
    expect(isOpen(null, riyadh, new Date())).toBe(true);
  });

  it.each([
    [daytime, '2026-11-15T03:20:00Z', '2026-11-15T06:00:00.000Z'],
    [daytime, '2026-11-15T18:00:00Z', '2026-11-16T06:00:00.000Z'],
    [{ ...daytime, days: [3] }, '2026-11-15T10:00:00Z', '2026-11-18T06:00:00.000Z'],
    [night, '2026-11-20T23:00:00Z', '2026-11-27T19:00:00.000Z'],
    [{ from: '00:00', until: '01:00', days: [7] }, '2026-11-15T10:00:00Z', '2026-11-21T21:00:00.000Z'],
  ])('say when they open next: %j at %s', (hours, at, opens) => {
    expect(opensAt(hours, riyadh, new Date(at)).toISOString()).toBe(opens);
  });

  it('find the opening of a day whose clock is changed', () => {
    // In Berlin the clock goes from 02:00 to 03:00 on 29 March 2026.
    const opens = opensAt(
      { from: '09:00', until: '10:00' },
      'Europe/Berlin',
      new Date('2026-03-28T20:00:00Z'),
    );
    expect(opens.toISOString()).toBe('2026-03-29T07:00:00.000Z');
  });

  it('stretch only what does not fit into one day', () => {
    expect(stretch(3_600, daytime)).toBe(3_600);
    expect(stretch(24 * 3_600, daytime)).toBe(48 * 3_600);
    expect(stretch(50, null)).toBe(50);
  });
});
