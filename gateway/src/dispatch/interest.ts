/** Nobody waits longer than this for what becomes of a message. */
export const interestMilliseconds = 60_000;
