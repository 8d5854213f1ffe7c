// The SQL of the traits of people that routes ask for.

import type { Queryable } from '../../platform/database/database.ts';
import { textArray } from '../../platform/database/sql-array.ts';

export interface ContactTraitsRow {
  key: string;
  store_id: string | null;
  tags: string[];
}

export const findContactTraits = async (
  db: Queryable,
  companyId: string,
  keys: readonly string[],
): Promise<ContactTraitsRow[]> => {
  const { rows } = await db.query<ContactTraitsRow>({
    name: 'find-contact-traits',
    text: `
      select wanted.key, contact.store_id, contact.tags
      from unnest($2::text[]) as wanted (key)
      cross join lateral (
        select contact_id from contact_addresses where company_id = $1 and key = wanted.key limit 1
      ) address
      cross join lateral (
        select store_id, tags from contacts
        where company_id = $1 and id = address.contact_id and deleted_at is null
        limit 1
      ) contact`,
    values: [companyId, textArray(keys)],
  });
  return rows;
};
