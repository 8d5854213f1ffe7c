import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from './entry.ts';
import { LaneQueue } from './lane-queue.ts';
import type { WaitingLimits } from './queries.ts';
import { memoryMax, Supply } from './supply.ts';
import { makeEntry, person } from './tests-support/make-entry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A supply whose reads of the table the test answers by hand. */
const useSupply = (perSecond = 1_000) => {
  const looks: { limits: WaitingLimits; answer: (rows: Entry[] | Error) => void }[] = [];
  const queue = new LaneQueue({ messagesPerSecond: 80, pairMilliseconds: 0, pairBurst: 1 });
  const onArrived = vi.fn();
  const onFailed = vi.fn();
  const supply = new Supply({
    queue,
    rows: {
      findWaiting: (limits) =>
        new Promise((resolve, reject) => {
          const answer = (rows: Entry[] | Error) => (rows instanceof Error ? reject(rows) : resolve(rows));
          looks.push({ limits, answer });
        }),
      findRetrying: async () => [],
    },
    perSecond: () => perSecond,
    onArrived,
    onFailed,
  });
  /** The first look is preceded by one for what waits for another attempt. */
  const fill = async (): Promise<void> => {
    expect(supply.fillAt(performance.now())).toBeNull();
    await vi.advanceTimersByTimeAsync(0);
  };
  const answerLook = async (rows: Entry[] | Error = []): Promise<void> => {
    looks.shift()?.answer(rows);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    supply,
    queue,
    looks,
    onArrived,
    onFailed,
    answerLook,
    fill,
    /** Looks once, and finds these. */
    async look(rows: Entry[] = []) {
      await fill();
      expect(looks).toHaveLength(1);
      await answerLook(rows);
    },
  };
};

const makeEntries = (count: number, priority = 0): Entry[] =>
  Array.from({ length: count }, (_, index) => makeEntry({ phoneNumber: person(index), priority }));

describe('a new message lines up in the table', () => {
  it('until it is looked at, and in memory until the look is over', async () => {
    const { supply, fill, answerLook, onArrived } = useSupply();
    expect(supply.mustQueueInTable).toBe(true);
    await fill();
    expect([supply.mustQueueInTable, supply.isLooking]).toEqual([false, true]);
    await answerLook();
    expect([supply.mustQueueInTable, supply.isLooking]).toEqual([false, false]);
    expect(onArrived).toHaveBeenCalledOnce();
  });

  it('behind another that is on its way there, and until that one was fetched', async () => {
    const { supply, look } = useSupply();
    await look();
    supply.expect();
    expect(supply.mustQueueInTable).toBe(true);
    supply.arrived();
    expect(supply.mustQueueInTable).toBe(true);
    await look([makeEntry()]);
    expect(supply.mustQueueInTable).toBe(false);
  });

  it.each([
    ['single messages', 0],
    ['messages of campaigns', 1],
  ])('while the table holds more %s than were fetched', async (_name, priority) => {
    const { supply, fill, looks, answerLook, queue } = useSupply();
    await fill();
    const limit = looks[0]?.limits[priority] ?? 0;
    await answerLook(makeEntries(limit, priority));
    expect([supply.mustQueueInTable, queue.size]).toEqual([true, limit]);
  });

  it('while memory is full', async () => {
    const { supply, look } = useSupply();
    await look();
    for (const { id } of makeEntries(memoryMax)) supply.hold(id);
    expect(supply.mustQueueInTable).toBe(true);
  });

  it('when it is unknown what the table holds', async () => {
    const { supply, look } = useSupply();
    await look();
    supply.doubt();
    expect(supply.mustQueueInTable).toBe(true);
  });
});

describe('a look into the table', () => {
  it('takes nothing twice: what is held may still be listed', async () => {
    const { supply, fill, queue, look, looks } = useSupply();
    const entries = makeEntries(3);
    supply.hold(entries[1]?.id ?? '');
    await look(entries);
    expect(queue.size).toBe(2);
    supply.lookSoon();
    await fill();
    // As many more as are held, or they would hide what is new.
    expect(looks[0]?.limits[0]).toBe(Math.floor(memoryMax * 0.8) + 3);
  });

  it.each([
    [1, 64],
    [80, 320],
    [1_000, memoryMax],
  ])('at a pace of %i per second asks for what goes out in a few seconds', async (perSecond, filled) => {
    const { fill, looks } = useSupply(perSecond);
    await fill();
    expect(looks[0]?.limits[0]).toBe(Math.floor(filled * 0.8));
  });

  it('does not bring back a message evicted after it was read, and is followed by another', async () => {
    const { supply, fill, queue, looks, answerLook } = useSupply();
    const [sent, other] = [makeEntry(), makeEntry()];
    supply.hold(sent.id);
    await fill();
    supply.letGo(sent.id);
    await answerLook([sent, other]);
    expect(queue.next(0)?.id).toBe(other.id);
    expect([queue.size, supply.mustQueueInTable]).toEqual([0, true]);
    // Read after it was released, it is back in the table indeed.
    await fill();
    expect(looks).toHaveLength(1);
    await answerLook([sent]);
    expect(queue.size).toBe(1);
  });

  it('is one at a time, and none while memory is filled well enough', async () => {
    const { supply, fill, looks, answerLook } = useSupply();
    await fill();
    await fill();
    expect(looks).toHaveLength(1);
    await answerLook(makeEntries(300));
    supply.lookSoon();
    expect(supply.fillAt(performance.now())).toBeNull();
    expect(looks).toHaveLength(0);
  });

  it('that fails is reported, and tried again a second later', async () => {
    const { supply, fill, looks, answerLook, onFailed } = useSupply();
    await fill();
    await answerLook(new Error('no server there'));
    expect(onFailed).toHaveBeenCalledOnce();
    expect([supply.mustQueueInTable, supply.fillAt(performance.now())]).toEqual([true, 1_000]);
    expect(looks).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    await fill();
    expect(looks).toHaveLength(1);
  });

  it('that missed a row which arrived meanwhile is followed by another at once', async () => {
    const { supply, fill, looks, answerLook } = useSupply();
    await fill();
    supply.expect();
    supply.arrived();
    await answerLook();
    expect(supply.mustQueueInTable).toBe(true);
    await fill();
    expect(looks).toHaveLength(1);
  });

  it('for people who are crowded leaves them out, and is not repeated in a hurry', async () => {
    const { supply, fill, queue, looks, answerLook } = useSupply();
    for (let index = 0; index < 66; index += 1) queue.add(makeEntry());
    queue.next(0);
    queue.next(0);
    await fill();
    await answerLook();
    // Their other messages are in the table: no new message may overtake those.
    expect([supply.mustQueueInTable, supply.fillAt(performance.now()), looks.length]).toEqual([
      true,
      1_000,
      0,
    ]);
  });
});
