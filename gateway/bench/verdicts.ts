// The bars of a benchmark and whether it reached them: one line for each bar, the missed ones too.

import { round2 } from './figures.ts';

export type Say = (line: string) => void;

export interface Verdict {
  readonly name: string;
  readonly value: number;
  readonly bar: number;
  readonly isMet: boolean;
}

/** The result of one part of a benchmark. */
export interface Part {
  readonly figures: object;
  readonly verdicts: readonly Verdict[];
}

export const atLeast = (name: string, value: number, bar: number): Verdict => ({
  name,
  value: round2(value),
  bar,
  isMet: value >= bar,
});

export const atMost = (name: string, value: number, bar: number): Verdict => ({
  name,
  value: round2(value),
  bar,
  isMet: value <= bar,
});

export const sayVerdicts = (verdicts: readonly Verdict[], say: Say): void => {
  const width = Math.max(...verdicts.map(({ name }) => name.length)) + 2;
  say(`\n${'bar'.padEnd(width)}${'reached'.padStart(10)}${'bar'.padStart(8)}`);
  for (const { name, value, bar, isMet } of verdicts) {
    const figures = `${String(value).padStart(10)}${String(bar).padStart(8)}`;
    say(`${name.padEnd(width)}${figures}  ${isMet ? 'met' : 'MISSED'}`);
  }
};
