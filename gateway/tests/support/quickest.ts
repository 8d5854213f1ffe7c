// How long something takes when nothing comes in between: the quickest of some tries, in milliseconds.

const tries = 5;

export const quickest = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: tries }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
