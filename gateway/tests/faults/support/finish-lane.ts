// The end of a lane: no fault is active any more, so everything must settle; then all records are compared with each
// other.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { checkLedger, type LedgerReport } from './check-ledger.ts';
import { checkWitness, readReceipt } from './check-witness.ts';
import type { Journal } from './journal.ts';
import { countRestless, countUnsent } from './sent-rows.ts';
import type { CallbackFigures, Witness } from './witness.ts';

const problemsMax = 30;

interface Rest {
  readonly restSeconds: number;
  /** Messages that had not come to rest in that time. */
  readonly restless: number;
}

const comeToRest = async (client: pg.ClientBase, witness: Witness, secondsMax: number): Promise<Rest> => {
  const begunAt = performance.now();
  const seconds = (): number => (performance.now() - begunAt) / 1000;
  for (;;) {
    // First: what leaves us after the ledger was read would be missing there, and look as if it never reached a person.
    const unsent = await countUnsent(client);
    const received = (await witness.readLedger())
      .filter(({ outcome }) => outcome === 'accepted')
      .flatMap((entry) => readReceipt(entry)?.messageId ?? []);
    const restless = unsent + (await countRestless(client, received));
    if (restless === 0 || seconds() > secondsMax)
      return { restSeconds: Math.round(seconds() * 10) / 10, restless };
    await sleep(200);
  }
};

/** Whatever the provider has reported must have arrived, unless it has given up. */
const findLostStatuses = async (
  client: pg.ClientBase,
  { restless }: Rest,
  { callbacksGivenUp }: CallbackFigures,
): Promise<string[]> => {
  if (restless === 0 || callbacksGivenUp > 0) return [];
  const { rows } = await client.query<{ what: string }>(
    `select status || ' ' || count(*) as what from messages where direction = 'out' group by status
     union all select 'parked ' || count(*) from parked_statuses`,
  );
  return [`${restless} messages have not come to rest: ${rows.map(({ what }) => what).join(', ')}`];
};

export const finishLane = async (
  client: pg.Client,
  journal: Journal,
  witness: Witness,
  restSecondsMax = 60,
): Promise<LedgerReport> => {
  const rest = await comeToRest(client, witness, restSecondsMax);
  const callbacks = await witness.callbackFigures();
  const lost = await findLostStatuses(client, rest, callbacks);
  const ledger = await checkLedger(client, journal);
  const seen = await checkWitness(client, journal, await witness.readLedger());
  return {
    figures: { ...ledger.figures, ...seen.figures, ...rest, ...callbacks },
    problems: [...lost, ...ledger.problems, ...seen.problems].slice(0, problemsMax),
  };
};
