// Decides which lane may use the next free socket. All webhooks share a bounded number; each gets at most its fair share of them, and
// those that answer slowly never hold more than half together, so a slow or dead webhook costs the others nothing.

import { type Wakeable, WakeRing } from '../../platform/wake-ring.ts';

/** Woken when a slot may be free. */
export interface SlotTaker extends Wakeable {
  readonly inFlight: number;
  readonly isSlow: boolean;
}

/** The kind as which it was taken: a webhook may turn slow or quick while its slot is in use. */
export type Slot = 'slow' | 'quick';

export interface Slots {
  /** Takes a slot; or answers null, remembers the lane, and wakes it when its turn comes. */
  take(lane: SlotTaker): Slot | null;
  release(lane: SlotTaker, slot: Slot): void;
  /** The lane was closed and no longer waits. */
  forget(lane: SlotTaker): void;
  readonly inUse: number;
}

export const createSlots = (slotsMax: number): Slots => {
  const waiting = new WakeRing<SlotTaker>();
  /** The lanes that wait or have slots, which share all slots. */
  const active = new Set<SlotTaker>();
  let inUse = 0;
  let slowInUse = 0;

  const isFree = (): boolean => inUse < slotsMax;

  const mayTake = (lane: SlotTaker, slot: Slot): boolean => {
    if (!isFree()) return false;
    if (slot === 'slow' && slowInUse >= Math.max(1, slotsMax >> 1)) return false;
    return lane.inFlight < Math.max(1, Math.floor(slotsMax / active.size));
  };

  const giveTurn = (lane: SlotTaker): void => {
    if (lane.inFlight === 0) active.delete(lane);
    lane.wake();
  };

  /** Each lane that waits gets one try: one that has its share, or is slow, is refused although slots are free. */
  const wakeWaiting = (): void => waiting.wakeWhile(isFree, giveTurn, waiting.size);

  return {
    take(lane) {
      const slot = lane.isSlow ? 'slow' : 'quick';
      active.add(lane);
      if (!mayTake(lane, slot)) {
        waiting.join(lane);
        return null;
      }
      inUse += 1;
      if (slot === 'slow') slowInUse += 1;
      return slot;
    },
    release(lane, slot) {
      inUse -= 1;
      if (slot === 'slow') slowInUse -= 1;
      if (lane.inFlight === 0 && !waiting.has(lane)) active.delete(lane);
      wakeWaiting();
    },
    forget(lane) {
      waiting.leave(lane);
      active.delete(lane);
    },
    get inUse() {
      return inUse;
    },
  };
};
