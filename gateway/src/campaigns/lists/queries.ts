// The SQL of listed people: rows that are written before a campaign names their list, and deleted when none does.

import type { Queryable } from '../../platform/database/database.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

export interface NewEntry {
  readonly line: number;
  /** E.164; null when it is no number. */
  readonly phoneNumber: string | null;
  readonly written: string;
  readonly variables: Readonly<Record<string, string>>;
}

export const insertEntries = async (
  db: Queryable,
  companyId: string,
  listId: string,
  entries: readonly NewEntry[],
): Promise<void> => {
  await db.query({
    name: 'insert-campaign-entries',
    text: `
      insert into campaign_entries (company_id, list_id, line, phone_number, written, variables)
      select $1, $2, line, phone_number, written, variables
      from unnest($3::integer[], $4::text[], $5::text[], $6::jsonb[]) as row (line, phone_number, written, variables)`,
    values: [
      companyId,
      listId,
      plainArray(entries.map((entry) => entry.line)),
      textArray(entries.map((entry) => entry.phoneNumber)),
      textArray(entries.map((entry) => entry.written)),
      textArray(entries.map((entry) => JSON.stringify(entry.variables))),
    ],
  });
};

/** Inserted before its entries, so that the sweep finds the list even after a crash. */
export const insertList = async (db: Queryable, companyId: string, listId: string): Promise<void> => {
  await db.query('insert into campaign_lists (company_id, id) values ($1, $2)', [companyId, listId]);
};

/** One that is empty. */
export const deleteList = async (db: Queryable, companyId: string, listId: string): Promise<void> => {
  await db.query(
    `delete from campaign_lists where company_id = $1 and id = $2 and not exists (
       select from campaign_entries where company_id = $1 and list_id = $2)`,
    [companyId, listId],
  );
};

/** A list that no campaign names any more, or none whose people are still kept. Answers how many people are gone. */
export const deleteEntries = async (
  db: Queryable,
  companyId: string,
  listId: string,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from campaign_entries
     where company_id = $1 and list_id = $2 and line = any (array(
       select line from campaign_entries where company_id = $1 and list_id = $2 order by line limit $3))
       and not exists (
         select 1 from campaigns
         where campaigns.company_id = $1 and campaigns.audience ->> 'listId' = $2::text
           and campaigns.forgotten_at is null)`,
    [companyId, listId, rowsMax],
  );
  return rowCount ?? 0;
};

export interface RepeatedPerson {
  readonly phone_number: string;
  readonly name: null;
  readonly contact_id: null;
}

/** Numbers that stand on a list more than once. */
export const findDuplicates = async (
  db: Queryable,
  companyId: string,
  listId: string,
  rowsMax: number,
): Promise<RepeatedPerson[]> => {
  const { rows } = await db.query<RepeatedPerson>(
    `select coalesce(phone_number, written) as phone_number, null as name, null as contact_id
     from campaign_entries where company_id = $1 and list_id = $2
     group by coalesce(phone_number, written) having count(*) > 1 order by min(line) limit $3`,
    [companyId, listId, rowsMax],
  );
  return rows;
};
