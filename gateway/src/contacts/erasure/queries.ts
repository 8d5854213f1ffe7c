// The SQL of erasing a person, as far as contacts know them.

import type pg from 'pg';
import type { Queryable } from '../../platform/database/database.ts';
import { textArray } from '../../platform/database/sql-array.ts';

export interface ErasureRow {
  readonly company_id: string;
  readonly id: string;
  readonly contact_id: string;
  /** Every address of the person, as it was written; null once it is done. */
  readonly addresses: string[] | null;
  readonly last_digits: string;
  readonly below_id: string;
  readonly messages_erased: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** A contact, or one that is deleted and still refused. Locked, so that two erasures take turns. */
export const lockForErasure = async (
  db: pg.ClientBase,
  companyId: string,
  contactId: string,
): Promise<boolean> => {
  const { rows } = await db.query('select id from contacts where company_id = $1 and id = $2 for update', [
    companyId,
    contactId,
  ]);
  return rows.length > 0;
};

/** The data for undoing a merge holds the person too. */
export const forgetMergesOf = async (
  db: pg.ClientBase,
  companyId: string,
  contactId: string,
): Promise<void> => {
  await db.query('update contact_merges set before = null where company_id = $1 and kept_id = $2', [
    companyId,
    contactId,
  ]);
};

/**
 * The contact goes. Of one who has opted out the number stays, and with it the last entry of the history: without it the
 * next import would write to them again. Facts about the person are removed from events.
 */
export const forgetContact = async (
  db: pg.ClientBase,
  companyId: string,
  contactId: string,
): Promise<void> => {
  await db.query(
    `with changes as (
       select id from consent_changes where company_id = $1 and contact_id = $2
     ),
     blanked as (
       update events set data = null where company_id = $1 and id = any (array(select id from changes))
     ),
     kept as (
       update contacts set name = '', sort_name = '', language = null, store_id = null, notes = '', fields = '{}',
         tags = '{}', last_seen_at = null, deleted_at = coalesce(deleted_at, now()), updated_at = now()
       where company_id = $1 and id = $2 and consent = 'opted_out'
       returning id
     ),
     deleted as (
       delete from contacts where company_id = $1 and id = $2 and consent <> 'opted_out'
     )
     delete from consent_changes where company_id = $1 and contact_id = $2
       and not (exists (select from kept) and id = (select id from changes order by id desc limit 1))`,
    [companyId, contactId],
  );
};

/** Refused rows of imports that hold the number, however it was written. */
export const forgetRefusals = async (
  db: pg.ClientBase,
  companyId: string,
  lastNine: string,
): Promise<void> => {
  await db.query(
    `delete from contact_import_refusals where company_id = $1
       and position($2 in regexp_replace(array_to_string(cells, ' '), '[^0-9]', '', 'g')) > 0`,
    [companyId, lastNine],
  );
};

export const insertErasure = async (
  db: Queryable,
  row: Pick<ErasureRow, 'company_id' | 'id' | 'contact_id' | 'addresses' | 'last_digits' | 'below_id'>,
): Promise<void> => {
  await db.query(
    `insert into erasures (company_id, id, contact_id, addresses, last_digits, below_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.company_id, row.id, row.contact_id, textArray(row.addresses ?? []), row.last_digits, row.below_id],
  );
};

export const findErasure = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<ErasureRow | null> => {
  const { rows } = await db.query<ErasureRow>('select * from erasures where company_id = $1 and id = $2', [
    companyId,
    id,
  ]);
  return rows[0] ?? null;
};

export const listWaitingErasures = async (db: Queryable): Promise<ErasureRow[]> => {
  const { rows } = await db.query<ErasureRow>(
    'select * from erasures where finished_at is null order by id limit 20',
  );
  return rows;
};

/** Two processes may do the same step; only the one that counts it moves it on. */
export const advanceErasure = async (
  db: Queryable,
  row: ErasureRow,
  belowId: string,
  erased: number,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update erasures set below_id = $4, messages_erased = messages_erased + $5
     where company_id = $1 and id = $2 and below_id = $3 and finished_at is null`,
    [row.company_id, row.id, row.below_id, belowId, erased],
  );
  return rowCount === 1;
};

export const finishErasure = async (db: Queryable, row: ErasureRow): Promise<void> => {
  await db.query(
    `update erasures set phone_number = null, addresses = null, finished_at = now()
     where company_id = $1 and id = $2 and finished_at is null`,
    [row.company_id, row.id],
  );
};
