// Lanes that could not be handed to another process because they did not drain in time: a provider took too long to answer,
// or the machine was too busy. Each attempt holds up their messages, so each failure makes the next attempt wait longer.

import { doublingPause } from '../../platform/backoff.ts';

const firstMilliseconds = 8_000;
const longestMilliseconds = 60_000;

export interface StayingLanes {
  /** The lane did not drain in time. */
  failed(senderId: string): void;
  /** The lane drained. */
  forget(senderId: string): void;
  /** True until the next attempt. */
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
