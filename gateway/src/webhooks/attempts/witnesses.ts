// Distinguishes a fault of our own network from one of a receiver's: while other receivers answer, ours works.

export interface Witnesses {
  note(endpointId: string, at: number): void;
  /** True when another endpoint answered lately. */
  othersAnswer(endpointId: string, at: number): boolean;
}

/** So long an answer proves something. */
const proofMilliseconds = 60_000;

export const createWitnesses = (): Witnesses => {
  /** The newest answer, and the newest of another endpoint than that: no more is ever needed. */
  let answers: readonly { readonly endpointId: string; readonly at: number }[] = [];
  return {
    note(endpointId, at) {
      const other = answers.find((answer) => answer.endpointId !== endpointId);
      answers = other ? [{ endpointId, at }, other] : [{ endpointId, at }];
    },
    othersAnswer: (endpointId, at) =>
      answers.some((answer) => answer.endpointId !== endpointId && at - answer.at < proofMilliseconds),
  };
};
