// What a migration may not do to a table that holds history: it would stop every send for as long as it takes.

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { historyTables } from '../src/app/history-tables.ts';
import { readMigrations } from '../src/platform/database/migrate.ts';

const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 }).map(({ name }) => name);
const anyTable = `(?:only )?(?:${tables.join('|')})\\b`;

/** Applied before there was a rule. */
const lastFree = 13;

const rules: readonly (readonly [string, RegExp])[] = [
  [
    'an index is built without concurrently',
    new RegExp(`create (?:unique )?index (?!concurrently)[^;]*? on ${anyTable}`, 'i'),
  ],
  ['all rows are changed in one statement', new RegExp(`^\\s*(?:update|delete from) ${anyTable}`, 'im')],
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
    ['alter table messages add column token uuid default gen_random_uuid();', 'every row is rewritten'],
  ])('is found out: %s', (sql, what) => {
    expect(findForbidden(sql)).toEqual([what]);
  });

  it.each([
    ['create index concurrently right on messages (company_id);'],
    ['alter table messages add column note text;'],
    ['create index lanes_owner_again on lanes (owner_epoch);'],
    ['-- for each partition of messages\nupdate {partition} set note = null;'],
  ])('may do this: %s', (sql) => {
    expect(findForbidden(sql)).toEqual([]);
  });
});
