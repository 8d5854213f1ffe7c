import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfUuid } from '../../platform/ids.ts';
import { incomingMessageId, isStorableTime } from './incoming-id.ts';

const sender = '019a0000-0000-7000-8000-000000000001';

describe('the id of an incoming message', () => {
  it('is a UUIDv7 that carries its time, and the same whenever it is made', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), fc.integer({ min: 0, max: 4_000_000_000_000 }), (by, name, at) => {
        const id = incomingMessageId(by, name, at);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(timeOfUuid(id).getTime()).toBe(at);
        expect(incomingMessageId(by, name, at)).toBe(id);
      }),
    );
  });

  it('differs by sender and by the provider’s id', () => {
    const other = '019a0000-0000-7000-8000-000000000002';
    const ids = [
      incomingMessageId(sender, 'wamid.1', 0),
      incomingMessageId(sender, 'wamid.2', 0),
      incomingMessageId(other, 'wamid.1', 0),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the time of an incoming message', () => {
  const now = Date.UTC(2026, 10, 15, 12);
  const hour = 3_600_000;

  it.each([
    ['now', 0, true],
    ['six days ago', -6 * 24 * hour, true],
    ['a clock that is minutes ahead', 5 * 60_000, true],
    ['eight days ago', -8 * 24 * hour, false],
    ['tomorrow', 24 * hour, false],
  ])('is kept or not: %s', (_name, difference, isKept) => {
    expect(isStorableTime(now + difference, now)).toBe(isKept);
  });
});
