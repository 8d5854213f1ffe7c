// Processor time of a process and of the PostgreSQL it talks to, from /proc. On a shared machine it says more than a
// clock does: it shows what limits a rate, and a cost per message that neighbours do not disturb.

import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly name: string;
  readonly ticks: number;
  readonly reapedTicks: number;
}

const readProcess = (processId: number): ProcessTimes | null => {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const close = stat.lastIndexOf(')');
    const fields = stat
      .slice(close + 2)
      .split(' ')
      .map(Number);
    return {
      parent: fields[1] ?? 0,
      name: stat.slice(stat.indexOf('(') + 1, close),
      ticks: (fields[11] ?? 0) + (fields[12] ?? 0),
      reapedTicks: (fields[13] ?? 0) + (fields[14] ?? 0),
    };
  } catch {
    return null;
  }
};

/** Seconds of processor time a process has used so far; 0 where /proc does not exist. */
export const processSeconds = (processId: number): number =>
  (readProcess(processId)?.ticks ?? 0) / ticksPerSecond;

/** The same for a PostgreSQL server with all its backends, those that have ended included. */
export const serverSeconds = (postmasterId: number): number => {
  const postmaster = readProcess(postmasterId);
  if (!postmaster) return 0;
  let ticks = postmaster.ticks + postmaster.reapedTicks;
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? readProcess(Number(entry)) : null;
    if (found?.parent === postmasterId) ticks += found.ticks;
  }
  return ticks / ticksPerSecond;
};
