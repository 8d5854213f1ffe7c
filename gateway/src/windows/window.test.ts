import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closesAt,
  marginMilliseconds,
  maySendUntil,
  opensWindow,
  windowMilliseconds,
  windowState,
} from './window.ts';

const wrote = new Date('2026-11-15T12:00:00.000Z');
const closes = wrote.getTime() + windowMilliseconds;

describe('the window', () => {
  it('closes a day after the person last wrote, and is not there without a message', () => {
    expect(closesAt(wrote)).toEqual(new Date('2026-11-16T12:00:00.000Z'));
    expect(closesAt(null)).toBeNull();
  });

  it.each([
    ['a second before the margin', closes - marginMilliseconds - 1_000, true],
    ['a millisecond before the margin', closes - marginMilliseconds - 1, true],
    ['at the margin', closes - marginMilliseconds, false],
    ['between the margin and the end', closes - 1, false],
    ['at the end', closes, false],
  ])('lets free text through or not %s', (_name, now, expected) => {
    expect(maySendUntil(closes, now)).toBe(expected);
  });

  it('lets nothing through when it is not known', () => {
    expect([maySendUntil(null, 0), maySendUntil(undefined, 0)]).toEqual([false, false]);
  });

  it('is closing in its last two hours', () => {
    const hour = 3_600_000;
    expect(windowState(wrote, closes - 2 * hour)).toBe('open');
    expect(windowState(wrote, closes - 2 * hour + 1)).toBe('closing');
    expect(windowState(wrote, closes - marginMilliseconds)).toBe('closed');
    expect(windowState(null, closes)).toBe('closed');
  });

  it('never lets through what would leave within the last minute, at any time', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: wrote, max: new Date('2100-01-01') }),
        fc.integer({ min: 0, max: 200_000_000 }),
        (last, later) => {
          const now = last.getTime() + later;
          const mayGo = maySendUntil(closesAt(last)?.getTime(), now);
          expect(mayGo).toBe(later < windowMilliseconds - marginMilliseconds);
          expect(mayGo).toBe(windowState(last, now) !== 'closed');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is opened by whatever a person writes, and not by what WhatsApp says of them', () => {
    for (const type of ['text', 'image', 'button', 'interactive', 'reaction', 'unsupported', 'order']) {
      expect(opensWindow(type)).toBe(true);
    }
    for (const type of ['system', 'request_welcome', 'edit', 'revoke']) expect(opensWindow(type)).toBe(false);
  });
});
