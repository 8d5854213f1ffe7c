import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { explainStartFailure } from '../src/app/start-failure.ts';
import { MigrationError, migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { newUuid } from '../src/platform/ids.ts';
import { useEmptyDatabase } from './support/database.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
const known = await readMigrations(migrationsFolder);

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A folder with these files in it. */
const folderWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'hudhud-migrations-'));
  folders.push(folder);
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
};

describe('migrating', () => {
  it('brings an empty database to the newest version, and does nothing the second time', async () => {
    const database = await useEmptyDatabase();
    const connection = { connectionString: database.url };
    expect(await migrate(connection, known)).toEqual(known.map(({ name }) => name));
    expect(await migrate(connection, known)).toEqual([]);
    const rows = await database.query('select version from schema_migrations order by version');
    expect(rows).toEqual(known.map(({ version }) => ({ version })));
  });

  it('is safe when five processes start at once', async () => {
    const database = await useEmptyDatabase();
    const connection = { connectionString: database.url };
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(connection, known)));
    expect(applied.flat()).toEqual(known.map(({ name }) => name));
  });

  it('refuses a database that is newer than the program', async () => {
    const database = await useEmptyDatabase();
    const connection = { connectionString: database.url };
    await migrate(connection, known);
    await database.query(
      `insert into schema_migrations (version, name, checksum) values (9999, 'future', 'x')`,
    );
    const failure = await migrate(connection, known).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect(explainStartFailure(failure)[0]).toContain('version 9999');
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    const database = await useEmptyDatabase();
    const connection = { connectionString: database.url };
    await migrate(connection, known);
    const changed = known.map((migration) => ({ ...migration, checksum: 'changed' }));
    await expect(migrate(connection, changed)).rejects.toThrow(`${known[0]?.name} was changed`);
  });

  it('leaves nothing of a migration that fails, and keeps those before it', async () => {
    const database = await useEmptyDatabase();
    const connection = { connectionString: database.url };
    const folder = await folderWith({
      '0001-first.sql': 'create table first (id integer);',
      '0002-second.sql': 'create table second (id integer); select 1 / 0;',
    });
    await expect(migrate(connection, await readMigrations(folder))).rejects.toThrow('division by zero');
    const rows = await database.query<{ first: string; second: string | null }>(
      `select to_regclass('first')::text as first, to_regclass('second')::text as second`,
    );
    expect(rows).toEqual([{ first: 'first', second: null }]);
    expect(await database.query('select version from schema_migrations')).toEqual([{ version: 1 }]);
  });

  it.each([
    ['starts with the wrong number', { '0002-first.sql': '' }],
    ['has a gap', { '0001-first.sql': '', '0003-third.sql': '' }],
    ['has a number twice', { '0001-first.sql': '', '0001-other.sql': '' }],
    ['has a name of another form', { '1-first.sql': '' }],
  ])('refuses a folder that %s', async (_name, files) => {
    const folder = await folderWith(files as unknown as Record<string, string>);
    await expect(readMigrations(folder)).rejects.toThrow(MigrationError);
  });
});

describe('the schema', () => {
  it('leads every primary key of a tenant with the company', async () => {
    const database = await useEmptyDatabase();
    await migrate({ connectionString: database.url }, known);
    const rows = await database.query<{ table: string; first: string }>(`
      select conrelid::regclass::text as table, attname as first
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'p' and connamespace = 'public'::regnamespace
        and conrelid in (select attrelid from pg_attribute where attname = 'company_id')`);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    // The ownership of lanes is control data, small and the same everywhere: it is not split by company.
    const tenants = rows.filter(({ table }) => table !== 'lanes');
    expect(tenants.filter(({ first }) => first !== 'company_id')).toEqual([]);
  });
});

describe('the migration to people with addresses', () => {
  it('makes contacts that are forms of one number one person, and keys the messages of three countries', async () => {
    const database = await useEmptyDatabase();
    const connection = { connectionString: database.url };
    const before = known.findIndex(({ name }) => name === '0018-people.sql');
    await migrate(connection, known.slice(0, before));
    await database.query('create table messages_all partition of messages default');
    const company = newUuid();
    const [older, newer, other] = [newUuid(), newUuid(), newUuid()];
    await database.query(
      `insert into contacts (company_id, id, phone_number, name, tags, consent, consent_at, consent_source)
       values ($1, $2, '+5531987654321', '', '{a}', 'opted_in', now(), 'api'),
         ($1, $3, '+553187654321', 'Bia', '{b}', 'opted_out', now(), 'stop_word'),
         ($1, $4, '+966501234567', 'Sara', '{}', 'unknown', null, null)`,
      [company, older, newer, other],
    );
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
       select $1, uuidv7(), 'out', 'sent', 'text', number, 'Hello', 'meta_cloud'
       from unnest(array['+5531987654321', '+553187654321', '+966501234567', '+5215512345678']) as number`,
      [company],
    );
    await migrate(connection, known);
    expect(await database.query('select id, name, tags, consent from contacts order by id')).toEqual([
      { id: older, name: 'Bia', tags: ['a', 'b'], consent: 'opted_out' },
      { id: other, name: 'Sara', tags: [], consent: 'unknown' },
    ]);
    expect(
      await database.query('select key, contact_id, is_opted_out from contact_addresses order by key'),
    ).toEqual([
      { key: '+553187654321', contact_id: older, is_opted_out: true },
      { key: '+966501234567', contact_id: other, is_opted_out: false },
    ]);
    expect(
      await database.query('select phone_number, person_key from messages order by phone_number'),
    ).toEqual([
      { phone_number: '+5215512345678', person_key: '+525512345678' },
      { phone_number: '+553187654321', person_key: null },
      { phone_number: '+5531987654321', person_key: '+553187654321' },
      { phone_number: '+966501234567', person_key: null },
    ]);
    const indexes = await database.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = 'messages'::regclass and indisvalid and indexrelid::regclass::text like 'messages%person'`,
    );
    expect(indexes).toEqual([{ name: 'messages_by_person' }]);
  });
});
