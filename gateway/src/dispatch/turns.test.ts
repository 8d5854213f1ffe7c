import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns, type Turns, type TurnTaker } from './turns.ts';

/** A lane that starts all it has as soon as it may. */
interface FakeLane extends TurnTaker {
  readonly name: string;
  waiting: number;
  started: number;
}

const makeLane = (turns: Turns, name: string, waiting: number, log: string[] = []): FakeLane => ({
  name,
  waiting,
  started: 0,
  wake() {
    while (this.waiting > 0 && turns.take(this)) {
      this.waiting -= 1;
      this.started += 1;
      log.push(this.name);
    }
  },
});

describe('turns', () => {
  it('are free for everybody while there is room', () => {
    const turns = createTurns(10);
    const lanes = ['a', 'b', 'c'].map((name) => makeLane(turns, name, 3));
    for (const lane of lanes) lane.wake();
    expect(lanes.map(({ started }) => started)).toEqual([3, 3, 3]);
    expect(turns.inUse).toBe(9);
  });

  it('come soon for a lane with one message behind a lane with a million', () => {
    const turns = createTurns(8);
    const log: string[] = [];
    const flood = makeLane(turns, 'flood', 1_000_000, log);
    const single = makeLane(turns, 'single', 1, log);
    flood.wake();
    expect(turns.inUse).toBe(8);
    single.wake();
    expect(single.started).toBe(0);
    let releases = 0;
    while (single.started === 0 && releases < 100) {
      turns.release();
      releases += 1;
    }
    expect(releases).toBeLessThanOrEqual(5);
    expect(flood.started).toBeGreaterThan(8);
  });

  it('are shared alike by lanes that all want more than there is', () => {
    const turns = createTurns(4);
    const lanes = Array.from({ length: 5 }, (_, index) => makeLane(turns, `${index}`, 10_000));
    for (const lane of lanes) lane.wake();
    for (let times = 0; times < 5_000; times += 1) turns.release();
    const started = lanes.map((lane) => lane.started);
    expect(Math.max(...started) - Math.min(...started)).toBeLessThanOrEqual(8);
  });

  it('are never more than the connections, and none is left unused while a lane wants it', async () => {
    const wish = fc.record({ lane: fc.nat(4), more: fc.nat(20), releases: fc.nat(10) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(wish, { maxLength: 60 }),
        async (max, wishes) => {
          const turns = createTurns(max);
          const lanes = Array.from({ length: 5 }, (_, index) => makeLane(turns, `${index}`, 0));
          for (const { lane, more, releases } of wishes) {
            const chosen = lanes[lane] as FakeLane;
            chosen.waiting += more;
            chosen.wake();
            for (let times = 0; times < releases && turns.inUse > 0; times += 1) turns.release();
            expect(turns.inUse).toBeLessThanOrEqual(max);
            // A lane whose allowance is used up is woken again right after.
            await Promise.resolve();
            const isWanted = lanes.some(({ waiting }) => waiting > 0);
            if (isWanted) expect(turns.inUse).toBe(max);
          }
          while (turns.inUse > 0) turns.release();
          expect(lanes.every(({ waiting }) => waiting === 0)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are not kept for a lane that is closed', () => {
    const turns = createTurns(1);
    const first = makeLane(turns, 'first', 1);
    const closed = makeLane(turns, 'closed', 1);
    const last = makeLane(turns, 'last', 1);
    for (const lane of [first, closed, last]) lane.wake();
    turns.forget(closed);
    turns.release();
    expect([closed.started, last.started]).toEqual([0, 1]);
  });
});
