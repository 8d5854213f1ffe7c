// Two gateways that start at once through a pooler in transaction mode, with nothing past it: neither hangs, and no connection of
// the pooler keeps a lock or a timeout when they have gone.

import pg from 'pg';
import { expect, it } from 'vitest';
import { firstUuidAt } from '../src/platform/ids.ts';
import { type TestDatabase, useDatabase, useEmptyDatabase } from './support/database.ts';
import { sendingEnvironment, useGateway } from './support/gateway.ts';
import { useSharingPooler } from './support/sharing-pooler.ts';
import { waitUntil } from './support/wait-until.ts';

const dayMilliseconds = 86_400_000;
const startMillisecondsMax = 60_000;
const oldDay = Date.UTC(2020, 0, 1);

const nameOf = (time: number): string =>
  `messages_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;

const isThere = async (database: TestDatabase, name: string): Promise<boolean> =>
  (await database.query('select from pg_class where relname = $1', [name])).length === 1;

const countAdvisoryLocks = async (database: TestDatabase): Promise<number> => {
  const rows = await database.query(
    `select from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
};

const countConnections = async (database: TestDatabase, name: string): Promise<number> => {
  const rows = await database.query(
    'select from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)',
    [name],
  );
  return rows.length;
};

/** The lock timeouts on all connections that the gateways left with the pooler, one client on each at the same moment. */
const readLockTimeouts = async (database: TestDatabase, poolerUrl: string): Promise<string[]> => {
  const left = await countConnections(database, 'hudhud');
  const probes = Array.from(
    { length: left },
    () => new pg.Client({ connectionString: `${poolerUrl}?application_name=probe` }),
  );
  for (const probe of probes) await probe.connect();
  // The connections on which the probes signed in are the youngest, and would be used first.
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'probe'`,
  );
  await waitUntil(
    'only connections of the gateways are left',
    async () => (await countConnections(database, 'probe')) === 0,
  );
  const found: { pid: number; timeout: string }[] = [];
  for (const probe of probes) {
    await probe.query('begin');
    const { rows } = await probe.query<{ pid: number; timeout: string }>(
      `select pg_backend_pid() as pid, current_setting('lock_timeout') as timeout`,
    );
    found.push(...rows);
  }
  for (const probe of probes) await probe.end();
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(left);
  return found.map(({ timeout }) => timeout);
};

/** Answers the address of the pooler when both have sent a message and stopped. */
const startTwoAndStop = async (database: TestDatabase): Promise<string> => {
  const url = await useSharingPooler(database.url, 'carried');
  const begun = performance.now();
  const start = () => useGateway({ database: { ...database, url }, environment: sendingEnvironment });
  const [first, second] = await Promise.all([start(), start()]);
  expect(performance.now() - begun, 'in time').toBeLessThan(startMillisecondsMax);
  const company = await first.createCompany();
  expect([200, 202]).toContain((await company.send()).status);
  expect([200, 202]).toContain((await second.adopt(company).send()).status);
  await Promise.all([first.stop(), second.stop()]);
  return url;
};

const expectNothingLeft = async (database: TestDatabase, poolerUrl: string): Promise<void> => {
  await waitUntil('no lock is held', async () => (await countAdvisoryLocks(database)) === 0, 5_000);
  const timeouts = await readLockTimeouts(database, poolerUrl);
  expect(timeouts.length).toBeGreaterThan(4);
  expect(timeouts.filter((timeout) => timeout !== '0')).toEqual([]);
};

it('two gateways start at once on an empty database behind a pooler and leave nothing on its connections', async () => {
  const database = await useEmptyDatabase();
  const url = await startTwoAndStop(database);
  await expectNothingLeft(database, url);
});

it('they make and drop days there, and put off the drop that a reader holds up', async () => {
  const database = await useDatabase();
  const lastDay = nameOf(Date.now() + 7 * dayMilliseconds);
  await database.query(`drop table ${lastDay}`);
  await database.query(
    `create table ${nameOf(oldDay)} partition of messages
     for values from ('${firstUuidAt(oldDay)}') to ('${firstUuidAt(oldDay + dayMilliseconds)}')`,
  );
  const reader = await database.connect();
  await reader.query('begin; lock table messages in access share mode; select count(*) from messages');
  await expectNothingLeft(database, await startTwoAndStop(database));
  expect(await isThere(database, lastDay)).toBe(true);
  expect(await isThere(database, nameOf(oldDay))).toBe(true);
  await reader.query('rollback');
  await reader.end();
  await expectNothingLeft(database, await startTwoAndStop(database));
  expect(await isThere(database, nameOf(oldDay))).toBe(false);
});
