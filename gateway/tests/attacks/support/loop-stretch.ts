// How long the event loop of this thread was held in one piece, in processor time: what other programs on the machine take
// does not count. A turn of the loop is measured whole, so several requests served in one turn count together.

export interface LoopStretch {
  /** Milliseconds of the longest turn so far. */
  readonly longest: number;
  stop(): void;
}

const processorMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The time to read and write a megabyte of small objects on two cores of 2026, the quickest of some tries. */
const usualMilliseconds = 12;

/** How many times slower than usual this machine is; at least 1. */
export const slowness = (): number => {
  const text = JSON.stringify(Array.from({ length: 60_000 }, () => ({ token: 'aaaa' })));
  let quickest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20; tries += 1) {
    const before = processorMilliseconds();
    JSON.stringify(JSON.parse(text));
    quickest = Math.min(quickest, processorMilliseconds() - before);
  }
  return Math.max(1, quickest / usualMilliseconds);
};

export const watchLoop = (): LoopStretch => {
  let longest = 0;
  let isWatching = true;
  let before = processorMilliseconds();
  const turn = (): void => {
    const now = processorMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
    if (isWatching) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    get longest() {
      return longest;
    },
    stop() {
      isWatching = false;
    },
  };
};
