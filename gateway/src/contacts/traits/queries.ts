// The SQL of what routes ask of people.

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
      select address.key, contacts.store_id, contacts.tags
      from contact_addresses address
      join contacts on contacts.company_id = address.company_id and contacts.id = address.contact_id
      where address.company_id = $1 and address.key = any ($2::text[]) and contacts.deleted_at is null`,
    values: [companyId, textArray(keys)],
  });
  return rows;
};
