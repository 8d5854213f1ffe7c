// How lists, look-ups and sends grow with the history: the same questions to a small past and to one that is four times as
// large, over as many days, and the power of the size by which each grows (0: not at all, 1: in a straight line). With
// `--only-large` the large one alone, as far as the disk allows.

import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { firstUuidAt, newUuid } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';
import { connectTo, createBenchDatabase, findPostmaster, type ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { median, round2 } from '../figures.ts';
import { atMost, sayVerdicts, type Verdict } from '../verdicts.ts';
import type { Asked } from './asked.ts';
import { fillDays, makePartitions } from './fill-days.ts';
import { measureSends } from './measure-sends.ts';
import { questions } from './questions.ts';

interface Past {
  readonly days: number;
  readonly messages: number;
  readonly companiesCount: number;
}

type Figures = Readonly<Record<string, number>>;

const times = 9;
const barMilliseconds = 100;
/** Figures of PostgreSQL's processor time differ by so much between two runs on the same data. */
const barGrowth = 1.25;
const timesLarger = 4;
const fillWorkers = 2;
/** A fill ends there, and what is filled is measured. */
const freeBytesMin = 8 * 2 ** 30;
const migrationsFolder = new URL('../../migrations', import.meta.url).pathname;

/** The middle of several calls, in milliseconds. */
const timeQuestions = async (asked: Asked): Promise<Figures> => {
  const figures: Record<string, number> = {};
  for (const [question, ask] of Object.entries(questions)) {
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const begin = performance.now();
      await ask(asked);
      taken.push(performance.now() - begin);
    }
    figures[question] = round2(median(taken));
  }
  return figures;
};

const hasRoom = async (): Promise<boolean> => {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize > freeBytesMin;
};

const fill = async (
  connection: ServerConnection,
  name: string,
  { days, messages }: Past,
  companies: readonly string[],
): Promise<number> => {
  const clients = await Promise.all(Array.from({ length: fillWorkers }, () => connectTo(connection, name)));
  await makePartitions({ ...connection, database: name }, days);
  const begin = performance.now();
  const filled = await fillDays(clients, { days, messages, companies }, { goOn: hasRoom });
  await Promise.all(clients.map((client) => client.end()));
  const count = Math.floor(messages / days) * filled;
  const seconds = Math.round((performance.now() - begin) / 1_000);
  console.log(`${count} messages over ${filled} days were written in ${seconds} s`);
  return filled;
};

