// A process is alive while its lease runs: one condition for every statement that has to know.

/** SQL that is true when the process with this epoch is alive; `epoch` is a column or a parameter. */
export const isAlive = (epoch: string): string =>
  `exists (select 1 from processes where processes.epoch = ${epoch} and processes.lease_until > now())`;
