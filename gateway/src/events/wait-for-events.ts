// Long polling: asks the feed again and again until it has something, for as long as the caller wants to wait.

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFeed } from '@hudhud/contract/events.ts';

const pauseMilliseconds = 500;
/** Every waiting request holds a place in the inbox; further requests of one company are answered at once. */
const waitersMax = 8;

export interface Waiting {
  readonly companyId: string;
  readonly seconds: number;
  /** The caller has gone, or the gateway stops. */
  readonly signal: AbortSignal;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** Waits of one process; each says how it reads, so that this knows nothing of the feed. */
export const createEventWaits = () => {
  const waiters = new Map<string, number>();

  const untilSomething = async (
    { seconds, signal }: Waiting,
    first: EventFeed,
    read: (after: string) => Promise<EventFeed>,
  ): Promise<EventFeed> => {
    const giveUpAt = performance.now() + seconds * 1_000;
    let feed = first;
    while (feed.data.length === 0 && !signal.aborted) {
      const left = giveUpAt - performance.now();
      if (left <= 0) break;
      if (!feed.has_more) await pause(Math.min(left, pauseMilliseconds), signal);
      // From where the last query ended, so that nothing is read twice.
      feed = await read(feed.next_after);
    }
    return feed;
  };

  return async (
    waiting: Waiting,
    first: EventFeed,
    read: (after: string) => Promise<EventFeed>,
  ): Promise<EventFeed> => {
    const count = waiters.get(waiting.companyId) ?? 0;
    if (count >= waitersMax) return first;
    waiters.set(waiting.companyId, count + 1);
    try {
      return await untilSomething(waiting, first, read);
    } finally {
      const left = (waiters.get(waiting.companyId) ?? 1) - 1;
      if (left > 0) waiters.set(waiting.companyId, left);
      else waiters.delete(waiting.companyId);
    }
  };
};
