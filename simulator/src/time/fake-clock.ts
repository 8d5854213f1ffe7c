// A clock that stands still until a test moves it, so delays, limits and windows are tested without waiting.
import type { Clock } from './clock.ts';

export interface FakeClock extends Clock {
  /** Moves time forward and runs every timer that falls due on the way, in order. */
  advance(ms: number): void;
}

export function createFakeClock(startMs = Date.UTC(2026, 10, 15, 9, 30)): FakeClock {
  let now = startMs;
  let timers: { due: number; run: () => void }[] = [];

  return {
    now: () => now,
    setTimer(run, delayMs) {
      const timer = { due: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.due);
        next.run();
      }
      now = end;
    },
  };
}
