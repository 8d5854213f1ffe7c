// How long the fault lanes run: short as a part of `npm test`, long with FAULTS_LONG=1.

const isLong = process.env.FAULTS_LONG === '1';

export const shortOrLong = (short: number, long: number): number => (isLong ? long : short);

/** For the timeout of a test: enough for a slow machine, and the long lanes' own time on top. */
export const laneMilliseconds = shortOrLong(600_000, 1_800_000);
