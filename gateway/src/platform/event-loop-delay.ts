// How long the event loop stood still. Everything the process does waits in that time, so this figure is the first to show
// that one request takes too much of it.

import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface EventLoopDelay {
  /** The longest delay since it was last read, in seconds. */
  read(): number;
  stop(): void;
}

/** Every look wakes the process: at 20 ms they were a quarter of what an idle one costs. */
export const lookMilliseconds = 50;
const nanosecondsPerSecond = 1e9;

export const watchEventLoop = (): EventLoopDelay => {
  const histogram = monitorEventLoopDelay({ resolution: lookMilliseconds });
  histogram.enable();
  return {
    read() {
      // The histogram measures the time between two looks, and one look every 50 ms is no delay.
      const seconds = histogram.max / nanosecondsPerSecond - lookMilliseconds / 1000;
      histogram.reset();
      return Math.max(0, seconds);
    },
    stop: () => void histogram.disable(),
  };
};
