// Checks a property for a minimum of runs always, and for more while there is time: a slow machine tests less, but
// never nothing.

import fc, { type IAsyncProperty, type RunDetails } from 'fast-check';

export interface PropertyRuns {
  readonly atLeast: number;
  readonly atMost: number;
  /** For runs beyond the minimum. */
  readonly milliseconds: number;
  readonly ignoreEqualValues?: boolean;
}

/** Runs that were skipped for lack of time have not failed. */
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
