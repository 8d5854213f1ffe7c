// Statements that a migration may not run on a table that holds history: they would stop every send while they run.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { historyTables } from '../src/app/history-tables.ts';
import { readMigrations } from '../src/platform/database/migrate.ts';

const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 }).map(({ name }) => name);
/** As a whole, or one of its days in a statement that runs for each. */
const anyTable = `(?:only )?(?:(?:${tables.join('|')})\\b|\\{partition\\})`;
const noWhere = '(?:(?!\\bwhere\\b)[^;])*;';

/** Applied before there was a rule. */
const lastFree = 13;

const rules: readonly (readonly [string, RegExp])[] = [
  [
    'an index is built without concurrently',
    new RegExp(`create (?:unique )?index (?!concurrently)[^;]*? on ${anyTable}`, 'i'),
  ],
  [
    'all rows are changed in one statement',
    new RegExp(`^\\s*(?:update|delete from) (?:only )?(?:${tables.join('|')})\\b`, 'im'),
  ],
  // It would hold all rows of today until it ends, also those that are being sent.
  [
    'all rows of a day are changed in one statement',
    new RegExp(`^\\s*(?:update|delete from) \\{partition\\}${noWhere}`, 'im'),
  ],
  // `create index concurrently` on the table itself builds one in each day and attaches it.
  ['an index is built in each day by itself', /create (?:unique )?index [^;]*? on (?:only )?\{partition\}/i],
  [
    'the type of a column changes',
    new RegExp(`alter table ${anyTable}[^;]*alter column \\w+ (?:set data )?type`, 'i'),
  ],
  [
    'every row is checked',
    new RegExp(
      `alter table ${anyTable}[^;]*(?:set not null|add (?:constraint|check)(?![^;]*not valid))`,
      'i',
    ),
  ],
  [
    'every row is rewritten',
    new RegExp(`alter table ${anyTable}[^;]*add column[^;]*(?:generated|default [a-z_]+\\()`, 'i'),
  ],
];

/** Bodies of functions run later, row by row, and comments never. */
const codeOf = (sql: string): string => sql.replace(/--.*$/gm, '').replace(/\$\$[\s\S]*?\$\$/g, '');

const findForbidden = (sql: string): string[] =>
  rules.filter(([, pattern]) => pattern.test(codeOf(sql))).map(([what]) => what);

/** A row that was changed meanwhile lies elsewhere and is missed, and the planner cannot tell how many there are. */
const byPlace = /ctid\s*(?:=\s*any|in\b)/i;

const known = await readMigrations(fileURLToPath(new URL('../migrations', import.meta.url)));

describe('a migration of a history table', () => {
  it.each(known.slice(lastFree).map(({ name, sql }) => [name, sql]))('%s stops no send', (_name, sql) => {
    expect(findForbidden(sql)).toEqual([]);
  });

  it.each([
    ['create index wrong on messages (company_id);', 'an index is built without concurrently'],
    [`update messages set body = '';`, 'all rows are changed in one statement'],
    ['alter table calls alter column url type varchar(10);', 'the type of a column changes'],
    ['alter table events add constraint short check (length(type) < 9);', 'every row is checked'],
    ['alter table requests alter column body set not null;', 'every row is checked'],
    [
      '-- for each partition of calls\nupdate {partition} set url = null;',
      'all rows of a day are changed in one statement',
    ],
    [
      '-- for each partition of calls\ndelete from {partition};',
      'all rows of a day are changed in one statement',
    ],
    [
      '-- for each partition of calls\ncreate index concurrently on {partition} (url);',
      'an index is built in each day by itself',
    ],
    ['alter table messages add column token uuid default gen_random_uuid();', 'every row is rewritten'],
  ])('is found out: %s', (sql, what) => {
    expect(findForbidden(sql)).toEqual([what]);
  });

  it.each([
    ['create index concurrently right on messages (company_id);'],
    ['alter table messages add column note text;'],
    ['create index lanes_owner_again on lanes (owner_epoch);'],
    ['-- for each partition of messages\nupdate {partition} set note = null where note is not null;'],
  ])('may do this: %s', (sql) => {
    expect(findForbidden(sql)).toEqual([]);
  });
});

describe('rows', () => {
  it('are never found by where they lie, neither by the gateway nor by a migration', async () => {
    const source = fileURLToPath(new URL('../src', import.meta.url));
    const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(100);
    const texts = await Promise.all(
      files.map(async (file) => [file, await readFile(join(source, file), 'utf8')]),
    );
    const all = [...texts, ...known.map(({ name, sql }) => [name, sql])];
    expect(all.filter(([, text = '']) => byPlace.test(text)).map(([file]) => file)).toEqual([]);
  });

  it.each([
    'delete from calls where ctid = any (array(select ctid from calls limit 100))',
    'update calls set url = null where ctid in (select ctid from calls limit 100)',
  ])('are found out to be: %s', (sql) => {
    expect(byPlace.test(sql)).toBe(true);
  });
});
