// A company that PostgreSQL knows nothing of yet: its tables were analyzed when only another company was in them, so it
// expects one row of this one wherever it asks. Plans that are right only for one row show themselves here.

import { newUuid } from '../../src/platform/ids.ts';
import { personKey } from '../../src/platform/person-key.ts';
import type { TestDatabase } from './database.ts';

export interface NewCompany {
  readonly companyId: string;
  readonly contacts: readonly { readonly id: string; readonly phoneNumber: string; readonly key: string }[];
}

const tables = ['contacts', 'contact_addresses'] as const;

const addContacts = async (database: TestDatabase, count: number): Promise<NewCompany> => {
  const companyId = newUuid();
  const contacts = Array.from({ length: count }, (_, index) => {
    const phoneNumber = `+9665${String(10_000_000 + index)}`;
    return { id: newUuid(), phoneNumber, key: personKey(phoneNumber) };
  });
  const ids = contacts.map(({ id }) => id);
  const numbers = contacts.map(({ phoneNumber }) => phoneNumber);
  await database.query(
    `insert into companies (id, name, timezone, plan) values ($1, 'New', 'UTC', 'active')`,
    [companyId],
  );
  await database.query(
    `insert into contacts (company_id, id, phone_number) select $1, * from unnest($2::uuid[], $3::text[])`,
    [companyId, ids, numbers],
  );
  await database.query(
    `insert into contact_addresses (company_id, key, contact_id, kind, value)
     select $1, key, id, 'phone', number from unnest($2::uuid[], $3::text[], $4::text[]) as row (id, number, key)`,
    [companyId, ids, numbers, contacts.map(({ key }) => key)],
  );
  return { companyId, contacts };
};

/** More tables are left as they were when they were analyzed: `unanalyzed`. */
export const addNewCompany = async (
  database: TestDatabase,
  count: number,
  unanalyzed: readonly string[] = [],
): Promise<NewCompany> => {
  for (const table of [...tables, ...unanalyzed]) {
    await database.query(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  await addContacts(database, 1_000);
  await database.query(`analyze ${tables.join(', ')}`);
  return await addContacts(database, count);
};
