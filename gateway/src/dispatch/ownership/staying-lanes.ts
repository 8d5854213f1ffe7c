// Lanes that were to go to another process and could not be emptied in time: a provider took too long to answer, or the
// machine was too busy. Trying holds up their messages, so each failure makes the next try wait longer.

import { doublingPause } from '../../platform/backoff.ts';

const firstMilliseconds = 8_000;
const longestMilliseconds = 60_000;

export interface StayingLanes {
  /** Not emptied in time. */
  failed(senderId: string): void;
  /** Emptied, or no longer wanted elsewhere. */
  forget(senderId: string): void;
  /** True until the next try. */
  has(senderId: string): boolean;
  forgetAll(): void;
}

export const createStayingLanes = (): StayingLanes => {
  const lanes = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    failed(senderId) {
      const before = lanes.get(senderId)?.failures ?? 0;
      const milliseconds = doublingPause(firstMilliseconds, longestMilliseconds, before);
      lanes.set(senderId, { failures: before + 1, until: performance.now() + milliseconds });
    },
    forget: (senderId) => void lanes.delete(senderId),
    has: (senderId) => (lanes.get(senderId)?.until ?? 0) > performance.now(),
    forgetAll: () => lanes.clear(),
  };
};
