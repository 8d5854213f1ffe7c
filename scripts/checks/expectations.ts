// Claims of a long check, told one by one as they turn out; the check goes on after one that fails.

export interface Expectations {
  expectThat(claim: string, isTrue: boolean, detail?: string): void;
  /** Says how it ended, and makes the process end with 1 when a claim failed. */
  conclude(success: string): void;
}

export const createExpectations = (): Expectations => {
  let failures = 0;
  return {
    expectThat(claim, isTrue, detail = '') {
      console.log(`${isTrue ? 'ok      ' : 'FAILED  '}${claim}${detail && `: ${detail}`}`);
      if (!isTrue) failures += 1;
    },
    conclude(success) {
      console.log(failures === 0 ? success : `Failed expectations: ${failures}.`);
      process.exitCode = failures === 0 ? 0 : 1;
    },
  };
};
