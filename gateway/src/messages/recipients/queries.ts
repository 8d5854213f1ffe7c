// The SQL that reads the recipients of messages.

import type pg from 'pg';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray } from '../../platform/database/sql-array.ts';

export interface RecipientRow {
  readonly company_id: string;
  readonly id: string;
  readonly phone_number: string;
  readonly person_key: string | null;
}

/** One index look-up per message, which no plan can turn into reading all messages between the first and the last. */
export const findRecipientRows = async (
  db: pg.Pool,
  keys: readonly { readonly companyId: string; readonly messageId: string }[],
): Promise<RecipientRow[]> => {
  const { rows } = await db.query<RecipientRow>({
    name: 'find-recipients-of-messages',
    text: `
      select message.*
      from unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
      cross join lateral (
        select company_id, id, phone_number, person_key
        from messages
        where messages.company_id = wanted.company_id and messages.id = wanted.id
          and ${isWithin('messages.id', '$3', '$4')} and direction = 'out'
        limit 1
      ) as message`,
    values: [
      plainArray(keys.map(({ companyId }) => companyId)),
      plainArray(keys.map(({ messageId }) => messageId)),
      ...boundsOf(keys.map(({ messageId }) => messageId)),
    ],
  });
  return rows;
};
