// Measures the cost of a message to PostgreSQL with a long history: stored, settled, and reported twice by its
// provider, once with an echo of our id and once without, when its message has to be found by the provider's id. Counts
// processor time, which neighbours disturb least.

import { settle } from '../../src/dispatch/settling/queries.ts';
import { makeSettlement } from '../../src/dispatch/tests-support/lane-table.ts';
import { createStatusRecorder, type ReportedStatus } from '../../src/messages/statuses/status-recorder.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import { serverSeconds } from '../cpu.ts';
import { median, round2 } from '../figures.ts';

export interface SendCosts {
  /** Microseconds of PostgreSQL for each. */
  readonly 'a send': number;
  readonly 'a status with an echo': number;
  readonly 'a status without an echo': number;
}

/** As many as share a commit when a gateway is busy. */
const perBatch = 25;
const batches = 16;
const rounds = 3;
const epoch = '1';

const insertSending = async (
  database: Database,
  companyId: string,
  ids: readonly string[],
): Promise<void> => {
  await database.writers.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, attempt, owner_epoch,
       sender_id)
     select $1, id, 'out', 'sending', 'text', '+96650' || (1000000 + n), 'Your invoice is ready.', 'meta_cloud', 1, $3, $1
     from unnest($2::uuid[]) with ordinality as row (id, n)`,
    [companyId, ids, epoch],
  );
};

const settleSent = async (database: Database, companyId: string, ids: readonly string[]): Promise<void> => {
  await settle(
    database.writers,
    ids.map((id) => makeSettlement({ companyId, senderId: companyId }, id, epoch)),
  );
};

const reportOf = (
  companyId: string,
  id: string,
  status: 'delivered' | 'read',
  hasEcho: boolean,
): ReportedStatus => ({
  companyId,
  senderId: companyId,
  status: {
    providerMessageId: `wamid.${id}`,
    status,
    at: new Date(),
    recipient: null,
    echo: hasEcho ? `${toPublicId('message', id)}:1` : null,
    failure: null,
    raw: { status },
  },
});

export const measureSends = async (
  database: Database,
  companyId: string,
  postmasterId: number,
): Promise<SendCosts> => {
  const recorder = createStatusRecorder({ writers: database.writers });
  const taken = { send: [] as number[], echo: [] as number[], noEcho: [] as number[] };
  const cost = async (into: number[], count: number, work: () => Promise<void>): Promise<void> => {
    const before = serverSeconds(postmasterId);
    await work();
    into.push(((serverSeconds(postmasterId) - before) * 1e6) / count);
  };
  // The first round warms plans and caches up.
  for (let round = 0; round <= rounds; round += 1) {
    const messages = Array.from({ length: batches }, () => Array.from({ length: perBatch }, () => newUuid()));
    await cost(taken.send, batches * perBatch, async () => {
      for (const ids of messages) {
        await insertSending(database, companyId, ids);
        await settleSent(database, companyId, ids);
      }
    });
    for (const [status, hasEcho] of [['delivered', true] as const, ['read', false] as const]) {
      await cost(hasEcho ? taken.echo : taken.noEcho, batches * perBatch, async () => {
        for (const ids of messages)
          await recorder.record(ids.map((id) => reportOf(companyId, id, status, hasEcho)));
      });
    }
  }
  const middle = (values: readonly number[]): number => round2(median(values.slice(1)));
  return {
    'a send': middle(taken.send),
    'a status with an echo': middle(taken.echo),
    'a status without an echo': middle(taken.noEcho),
  };
};
