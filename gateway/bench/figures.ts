// The arithmetic of measurements: rounding, the middle of several rounds, and percentiles.

export const round2 = (value: number): number => Math.round(value * 100) / 100;

/** The middle of several rounds: one disturbed round does not move it. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, two) => one - two);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

export const percentilesOf = (values: Iterable<number>): Percentiles => {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number =>
    round2(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
};
