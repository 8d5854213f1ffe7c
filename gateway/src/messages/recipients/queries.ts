// The SQL that says to whom messages went.

import type pg from 'pg';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray } from '../../platform/database/sql-array.ts';

export interface RecipientRow {
  readonly company_id: string;
  readonly id: string;
  readonly phone_number: string;
  readonly person_key: string | null;
}

export const findRecipientRows = async (
  db: pg.Pool,
  keys: readonly { readonly companyId: string; readonly messageId: string }[],
): Promise<RecipientRow[]> => {
  const { rows } = await db.query<RecipientRow>({
    name: 'find-recipients-of-messages',
    text: `
      select messages.company_id, messages.id, phone_number, person_key
      from messages
      join unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
        on messages.company_id = wanted.company_id and messages.id = wanted.id
      where ${isWithin('messages.id', '$3', '$4')} and direction = 'out'`,
    values: [
      plainArray(keys.map(({ companyId }) => companyId)),
      plainArray(keys.map(({ messageId }) => messageId)),
      ...boundsOf(keys.map(({ messageId }) => messageId)),
    ],
  });
  return rows;
};
