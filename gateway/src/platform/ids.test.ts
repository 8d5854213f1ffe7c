import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUuidMaker, firstUuidAt, fromPublicId, newUuid, timeOfUuid, toPublicId } from './ids.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('ids', () => {
  it('are version 7 UUIDs that carry their time', () => {
    const now = Date.now();
    const uuid = createUuidMaker(() => now)();
    expect(uuid).toMatch(uuidPattern);
    expect(timeOfUuid(uuid).getTime()).toBe(now);
  });

  it('sort in the order they were made, also a hundred thousand in one millisecond', () => {
    const now = Date.now();
    const made = Array.from(
      { length: 100_000 },
      createUuidMaker(() => now),
    );
    expect(new Set(made).size).toBe(made.length);
    expect(made).toEqual([...made].sort());
  });

  it('keep sorting when the clock steps back', () => {
    let now = Date.now();
    const make = createUuidMaker(() => now);
    const before = make();
    now -= 60_000;
    expect(make() > before).toBe(true);
  });

  it('turn into public ids and back, and sort alike in both forms', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, two) => {
        const [first, second] = [toPublicId('message', one), toPublicId('message', two)];
        expect(fromPublicId('message', first)).toBe(one);
        expect(first < second).toBe(one < two);
      }),
    );
  });

  it('refuse another kind, another length, another alphabet and more than 128 bits', () => {
    const id = toPublicId('message', newUuid());
    expect(fromPublicId('request', id)).toBeNull();
    expect(fromPublicId('message', `${id}0`)).toBeNull();
    expect(fromPublicId('message', `${id.slice(0, -1)}u`)).toBeNull();
    expect(fromPublicId('message', `msg_8${id.slice(5)}`)).toBeNull();
    expect(fromPublicId('message', id.toUpperCase())).toBeNull();
  });

  it('give the lower bound of a moment', () => {
    const now = Date.now();
    expect(firstUuidAt(now) <= createUuidMaker(() => now)()).toBe(true);
    expect(firstUuidAt(now) > firstUuidAt(now - 1)).toBe(true);
  });
});
