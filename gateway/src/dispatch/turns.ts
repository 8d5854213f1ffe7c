// Decides which lane may use the next free connection. While there is room every lane may; when there is none, lanes stand in a ring
// and each gets a few turns before the next: deficit round robin, so that one company's campaign does not hold up
// another's one-time code.

import { type Wakeable, WakeRing } from '../platform/wake-ring.ts';

export interface Turns {
  /** Takes a connection, or puts the lane into the ring, whose turn then wakes it. */
  take(lane: TurnTaker): boolean;
  release(): void;
  /** The lane was closed and no longer waits. */
  forget(lane: TurnTaker): void;
  readonly inUse: number;
}

/** Woken when its turn has come: it may take connections then. */
export type TurnTaker = Wakeable;

/** Messages a lane may start in one turn. */
const quantum = 4;

export const createTurns = (connectionsMax: number): Turns => {
  const ring = new WakeRing<TurnTaker>();
  const allowances = new Map<TurnTaker, number>();
  let inUse = 0;

  const isFree = (): boolean => inUse < connectionsMax;

  const giveTurn = (lane: TurnTaker): void => {
    allowances.set(lane, quantum);
    lane.wake();
    allowances.delete(lane);
  };

  const wakeNext = (): void => ring.wakeWhile(isFree, giveTurn);

  return {
    take(lane) {
      const allowance = allowances.get(lane);
      const mayTake = isFree() && (allowance === undefined ? ring.size === 0 : allowance > 0);
      if (!mayTake) {
        ring.join(lane);
        if (isFree()) queueMicrotask(wakeNext);
        return false;
      }
      if (allowance !== undefined) allowances.set(lane, allowance - 1);
      inUse += 1;
      return true;
    },
    release() {
      inUse -= 1;
      wakeNext();
    },
    forget(lane) {
      ring.leave(lane);
    },
    get inUse() {
      return inUse;
    },
  };
};
