// Returns memory after a start or a busy hour to the operating system. V8 collects garbage when something is allocated,
// so a gateway that goes idle would keep all of it, and the room for it, for as long as it is idle. A full collection
// holds up all work for a third of a second, so it waits for an idle moment and runs once after each busy stretch.

export interface MemoryWatchOptions {
  /** The share of the time since the last question in which the process had something to do. */
  readonly busyShare: () => number;
  readonly collect: () => Promise<void> | void;
}

export interface MemoryWatch {
  /** To be called every few seconds. */
  look(): Promise<void>;
}

const lookMilliseconds = 5_000;
/** Timers alone take one to two hundredths of it. */
const quietShareMax = 0.05;
const busyShareMin = 0.25;
const quietLooksMin = 2;
/** Ten minutes: work that comes and goes by the minute is not held up by it. */
const looksBetween = 120;

export const createMemoryWatch = ({ busyShare, collect }: MemoryWatchOptions): MemoryWatch => {
  let isOwed = true;
  let quietLooks = 0;
  let looksSince = looksBetween;
  return {
    async look() {
      const share = busyShare();
      looksSince += 1;
      quietLooks = share <= quietShareMax ? quietLooks + 1 : 0;
      if (share >= busyShareMin) isOwed = true;
      if (!isOwed || quietLooks < quietLooksMin || looksSince < looksBetween) return;
      isOwed = false;
      looksSince = 0;
      await collect();
    },
  };
};

/** Any other kind keeps the pages of what it has freed. Does nothing where Node was started without `--expose-gc`. */
export const collectGarbage = async (): Promise<void> => {
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
};

export const giveMemoryBack = (): void => {
  let before = performance.eventLoopUtilization();
  const watch = createMemoryWatch({
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: collectGarbage,
  });
  setInterval(() => void watch.look(), lookMilliseconds).unref();
};
