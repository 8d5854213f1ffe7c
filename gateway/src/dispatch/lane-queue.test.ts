import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { LaneQueue } from './lane-queue.ts';
import { makeEntry, person } from './tests-support/make-entry.ts';

const limits = { messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 45 };
const noPairLimit = { messagesPerSecond: 80, pairMilliseconds: 0, pairBurst: 1 };

const addAll = (queue: LaneQueue, entries: readonly Entry[]): readonly Entry[] => {
  for (const entry of entries) queue.add(entry);
  return entries;
};

const entriesTo = (phoneNumber: string, count: number, choices: Partial<Entry> = {}): Entry[] =>
  Array.from({ length: count }, () => makeEntry({ phoneNumber, ...choices }));

/** Takes and finishes all that may go now. */
const drain = (queue: LaneQueue, now: number): Entry[] => {
  const taken: Entry[] = [];
  for (let entry = queue.next(now); entry; entry = queue.next(now)) {
    taken.push(entry);
    queue.free(entry.phoneNumber, now);
  }
  return taken;
};

describe('a lane', () => {
  it('sends in the order in which messages came', () => {
    const queue = new LaneQueue(limits);
    const entries = addAll(
      queue,
      Array.from({ length: 100 }, (_, index) => makeEntry({ phoneNumber: person(index) })),
    );
    expect(drain(queue, 0)).toEqual(entries);
    expect([queue.size, queue.isEmpty, queue.next(0)]).toEqual([0, true, null]);
  });

  it('lets a person who is busy step aside, with all their messages and in their order', () => {
    const queue = new LaneQueue(limits);
    const huda = addAll(queue, entriesTo(person(1), 3));
    const omar = addAll(queue, entriesTo(person(2), 1));
    expect(queue.next(0)).toBe(huda[0]);
    expect(queue.next(0)).toBe(omar[0]);
    expect(queue.next(0)).toBeNull();
    queue.free(person(1), 0);
    expect(queue.next(0)).toBe(huda[1]);
    expect(queue.next(0)).toBeNull();
    queue.free(person(1), 0);
    expect(queue.next(0)).toBe(huda[2]);
  });

  it('lets one person have a burst and then one message per interval', () => {
    const queue = new LaneQueue({ messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 3 });
    addAll(queue, entriesTo(person(1), 6));
    expect(drain(queue, 0)).toHaveLength(3);
    expect(queue.wakeAt).toBe(6_000);
    expect(drain(queue, 5_999)).toHaveLength(0);
    expect(drain(queue, 6_000)).toHaveLength(1);
    expect(drain(queue, 12_000)).toHaveLength(1);
    // A pause saves up, but no more than a burst.
    expect(drain(queue, 100_000)).toHaveLength(1);
    addAll(queue, entriesTo(person(1), 10));
    expect(drain(queue, 1_000_000)).toHaveLength(3);
  });

  it('puts back one that was not taken: first again for its person, who waits; no one else does', () => {
    const queue = new LaneQueue(limits);
    const [first, second] = addAll(queue, entriesTo(person(1), 2));
    const [other] = addAll(queue, entriesTo(person(2), 1));
    const taken = queue.next(0) as Entry;
    queue.putBack(taken, 5_000, 0);
    expect(queue.size).toBe(3);
    expect(drain(queue, 0)).toEqual([other]);
    expect(queue.wakeAt).toBe(5_000);
    expect(drain(queue, 4_999)).toEqual([]);
    expect(drain(queue, 5_000)).toEqual([first, second]);
  });

  it('sends a message that is not stored yet only when it is, and those behind it to the same person after it', () => {
    const queue = new LaneQueue(limits);
    const [early] = addAll(queue, entriesTo(person(1), 1, { isStored: false }));
    const [late, other] = addAll(queue, [
      makeEntry({ phoneNumber: person(1) }),
      makeEntry({ phoneNumber: person(2) }),
    ]);
    expect(drain(queue, 0)).toEqual([other]);
    Object.assign(early as Entry, { isStored: true });
    queue.touch(early as Entry, 0);
    expect(drain(queue, 0)).toEqual([early, late]);
  });

  it('forgets what was withdrawn, wherever it stands', () => {
    const queue = new LaneQueue(limits);
    const [first, second, third] = addAll(queue, entriesTo(person(1), 3, { isStored: false })) as [
      Entry,
      Entry,
      Entry,
    ];
    expect(queue.next(0)).toBeNull();
    for (const entry of [second, first]) {
      entry.isWithdrawn = true;
      queue.touch(entry, 0);
    }
    third.isStored = true;
    queue.touch(third, 0);
    expect(drain(queue, 0)).toEqual([third]);
    expect(queue.size).toBe(0);
  });

  it('reserves a person only when they are free and nothing of theirs waits', () => {
    const queue = new LaneQueue({ messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 1 });
    expect(queue.reserve(person(1), 0)).toBe(true);
    expect(queue.reserve(person(1), 0)).toBe(false);
    queue.free(person(1), 0);
    expect(queue.reserve(person(1), 5_999)).toBe(false);
    expect(queue.reserve(person(1), 6_000)).toBe(true);
    addAll(queue, entriesTo(person(1), 1));
    expect(queue.next(6_000)).toBeNull();
    queue.free(person(1), 6_000);
    expect(queue.reserve(person(1), 12_000)).toBe(false);
  });

  it('is crowded by a person with too many waiting messages, until some are gone', () => {
    const queue = new LaneQueue(limits);
    addAll(queue, entriesTo(person(1), 65));
    addAll(queue, entriesTo(person(2), 5));
    expect(queue.crowded()).toEqual([]);
    // The first to each is on its way; the rest wait behind it.
    expect([queue.next(0)?.phoneNumber, queue.next(0)?.phoneNumber, queue.next(0)]).toEqual([
      person(1),
      person(2),
      null,
    ]);
    expect(queue.crowded()).toEqual([person(1)]);
    expect([queue.isCrowded(person(1)), queue.isCrowded(person(2)), queue.isCrowded(person(3))]).toEqual([
      true,
      false,
      false,
    ]);
    queue.free(person(1), 0);
    queue.next(0);
    expect(queue.crowded()).toEqual([]);
  });
});

