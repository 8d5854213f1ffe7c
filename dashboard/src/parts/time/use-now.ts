// The current moment for everything on screen that says "3 minutes ago": one timer for the page, not one per row.

import { useSyncExternalStore } from 'react';

const tickMilliseconds = 5_000;

let now = new Date();
let timer: number | undefined;
const listeners = new Set<() => void>();

/** Calls when the moment has moved on; the answer ends it. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    now = new Date();
    for (const notify of listeners) notify();
  }, tickMilliseconds);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      window.clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Read fresh while there is no listener: the timer has stood still until then. */
export function currentMoment(): Date {
  if (timer === undefined && Date.now() - now.getTime() > tickMilliseconds) now = new Date();
  return now;
}

export const useNow = (): Date => useSyncExternalStore(onTick, currentMoment);
