// Who may use the next free connection. While there is room every lane may; when there is none, lanes stand in a ring
// and each gets a few turns before the next: deficit round robin, so that one company's campaign does not hold up
// another's one-time code.

export interface Turns {
  /** Takes a connection, or puts the lane into the ring, whose turn then wakes it. */
  take(lane: TurnTaker): boolean;
  release(): void;
  /** A lane that is closed waits for nothing. */
  forget(lane: TurnTaker): void;
  readonly inUse: number;
}

export interface TurnTaker {
  /** Its turn has come: it may take connections now. */
  wake(): void;
}

/** Messages a lane may start in one turn. */
const quantum = 4;

export const createTurns = (connectionsMax: number): Turns => {
  const ring = new Set<TurnTaker>();
  const allowances = new Map<TurnTaker, number>();
  let inUse = 0;
  let isWaking = false;

  /** Wakes lanes in turn while connections are free. A lane that wants more goes to the end of the ring. */
  const wakeNext = (): void => {
    if (isWaking) return;
    isWaking = true;
    while (inUse < connectionsMax) {
      const next = ring.values().next().value;
      if (!next) break;
      ring.delete(next);
      allowances.set(next, quantum);
      next.wake();
      allowances.delete(next);
    }
    isWaking = false;
  };

  return {
    take(lane) {
      const allowance = allowances.get(lane);
      const mayTake = inUse < connectionsMax && (allowance === undefined ? ring.size === 0 : allowance > 0);
      if (!mayTake) {
        ring.add(lane);
        if (inUse < connectionsMax) queueMicrotask(wakeNext);
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
      ring.delete(lane);
    },
    get inUse() {
      return inUse;
    },
  };
};
