import { describe, expect, it } from 'vitest';
import { createSlots, type Slot, type Slots, type SlotTaker } from './slots.ts';

interface TestLane extends SlotTaker {
  inFlight: number;
  isSlow: boolean;
  woken: number;
  fill(slots: Slots): Slot[];
}

const makeLane = (isSlow = false): TestLane => ({
  inFlight: 0,
  isSlow,
  woken: 0,
  wake() {
    this.woken += 1;
  },
  fill(slots) {
    const taken: Slot[] = [];
    for (let slot = slots.take(this); slot; slot = slots.take(this)) {
      this.inFlight += 1;
      taken.push(slot);
    }
    return taken;
  },
});

const giveBack = (slots: Slots, lane: TestLane, slot: Slot): void => {
  lane.inFlight -= 1;
  slots.release(lane, slot);
};

describe('slots', () => {
  it('all go to the only webhook that wants them', () => {
    const slots = createSlots(10);
    expect(makeLane().fill(slots).length).toBe(10);
    expect(slots.inUse).toBe(10);
  });

  it('are shared evenly by those that want them at the same time', () => {
    const slots = createSlots(12);
    const [one, two, three] = [makeLane(), makeLane(), makeLane()];
    for (const lane of [one, two, three]) {
      if (slots.take(lane)) lane.inFlight += 1;
    }
    expect([one.fill(slots).length, two.fill(slots).length, three.fill(slots).length]).toEqual([3, 3, 3]);
  });

  it('leave half for the quick, however many the slow would take', () => {
    const slots = createSlots(10);
    expect(makeLane(true).fill(slots).length).toBe(5);
    expect(makeLane().fill(slots).length).toBe(5);
  });

  it('wake who waits, in the order in which they came', () => {
    const slots = createSlots(1);
    const [one, two, three] = [makeLane(), makeLane(), makeLane()];
    const slot = slots.take(one);
    one.inFlight += 1;
    expect([slots.take(two), slots.take(three)]).toEqual([null, null]);
    two.wake = function (this: TestLane) {
      this.woken += 1;
      if (slots.take(this)) this.inFlight += 1;
    };
    giveBack(slots, one, slot as Slot);
    expect([one.woken, two.woken, three.woken]).toEqual([0, 1, 0]);
    giveBack(slots, two, 'quick');
    expect(three.woken).toBe(1);
  });

  it('are counted as they were taken, though the webhook turned slow meanwhile', () => {
    const slots = createSlots(4);
    const lane = makeLane();
    const taken = lane.fill(slots);
    lane.isSlow = true;
    for (const slot of taken) giveBack(slots, lane, slot);
    expect(slots.inUse).toBe(0);
    expect(lane.fill(slots).length).toBe(2);
  });
});
