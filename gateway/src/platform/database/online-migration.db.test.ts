import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type TestDatabase, useEmptyDatabase } from '../../../tests/support/database.ts';
import { migrate } from './migrate.ts';

const online = (sql: string) => [
  { version: 1, name: '0001-online.sql', sql: `-- online\n${sql}`, checksum: 'x' },
];

const useNotes = async (): Promise<TestDatabase> => {
  const database = await useEmptyDatabase();
  await database.query('create table notes (id integer primary key, text text) partition by range (id)');
  await database.query('create table notes_low partition of notes for values from (0) to (100)');
  await database.query('create table notes_high partition of notes for values from (100) to (200)');
  await database.query(`insert into notes select n, 'note ' || n from generate_series(0, 199) as n`);
  return database;
};

const indexesOf = async (database: TestDatabase, name: string) =>
  await database.query<{ index: string; is_valid: boolean }>(
    `select indexrelid::regclass::text as index, indisvalid as is_valid from pg_index
     where indexrelid = to_regclass($1)
       or indexrelid in (select inhrelid from pg_inherits where inhparent = to_regclass($1))
     order by 1`,
    [name],
  );

const whole = [
  { index: 'notes_high_text', is_valid: true },
  { index: 'notes_low_text', is_valid: true },
  { index: 'notes_text', is_valid: true },
];

describe('an online migration', () => {
  it('builds an index of a partitioned table part by part', async () => {
    const database = await useNotes();
    await migrate(
      { connectionString: database.url },
      online('create index concurrently notes_text on notes (text);'),
    );
    expect(await indexesOf(database, 'notes_text')).toEqual(whole);
  });

  it('goes on where it was broken off, and builds what was left invalid anew', async () => {
    const database = await useNotes();
    await database.query('create index notes_text on only notes (text)');
    await database.query('create index notes_low_text on notes_low (text)');
    await database.query(
      `update pg_index set indisvalid = false where indexrelid = 'notes_low_text'::regclass`,
    );
    const connection = { connectionString: database.url };
    await migrate(connection, online('create index concurrently notes_text on notes (text);'));
    expect(await indexesOf(database, 'notes_text')).toEqual(whole);
  });

  it('runs a statement once per partition, and keeps what was done before one that fails', async () => {
    const database = await useNotes();
    const sql = `
-- for each partition of notes
update {partition} set text = upper(text) where id % 100 = 0;

select 1 / 0;`;
    const connection = { connectionString: database.url };
    await expect(migrate(connection, online(sql))).rejects.toThrow('division by zero');
    expect(await database.query('select text from notes where id % 100 = 0 order by id')).toEqual([
      { text: 'NOTE 0' },
      { text: 'NOTE 100' },
    ]);
    expect(await database.query('select version from schema_migrations')).toEqual([]);
  });

  it('blocks no other statement behind a lock that it cannot get, and gets it when it is free', async () => {
    const database = await useNotes();
    const reader = await database.connect();
    await reader.query('begin; lock table notes in access share mode');
    const migrating = migrate(
      { connectionString: database.url },
      online('alter table notes add column if not exists extra text;'),
    );
    const waits: number[] = [];
    const until = performance.now() + 1_500;
    for (let id = 0; performance.now() < until; id += 1) {
      const begin = performance.now();
      await database.query(`update notes set text = 'changed' where id = $1`, [id % 100]);
      waits.push(performance.now() - begin);
      await sleep(20);
    }
    expect(Math.max(...waits), 'in time').toBeLessThan(1_000);
    await reader.query('commit');
    await reader.end();
    expect(await migrating).toEqual(['0001-online.sql']);
  });

  it('is waited for by a second process without a snapshot that would hold up the first', async () => {
    const database = await useNotes();
    const connection = { connectionString: database.url };
    const steps = online('create index concurrently notes_text on notes (text);');
    const applied = await Promise.all([migrate(connection, steps), migrate(connection, steps)]);
    expect(applied.flat()).toEqual(['0001-online.sql']);
    expect(await indexesOf(database, 'notes_text')).toEqual(whole);
  });
});
