// PostgreSQL expects one row of a company that is newer than its statistics, so any index that begins with the company
// seems as good to it as the primary key, and is then read for the whole company (ADR 12, migrations 0033, 0038 and
// 0039). So a second index of a table in which a company may have many rows has a condition that only the statements
// meant for it can prove.

import { expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';

/** In these a company has few rows, or no row is looked up by the rest of the primary key. */
const allowed = new Set([
  'alerts_same',
  // Looked up by the message alone, or by the id of a call that a person opens.
  'calls_message',
  'media_references_by_file',
  'message_counts_status',
  'templates_name',
  'templates_updated_at',
]);

const database = await useDatabase();

const findUnconditional = async (): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(
    `select index.relname as name
     from pg_index
     join pg_class index on index.oid = indexrelid
     join pg_class owner on owner.oid = indrelid
     join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     where not indisprimary and indpred is null and attname = 'company_id' and not owner.relispartition
     order by 1`,
  );
  return rows.map(({ name }) => name);
};

it('a second index that begins with the company has a condition', async () => {
  expect((await findUnconditional()).filter((name) => !allowed.has(name))).toEqual([]);
});

it('one without is found, and none is allowed that is not there', async () => {
  await database.query('create index without_condition on contacts (company_id, name)');
  expect(await findUnconditional()).toEqual([...allowed, 'without_condition'].sort());
});
