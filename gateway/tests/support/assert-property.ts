// A property that is held against a least number of runs always, and against more while there is time: a slow machine
// tests less, but never nothing.

import fc, { type IAsyncProperty, type RunDetails } from 'fast-check';

export interface PropertyRuns {
  readonly atLeast: number;
  readonly atMost: number;
  /** For what goes beyond the least number. */
  readonly milliseconds: number;
  readonly ignoreEqualValues?: boolean;
}

/** What was not run for want of time has not failed. */
const report = <Value>(details: RunDetails<Value>): void => {
  if (details.interrupted && details.counterexample === null) return;
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
};

export const assertProperty = async <Value>(
  property: IAsyncProperty<Value>,
  { atLeast, atMost, milliseconds, ignoreEqualValues = false }: PropertyRuns,
): Promise<void> => {
  report(await fc.check(property, { numRuns: atLeast, ignoreEqualValues }));
  report(
    await fc.check(property, {
      numRuns: atMost - atLeast,
      ignoreEqualValues,
      interruptAfterTimeLimit: milliseconds,
      markInterruptAsFailure: false,
    }),
  );
};
