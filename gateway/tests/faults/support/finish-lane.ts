// The end of a lane: no fault is active any more, so everything must settle; then all records are compared with each
// other.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { checkLedger, type LedgerReport } from './check-ledger.ts';
import { checkWitness, readReceipt } from './check-witness.ts';
import type { Journal } from './journal.ts';
import { countRestless, countUnsent } from './sent-rows.ts';
import type { Witness } from './witness.ts';

const problemsMax = 30;

/** Answers the seconds it took. The check names the messages that have not settled in time. */
const comeToRest = async (client: pg.ClientBase, witness: Witness, secondsMax: number): Promise<number> => {
  const begunAt = performance.now();
  const seconds = (): number => (performance.now() - begunAt) / 1000;
  for (;;) {
    // First: what leaves us after the ledger was read would be missing there, and look as if it never reached a person.
    const unsent = await countUnsent(client);
    const received = (await witness.readLedger())
      .filter(({ outcome }) => outcome === 'accepted')
      .flatMap((entry) => readReceipt(entry)?.messageId ?? []);
    const restless = unsent + (await countRestless(client, received));
    if (restless === 0 || seconds() > secondsMax) return seconds();
    await sleep(200);
  }
};

export const finishLane = async (
  client: pg.Client,
  journal: Journal,
  witness: Witness,
  restSecondsMax = 60,
): Promise<LedgerReport> => {
  const restSeconds = Math.round((await comeToRest(client, witness, restSecondsMax)) * 10) / 10;
  const ledger = await checkLedger(client, journal);
  const seen = await checkWitness(client, journal, await witness.readLedger());
  return {
    figures: { ...ledger.figures, ...seen.figures, restSeconds },
    problems: [...ledger.problems, ...seen.problems].slice(0, problemsMax),
  };
};
