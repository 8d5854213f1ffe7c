// Work with days that the next gateway that starts finds: in every table of history one is missing and one has outlived its
// retention.

import type pg from 'pg';
import { historyTables } from '../../src/app/history-tables.ts';
import { keepPartitions, type PartitionedTable } from '../../src/platform/database/partitions.ts';
import { firstUuidAt } from '../../src/platform/ids.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';

const oldDay = Date.UTC(2020, 0, 1);

const kept: readonly PartitionedTable[] = historyTables({
  messageRetentionDays: 365,
  requestRetentionDays: 365,
});

export const historyNames: readonly string[] = kept.map(({ name }) => name);

const nameOf = (table: string, time: number): string =>
  `${table}_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The last day ahead and the old one, of every table. */
const newest = (): string[] => historyNames.map((table) => nameOf(table, Date.now() + 7 * dayMilliseconds));
const oldest = (): string[] => historyNames.map((table) => nameOf(table, oldDay));

export const leavePartitionWork = async (client: pg.ClientBase): Promise<void> => {
  for (const name of newest()) await client.query(`drop table if exists ${name}`);
  for (const [index, name] of oldest().entries()) {
    await client.query(
      `create table if not exists ${name} partition of ${historyNames[index]}
       for values from ('${firstUuidAt(oldDay)}') to ('${firstUuidAt(oldDay + dayMilliseconds)}')`,
    );
  }
};

export interface PartitionWorkLeft {
  /** Days whose partitions are still missing. */
  readonly toMake: string[];
  /** Old days that are still there. */
  readonly toDrop: string[];
}

export const readPartitionWork = async (client: pg.ClientBase): Promise<PartitionWorkLeft> => {
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_class where relname = any ($1)',
    [[...newest(), ...oldest()]],
  );
  const there = new Set(rows.map(({ name }) => name));
  return {
    toMake: newest().filter((name) => !there.has(name)),
    toDrop: oldest().filter((name) => there.has(name)),
  };
};

export const allOldDays = oldest;

/** A round of upkeep, as a gateway does it. */
export const doPartitionWork = async (connection: pg.ClientConfig): Promise<void> => {
  await keepPartitions(connection, kept, Date.now());
};

/** Holds every table of history, with all its days, as pg_dump and reports do, until the transaction ends. */
export const holdHistory = async (reader: pg.ClientBase): Promise<void> => {
  await reader.query('begin');
  await reader.query('set local idle_in_transaction_session_timeout = 0');
  await reader.query(`lock table ${historyNames.join(', ')} in access share mode`);
  for (const table of historyNames) await reader.query(`select count(*) from ${table}`);
};
