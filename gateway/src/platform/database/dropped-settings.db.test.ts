// A pooler in front of the database: what it drops is named, and what it refuses with what to do.

import { afterEach, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { usePooler } from '../../../tests/support/pooler.ts';
import type { Log } from '../log.ts';
import { type Database, openDatabase } from './database.ts';
import { explainRefusal, findDroppedSettings } from './dropped-settings.ts';

const database = await useDatabase();
const pooler = await usePooler(database.url, 'ignored');
const strictPooler = await usePooler(database.url, 'refused');
const quietLog = { warn: () => undefined } as unknown as Log;

let opened: Database[] = [];
const open = (connectionString: string, isPooled = false): Database => {
  const made = openDatabase({
    connection: { connectionString },
    isPooled,
    log: quietLog,
    poolMax: 2,
    writersMax: 2,
  });
  opened.push(made);
  return made;
};
afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
});

const setDefault = async (setting: string): Promise<void> => {
  const [row] = await database.query<{ name: string }>('select current_database() as name');
  await database.query(`alter database ${row?.name} set ${setting}`);
};

// The test server has it off by itself; one's own server does not.
beforeAll(() => setDefault('jit = on'));

it('settings reach the server where no pooler is', async () => {
  expect(await findDroppedSettings(open(database.url), false)).toEqual([]);
});

it('settings that a pooler drops are named, and that it needs a way past it', async () => {
  const problems = await findDroppedSettings(open(pooler), false);
  expect(problems.map((problem) => problem.split(/[: ]/)[0])).toEqual([
    'jit',
    'statement_timeout',
    'plan_cache_mode',
    'enable_seqscan',
    'DATABASE_URL',
  ]);
  // With the other address none are sent, which comes to the same.
  expect(await findDroppedSettings(open(pooler, true), true)).toEqual(problems.slice(0, -1));
});

it('settings that are dropped for the group commits alone are named, too', async () => {
  const { pool } = open(database.url);
  const { writers } = open(pooler);
  const problems = await findDroppedSettings({ pool, writers }, true);
  expect(problems.map((problem) => problem.split(/[: ]/)[0])).toEqual([
    'jit',
    'statement_timeout',
    'plan_cache_mode',
    'enable_seqscan',
  ]);
});

it('a pooler that refuses settings is told from one that is away, and works when none are sent', async () => {
  const error = await open(strictPooler)
    .ping()
    .catch((refused: Error) => refused);
  expect(explainRefusal(error)).toMatch(/unsupported startup parameter: \w+.*Set DIRECT_DATABASE_URL/);
  await open(strictPooler, true).ping();
  const away = await open('postgres://127.0.0.1:1/nobody')
    .ping()
    .catch((refused: Error) => refused);
  expect(away).toBeInstanceOf(Error);
  expect(explainRefusal(away)).toBeNull();
});

it('nothing is said when they are the defaults behind the pooler', async () => {
  for (const setting of [
    'jit = off',
    'statement_timeout = 10000',
    'plan_cache_mode = force_generic_plan',
    'enable_seqscan = off',
  ]) {
    await setDefault(setting);
  }
  expect(await findDroppedSettings(open(pooler, true), true)).toEqual([]);
});
