// A reader that holds `messages` for long, as pg_dump or a report does: sends do not wait for it, and a gateway that starts
// meanwhile, with days to make and to drop, starts.

import { describe, expect, it } from 'vitest';
import { keepPartitions } from '../src/platform/database/partitions.ts';
import { firstUuidAt } from '../src/platform/ids.ts';
import { dayMilliseconds } from '../src/platform/time.ts';
import { useApiGateway } from './support/gateway.ts';
import { watchLockWaits } from './support/watch-lock-waits.ts';

/** The bar for a send. */
const waitMillisecondsMax = 200;
const oldDay = Date.UTC(2020, 0, 1);

const gateway = await useApiGateway();
const { database } = gateway;

const nameOf = (time: number): string =>
  `messages_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;

const isThere = async (name: string): Promise<boolean> =>
  (await database.query('select from pg_class where relname = $1', [name])).length === 1;

describe('a reader that holds the messages', () => {
  it('delays no send and ends no gateway that starts', async () => {
    const company = await gateway.createCompany();
    const lastDay = nameOf(Date.now() + 7 * dayMilliseconds);
    await database.query(`drop table ${lastDay}`);
    await database.query(
      `create table ${nameOf(oldDay)} partition of messages
       for values from ('${firstUuidAt(oldDay)}') to ('${firstUuidAt(oldDay + dayMilliseconds)}')`,
    );
    const reader = await database.connect();
    await reader.query('begin; lock table messages in access share mode; select count(*) from messages');
    const waits = watchLockWaits(await database.connect());
    let isStarted = false;
    const starting = useApiGateway({ database }).then((second) => {
      isStarted = true;
      return second;
    });
    const answers: number[] = [];
    while (!isStarted) answers.push((await company.send()).status);
    const second = await starting;
    answers.push((await second.adopt(company).send()).status);
    expect(answers.filter((status) => status !== 202).join(', ')).toBe('');
    expect(await waits.stop(), 'in time').toBeLessThan(waitMillisecondsMax);
    expect(await isThere(lastDay)).toBe(true);
    // Only the dropping is put off.
    expect(await isThere(nameOf(oldDay))).toBe(true);
    await reader.query('rollback');
    await reader.end();
    const connection = { connectionString: database.url };
    await keepPartitions(connection, [{ name: 'messages', retentionDays: 365 }], Date.now());
    expect(await isThere(nameOf(oldDay))).toBe(false);
  }, 180_000);
});
