// How lists, look-ups and sends grow with the history: the same questions to a small past and to one that is four times as
// large, over as many days, and the power of the size by which each grows (0: not at all, 1: in a straight line).

import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { firstUuidAt, newUuid } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { connectTo, createBenchDatabase, findPostmaster, type ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { median, round2 } from '../figures.ts';
import { atMost, sayVerdicts, type Verdict } from '../verdicts.ts';
import { fillDays } from './fill-days.ts';
import { measureSends } from './measure-sends.ts';
import { type Asked, questions } from './questions.ts';

interface Past {
  readonly days: number;
  readonly messages: number;
}

type Figures = Readonly<Record<string, number>>;

const times = 9;
const barMilliseconds = 100;
/** Figures of PostgreSQL's processor time differ by so much between two runs on the same data. */
const barGrowth = 1.25;
const timesLarger = 4;
const companiesCount = 20;
const dayMilliseconds = 86_400_000;
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

const measure = async (
  connection: ServerConnection,
  name: string,
  past: Past,
): Promise<{ readonly lists: Figures; readonly sends: Figures }> => {
  await createBenchDatabase(connection, name);
  const here = { ...connection, database: name };
  await migrate(here, await readMigrations(migrationsFolder));
  const companies = Array.from({ length: companiesCount }, () => newUuid());
  const companyId = companies[0] ?? '';
  const client = await connectTo(connection, name);
  await fillDays(client, { ...past, companies });
  const { rows } = await client.query<{ id: string }>(
    `select id from messages where company_id = $1 and direction = 'out' and id >= $2 order by id limit 1`,
    [companyId, firstUuidAt(Date.now() - (past.days / 2) * dayMilliseconds)],
  );
  await client.end();
  const database = openDatabase({ connection: here, log: createLog('silent'), poolMax: 1, writersMax: 3 });
  const lists = await timeQuestions({ database, companyId, messageId: rows[0]?.id ?? '', days: past.days });
  const sends = { ...(await measureSends(database, companyId, await findPostmaster(connection))) };
  await database.close();
  return { lists, sends };
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

const judge = (lists: Growth, sends: Growth): Verdict[] => [
  ...lists.map(({ question, after }) => atMost(`${question}, ms`, after, barMilliseconds)),
  ...sends.map(({ question, before, after }) =>
    atMost(`${question}, large / small`, after / before, barGrowth),
  ),
];

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
    console.log(`${messages / timesLarger} and ${messages} messages over ${days} days`);
    const small = await measure(connection, 'bench_small', {
      days,
      messages: Math.floor(messages / timesLarger),
    });
    const large = await measure(connection, 'bench_large', { days, messages });
    const lists = growthOf(small.lists, large.lists);
    const sends = growthOf(small.sends, large.sends);
    sayGrowth(`Milliseconds, the middle of ${times} calls`, lists);
    sayGrowth('Microseconds of PostgreSQL, by commits of 25', sends);
    sayVerdicts(judge(lists, sends), (line) => console.log(line));
    return { days, messages, lists, sends };
  });
};