/** A message of hers in the middle of the past. */
const middleMessage = async (client: pg.Client, companyId: string, days: number): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from messages where company_id = $1 and direction = 'out' and id >= $2 order by id limit 1`,
    [companyId, firstUuidAt(Date.now() - (days / 2) * dayMilliseconds)],
  );
  return rows[0]?.id ?? '';
};

interface Measured {
  readonly lists: Figures;
  /** The same questions of a company that shares 70 % of everything with all others. */
  readonly listsOfSmall: Figures;
  /** And of one that writes 29 messages a day. */
  readonly listsOfTiny: Figures;
  readonly sends: Figures;
}

/** Measures a history that exists already: the first company is the large one, the last the tiny one. */
const measureFilled = async (
  connection: ServerConnection,
  name: string,
  days: number,
  companies: readonly string[],
): Promise<Measured> => {
  const [largeId = '', smallId = ''] = companies;
  const client = await connectTo(connection, name);
  const database = openDatabase({
    connection: { ...connection, database: name },
    log: createLog('silent'),
    poolMax: 1,
    writersMax: 3,
  });
  const ask = async (companyId: string): Promise<Figures> =>
    await timeQuestions({
      database,
      companyId,
      messageId: await middleMessage(client, companyId, days),
      days,
    });
  const lists = await ask(largeId);
  const listsOfSmall = await ask(smallId);
  const listsOfTiny = await ask(companies.at(-1) ?? '');
  const sends = { ...(await measureSends(database, largeId, await findPostmaster(connection))) };
  await client.end();
  await database.close();
  return { lists, listsOfSmall, listsOfTiny, sends };
};

const measure = async (connection: ServerConnection, name: string, past: Past): Promise<Measured> => {
  await createBenchDatabase(connection, name);
  await migrate({ ...connection, database: name }, await readMigrations(migrationsFolder));
  const companies = Array.from({ length: past.companiesCount + 1 }, () => newUuid());
  const days = await fill(connection, name, past, companies);
  return await measureFilled(connection, name, days, companies);
};

const growthOf = (small: Figures, large: Figures) =>
  Object.keys(small).map((question) => {
    const [before, after] = [small[question] ?? 0, large[question] ?? 0];
    return { question, before, after, power: round2(Math.log(after / before) / Math.log(timesLarger)) };
  });

type Growth = ReturnType<typeof growthOf>;

const sayGrowth = (title: string, growth: Growth): void => {
  console.log(`\n${title}`);
  for (const { question, before, after, power } of growth)
    console.log(
      `${question.padEnd(48)}${String(before).padStart(10)}${String(after).padStart(10)}   n^${power}`,
    );
};

const sayFigures = (title: string, figures: Figures): void => {
  console.log(`\n${title}`);
  for (const [question, figure] of Object.entries(figures))
    console.log(`${question.padEnd(48)}${String(figure).padStart(10)}`);
};

const judgeLists = (lists: Figures, whose: string): Verdict[] =>
  Object.entries(lists).map(([question, taken]) => atMost(`${question}${whose}, ms`, taken, barMilliseconds));

const judgeSends = (sends: Growth): Verdict[] =>
  sends.map(({ question, before, after }) => atMost(`${question}, large / small`, after / before, barGrowth));

const listsTitle = `Milliseconds, the middle of ${times} calls`;
const sendsTitle = 'Microseconds of PostgreSQL, by commits of 25';

const judgeAllLists = ({ lists, listsOfSmall, listsOfTiny }: Measured): Verdict[] => [
  ...judgeLists(lists, ''),
  ...judgeLists(listsOfSmall, ', of a small company'),
  ...judgeLists(listsOfTiny, ', of a tiny company'),
];

const sayLarge = (large: Measured): Verdict[] => {
  sayFigures(listsTitle, large.lists);
  sayFigures('The same of a small company', large.listsOfSmall);
  sayFigures('The same of a tiny company', large.listsOfTiny);
  sayFigures(sendsTitle, large.sends);
  return judgeAllLists(large);
};

const sayBoth = (small: Measured, large: Measured): Verdict[] => {
  const sends = growthOf(small.sends, large.sends);
  sayGrowth(listsTitle, growthOf(small.lists, large.lists));
  sayGrowth('The same of a small company', growthOf(small.listsOfSmall, large.listsOfSmall));
  sayGrowth('The same of a tiny company', growthOf(small.listsOfTiny, large.listsOfTiny));
  sayGrowth(sendsTitle, sends);
  return [...judgeAllLists(large), ...judgeSends(sends)];
};

export const benchHistory = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      days: { type: 'string', default: '30' },
      messages: { type: 'string', default: '200000' },
      companies: { type: 'string', default: '20' },
      'only-large': { type: 'boolean', default: false },
    },
  });
  const [days, messages] = [Number(values.days), Number(values.messages)];
  const past: Past = { days, messages, companiesCount: Number(values.companies) };
  const smallPast: Past = { ...past, messages: Math.floor(messages / timesLarger) };
  return await withBenchPostgres(async (connection) => {
    const small = values['only-large'] ? null : await measure(connection, 'bench_small', smallPast);
    const large = await measure(connection, 'bench_large', past);
    const verdicts = small ? sayBoth(small, large) : sayLarge(large);
    sayVerdicts(verdicts, (line) => console.log(line));
    return { ...past, small, large };
  });
};
