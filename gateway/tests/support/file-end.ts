// Closes databases, gateways and servers at the end of a test file. Vitest registers its own afterAll only while a file
// is collected; one that is called inside a test is forgotten, and the next file in the same process finds the gateway
// of that test still running. This list takes both.

type End = () => unknown;

let ends: End[] | null = null;

/** At the start of every file: run-file-ends.ts. */
export const startFile = (): void => {
  ends = [];
};

/** The last one first: a gateway stops before its database goes. Every one is called, also after one that failed. */
export const endFile = async (): Promise<void> => {
  const failures: unknown[] = [];
  for (let end = ends?.pop(); end; end = ends?.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything of the file could be closed');
};

/** Call it anywhere: at the top of a file, in a hook or in a test. */
export const atFileEnd = (end: End): void => {
  if (!ends)
    throw new Error('the setupFiles of this Vitest project need gateway/tests/support/run-file-ends.ts');
  ends.push(end);
};
