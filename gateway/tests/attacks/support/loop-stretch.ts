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
