// How lists and look-ups grow with the history: the same questions to a small past and to one that is four times as large,
// over as many days, and the power of the size by which each grows (0: not at all, 1: in a straight line). What a send and
// its statuses cost beside a large past is measured by `bench -- dispatch --only history`.

import { parseArgs } from 'node:util';
import { listMessages } from '../../src/messages/queries.ts';
import { findByProviderIds } from '../../src/messages/statuses/parked/queries.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { firstUuidAt, newUuid } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { toIdRange } from '../../src/platform/paging.ts';
import { connectTo, createBenchDatabase, type ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { median, round2 } from '../figures.ts';
import { atMost, sayVerdicts } from '../verdicts.ts';
import { fillDays } from './fill-days.ts';

type Question = (database: Database, companyId: string) => Promise<unknown>;

const listed =
  (filter: Parameters<typeof listMessages>[3], person: string | null = null): Question =>
  ({ pool }, companyId) =>
    listMessages(
      pool,
      companyId,
      toIdRange('messages', { limit: 50 }),
      filter,
      person === null ? null : [person],
    );

const searchedMilliseconds = 8 * 86_400_000;

const questions: Readonly<Record<string, Question>> = {
  'all messages': listed({}),
  queued: listed({ status: 'queued' }),
  sending: listed({ status: 'sending' }),
  read: listed({ status: 'read' }),
  failed: listed({ status: 'failed' }),
  incoming: listed({ direction: 'in' }),
  'one person': listed({}, '+966501007919'),
  'a person never seen': listed({}, '+15550000000'),
  '50 statuses without an echo': ({ writers }, companyId) =>
    findByProviderIds(
      writers,
      Array.from({ length: 50 }, (_, index) => ({ companyId, providerMessageId: `wamid.${index}` })),
      firstUuidAt(Date.now() - searchedMilliseconds),
    ),
};

const times = 9;
const barMilliseconds = 100;
const companiesCount = 20;
const migrationsFolder = new URL('../../migrations', import.meta.url).pathname;

const timeAll = async (
  connection: ServerConnection,
  name: string,
  past: { readonly days: number; readonly messages: number },
): Promise<Record<string, number>> => {
  await createBenchDatabase(connection, name);
  const here = { ...connection, database: name };
  await migrate(here, await readMigrations(migrationsFolder));
  const companies = Array.from({ length: companiesCount }, () => newUuid());
  const client = await connectTo(connection, name);
  await fillDays(client, { ...past, companies });
  await client.end();
  const database = openDatabase({ connection: here, log: createLog('silent'), poolMax: 1, writersMax: 1 });
  const figures: Record<string, number> = {};
  for (const [question, ask] of Object.entries(questions)) {
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const begin = performance.now();
      await ask(database, companies[0] ?? '');
      taken.push(performance.now() - begin);
    }
    figures[question] = round2(median(taken));
  }
  await database.close();
  return figures;
};

export const benchHistory = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      days: { type: 'string', default: '30' },
      messages: { type: 'string', default: '200000' },
    },
  });
  const [days, messages] = [Number(values.days), Number(values.messages)];
  return await withBenchPostgres(async (connection) => {
    console.log(
      `${messages / 4} and ${messages} messages over ${days} days; ms of the middle of ${times} calls`,
    );
    const small = await timeAll(connection, 'bench_small', { days, messages: Math.floor(messages / 4) });
    const large = await timeAll(connection, 'bench_large', { days, messages });
    const growth = Object.keys(questions).map((question) => {
      const [before, after] = [small[question] ?? 0, large[question] ?? 0];
      return { question, before, after, power: round2(Math.log(after / before) / Math.log(4)) };
    });
    for (const { question, before, after, power } of growth)
      console.log(
        `${question.padEnd(30)}${String(before).padStart(10)}${String(after).padStart(10)}   n^${power}`,
      );
    sayVerdicts(
      growth.map(({ question, after }) => atMost(`${question}, ms`, after, barMilliseconds)),
      (line) => console.log(line),
    );
    return { days, messages, growth };
  });
};
