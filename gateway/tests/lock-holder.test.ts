// A reader that holds all tables of history for long, as pg_dump or a report does: sends do not wait for it, and a gateway that
// starts meanwhile, with days to make and to drop in each, starts.

import { describe, expect, it } from 'vitest';
import { useApiGateway } from './support/gateway.ts';
import {
  allOldDays,
  doPartitionWork,
  historyNames,
  holdHistory,
  leavePartitionWork,
  readPartitionWork,
} from './support/partition-work.ts';
import { watchLockWaits } from './support/watch-lock-waits.ts';

/** The bar for a send. */
const waitMillisecondsMax = 200;

const gateway = await useApiGateway();
const { database } = gateway;

describe('a reader that holds the tables of history', () => {
  it('delays no send and ends no gateway that starts', async () => {
    const company = await gateway.createCompany();
    const client = await database.connect();
    await leavePartitionWork(client);
    expect((await readPartitionWork(client)).toMake).toHaveLength(historyNames.length);
    const reader = await database.connect();
    await holdHistory(reader);
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
    // Only the dropping is put off.
    expect(await readPartitionWork(client)).toEqual({ toMake: [], toDrop: allOldDays() });
    await reader.query('rollback');
    await reader.end();
    await doPartitionWork({ connectionString: database.url });
    expect(await readPartitionWork(client)).toEqual({ toMake: [], toDrop: [] });
    await client.end();
  }, 180_000);
});
