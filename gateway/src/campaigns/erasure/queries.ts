// The SQL that takes a person out of campaigns.

import type pg from 'pg';
import { textArray } from '../../platform/database/sql-array.ts';

export interface ErasedRecipient {
  /** UUID. */
  readonly companyId: string;
  /** Every address of the person, in every form. */
  readonly addresses: readonly string[];
}

export const listLists = async (db: pg.Pool, companyId: string): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>('select id from campaign_lists where company_id = $1', [
    companyId,
  ]);
  return rows.map(({ id }) => id);
};

/** The whole entry: one without its number would look like a mistake in the file. */
export const eraseEntries = async (db: pg.Pool, listId: string, person: ErasedRecipient): Promise<void> => {
  await db.query(
    'delete from campaign_entries where company_id = $1 and list_id = $2 and phone_number = any ($3::text[])',
    [person.companyId, listId, textArray(person.addresses)],
  );
};

export const lockPreparing = async (client: pg.ClientBase, companyId: string): Promise<void> => {
  await client.query(
    `select id from campaigns where company_id = $1 and state = 'preparing' order by id for no key update`,
    [companyId],
  );
};

/**
 * The number must differ from row to row of one campaign, hence the position. Counted by the ledger's trigger. Rows are
 * joined by their whole key: with the company as a constant on both sides, every row was compared with all of the company.
 * And as a subselect the company is one like the others: of one that it has no figures of, PostgreSQL expects a single row,
 * and reads all of the company to find it.
 */
export const skipWaiting = async (client: pg.ClientBase, person: ErasedRecipient): Promise<void> => {
  await client.query(
    `with held as materialized (
       select company_id, campaign_id, position from campaign_recipients
       where company_id = (select $1::uuid) and coalesce(person_key, phone_number) = any ($2::text[]) and state = 'waiting'
       order by campaign_id, position
       for no key update
     )
     update campaign_recipients recipient
     set state = 'skipped', reason = 'erased', variables = null, contact_id = null, person_key = null,
       phone_number = case when recipient.phone_number like '+%'
         then '+' || repeat('*', greatest(0, length(recipient.phone_number) - 5)) || right(recipient.phone_number, 4)
         else '****' end || ' ' || recipient.position
     from held
     where recipient.company_id = held.company_id and recipient.campaign_id = held.campaign_id
       and recipient.position = held.position`,
    [person.companyId, textArray(person.addresses)],
  );
};
