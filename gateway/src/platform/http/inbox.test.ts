import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInbox, type Inbox, type InboxPlace } from './inbox.ts';

const enter = (inbox: Inbox, key?: string, innerKey?: string): InboxPlace => {
  const place = inbox.enter(key, innerKey);
  if (typeof place === 'string') throw new Error(`refused: ${place}`);
  return place;
};

/** Enters until it is refused. */
const fill = (inbox: Inbox, key: string, innerKey?: string): { held: InboxPlace[]; refusal: string } => {
  const held: InboxPlace[] = [];
  for (;;) {
    const place = inbox.enter(key, innerKey);
    if (typeof place === 'string') return { held, refusal: place };
    held.push(place);
  }
};

describe('the inbox', () => {
  it('lets in so many requests and no more', () => {
    const inbox = createInbox({ requestsMax: 2, bytesMax: 1_000 });
    const first = enter(inbox, 'a');
    enter(inbox, 'b');
    expect(inbox.enter('c')).toBe('full');
    first.leave();
    expect(inbox.enter('c')).toBeTypeOf('object');
  });

  it('counts bytes as they come', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 10 });
    const [a, b] = [enter(inbox, 'a'), enter(inbox, 'b')];
    expect([a.grow(3), b.grow(2), a.grow(1)]).toEqual([null, null, null]);
    expect(inbox.bytes).toBe(6);
    expect(a.grow(1)).toBe('share');
    expect(b.grow(5)).toBe('full');
    a.leave();
    expect(inbox.bytes).toBe(2);
  });

  it('lets a request that is alone grow however large it is', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 10 });
    const alone = enter(inbox, 'a');
    expect(alone.grow(50)).toBeNull();
    expect(enter(inbox, 'b').grow(1)).toBe('full');
  });

  it('takes nothing from a request that has left, and gives back once', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 10 });
    const place = enter(inbox, 'a');
    place.leave();
    place.leave();
    place.grow(5);
    expect([inbox.requests, inbox.bytes, inbox.largestShare]).toEqual([0, 0, 0]);
  });
});

describe('a share', () => {
  it('alone is half, and the other half stays free', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 1_000 });
    const { held, refusal } = fill(inbox, 'greedy');
    expect([held.length, refusal, inbox.largestShare]).toEqual([50, 'share', 50]);
    expect(inbox.enter('modest')).toBeTypeOf('object');
  });

  it.each([2, 3, 9])('of %i greedy holders leaves as much free as each of them has', (count) => {
    const inbox = createInbox({ requestsMax: 1_000, bytesMax: 1_000 });
    for (let round = 0; round < 1_000; round += 1) {
      for (let index = 0; index < count; index += 1) inbox.enter(`greedy ${index}`);
    }
    const fair = Math.floor(1_000 / (count + 1));
    expect(inbox.largestShare).toBeGreaterThanOrEqual(fair);
    expect(inbox.largestShare).toBeLessThanOrEqual(fair + 1);
    expect(inbox.requests).toBeLessThanOrEqual(1_000 - fair + count);
  });

  it('shrinks for newcomers: a holder gets no more until it has given back', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 1_000 });
    const { held } = fill(inbox, 'first');
    fill(inbox, 'second');
    held[0]?.leave();
    expect(inbox.enter('first')).toBe('share');
  });

  it('has a sender inside its company: one silent sender leaves the others room', () => {
    const inbox = createInbox({ requestsMax: 90, bytesMax: 1_000 });
    expect(fill(inbox, 'company', 'silent').held).toHaveLength(30);
    expect(inbox.enter('company', 'other')).toBeTypeOf('object');
    expect(inbox.enter('another company', 'sender')).toBeTypeOf('object');
  });

  it('has a fixed bound where one is set', () => {
    const inbox = createInbox({ requestsMax: 100, bytesMax: 1_000, shareRequestsMax: 3 });
    expect(fill(inbox, '192.0.2.1').held).toHaveLength(3);
    expect(fill(inbox, '192.0.2.2').held).toHaveLength(3);
  });

  it('is not asked for by a request without a key', () => {
    const inbox = createInbox({ requestsMax: 3, bytesMax: 0 });
    enter(inbox);
    enter(inbox);
    enter(inbox);
    expect(inbox.enter()).toBe('full');
  });
});

it('is empty when all have left, and never above its limits', () => {
  const steps = fc.array(
    fc.record({
      enters: fc.boolean(),
      key: fc.constantFrom('a', 'b', 'c', undefined),
      innerKey: fc.constantFrom('x', 'y', undefined),
      size: fc.nat({ max: 8 }),
      which: fc.nat(),
    }),
  );
  let runs = 0;
  fc.assert(
    fc.property(steps, (list) => {
      const inbox = createInbox({ requestsMax: 5, bytesMax: 20 });
      const inside: InboxPlace[] = [];
      for (const { enters, key, innerKey, size, which } of list) {
        const place = enters ? inbox.enter(key, key === undefined ? undefined : innerKey) : null;
        if (place !== null && typeof place !== 'string') {
          place.grow(size);
          inside.push(place);
        }
        if (!enters && inside.length > 0) inside.splice(which % inside.length, 1)[0]?.leave();
        expect(inbox.requests).toBe(inside.length);
        expect(inbox.requests).toBeLessThanOrEqual(5);
        expect(inbox.bytes).toBeLessThanOrEqual(20);
      }
      for (const place of inside) place.leave();
      expect([inbox.requests, inbox.bytes, inbox.largestShare]).toEqual([0, 0, 0]);
      runs += 1;
    }),
  );
  expect(runs).toBeGreaterThanOrEqual(100);
});
