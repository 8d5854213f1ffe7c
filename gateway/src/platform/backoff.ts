// How long to wait after failures. Pure arithmetic.

/** 2 ** 20 times anything is longer than any longest pause. */
const doublingsMax = 20;

/** The first pause, doubled this many times, and never longer than the longest. Both are in the same unit. */
export const doublingPause = (first: number, longest: number, doublings: number): number =>
  Math.min(longest, first * 2 ** Math.min(doublingsMax, Math.max(0, doublings)));

/** Up to `share` shorter or longer, so that what failed together does not come back together. */
export const jittered = (pause: number, share: number, random: () => number): number =>
  pause * (1 + share * (random() * 2 - 1));