describe('campaigns', () => {
  const mixed = (singles: number, campaigns: number): LaneQueue => {
    const queue = new LaneQueue(limits);
    for (let index = 0; index < campaigns; index += 1)
      queue.add(makeEntry({ phoneNumber: person(100_000 + index), priority: 1 }));
    for (let index = 0; index < singles; index += 1) queue.add(makeEntry({ phoneNumber: person(index) }));
    return queue;
  };

  it('let a single message go first, however many of them wait', () => {
    expect(mixed(1, 10_000).next(0)?.priority).toBe(0);
  });

  it('never starve: one goes for every eight single messages', () => {
    const taken = drain(mixed(80, 80), 0);
    const busy = taken.slice(0, 90);
    expect(busy.filter(({ priority }) => priority === 1)).toHaveLength(10);
    let sinceCampaign = 0;
    for (const { priority } of busy) {
      sinceCampaign = priority === 1 ? 0 : sinceCampaign + 1;
      expect(sinceCampaign).toBeLessThanOrEqual(8);
    }
  });

  it('go at full speed when nothing else waits', () => {
    expect(drain(mixed(0, 500), 0)).toHaveLength(500);
  });
});

type Step = {
  readonly kind: 'add' | 'take' | 'finish' | 'putBack' | 'store' | 'withdraw' | 'later';
  readonly pick: number;
};

