// Time as the simulator sees it. Everything that waits or stamps takes a Clock, so a test can own the time.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once after the delay; the answer cancels it. */
  setTimer(run: () => void, delayMs: number): () => void;
}

/** The machine's clock. Its timers do not keep a process alive: the HTTP server does that. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