/** The lane as it ought to be, beside the real one: every person's messages in the order in which they came. */
const play = (steps: readonly Step[], people: number): void => {
  const queue = new LaneQueue({ messagesPerSecond: 80, pairMilliseconds: 100, pairBurst: 2 });
  const expected = new Map<string, Entry[]>();
  const unstored: Entry[] = [];
  const underWay: Entry[] = [];
  let now = 0;
  const waiting = (): number => [...expected.values()].reduce((sum, list) => sum + list.length, 0);
  const checkTaken = (entry: Entry): void => {
    const list = expected.get(entry.phoneNumber) ?? [];
    expect(list.shift()).toBe(entry);
    expect(entry.isStored && !entry.isWithdrawn).toBe(true);
    expect(underWay.some(({ phoneNumber }) => phoneNumber === entry.phoneNumber)).toBe(false);
    underWay.push(entry);
  };
  const steer: Record<Step['kind'], (pick: number) => void> = {
    add(pick) {
      const isStored = pick % 3 !== 0;
      const entry = makeEntry({ phoneNumber: person(pick % people), isStored });
      expected.set(entry.phoneNumber, [...(expected.get(entry.phoneNumber) ?? []), entry]);
      if (!isStored) unstored.push(entry);
      queue.add(entry);
    },
    take() {
      const entry = queue.next(now);
      if (entry) checkTaken(entry);
    },
    finish(pick) {
      const [entry] = underWay.splice(pick % Math.max(1, underWay.length), 1);
      if (entry) queue.free(entry.phoneNumber, now);
    },
    putBack(pick) {
      const [entry] = underWay.splice(pick % Math.max(1, underWay.length), 1);
      if (!entry) return;
      expected.get(entry.phoneNumber)?.unshift(entry);
      queue.putBack(entry, now + (pick % 300), now);
    },
    store(pick) {
      const [entry] = unstored.splice(pick % Math.max(1, unstored.length), 1);
      if (!entry) return;
      entry.isStored = true;
      queue.touch(entry, now);
    },
    withdraw(pick) {
      const [entry] = unstored.splice(pick % Math.max(1, unstored.length), 1);
      if (!entry) return;
      entry.isWithdrawn = true;
      const list = expected.get(entry.phoneNumber) ?? [];
      expected.set(
        entry.phoneNumber,
        list.filter((other) => other !== entry),
      );
      queue.touch(entry, now);
    },
    later(pick) {
      now += pick % 200;
    },
  };
  for (const { kind, pick } of steps) steer[kind](pick);
  // After any of these steps, in the end all of it goes out, each person's in order, and nothing is left over.
  for (const entry of unstored.splice(0)) {
    entry.isStored = true;
    queue.touch(entry, now);
  }
  for (let rounds = 0; rounds < 2_000 && (waiting() > 0 || underWay.length > 0); rounds += 1) {
    now += 200;
    for (const entry of underWay.splice(0)) queue.free(entry.phoneNumber, now);
    for (let entry = queue.next(now); entry; entry = queue.next(now)) checkTaken(entry);
  }
  for (const entry of underWay.splice(0)) queue.free(entry.phoneNumber, now);
  expect([waiting(), queue.next(now), queue.size, queue.isEmpty]).toEqual([0, null, 0, true]);
};

describe('whatever happens in a lane', () => {
  it('every message is sent once, and each person gets theirs in order and one at a time', () => {
    const kind = fc.constantFrom(
      'add',
      'add',
      'take',
      'take',
      'finish',
      'putBack',
      'store',
      'withdraw',
      'later',
    );
    const step = fc.record({ kind, pick: fc.nat(10_000) });
    fc.assert(
      fc.property(
        fc.array(step as fc.Arbitrary<Step>, { maxLength: 300 }),
        fc.integer({ min: 1, max: 6 }),
        play,
      ),
      { numRuns: 300 },
    );
  });

  it('its size is what waits in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 200 }), fc.nat(200), (people, takes) => {
        const queue = new LaneQueue(noPairLimit);
        for (const index of people) queue.add(makeEntry({ phoneNumber: person(index) }));
        let taken = 0;
        for (let times = 0; times < takes; times += 1) if (queue.next(0)) taken += 1;
        expect(queue.size).toBe(people.length - taken);
      }),
    );
  });
});
