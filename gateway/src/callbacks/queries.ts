// The SQL of callbacks: whose number they are about, the notices in them, and when a sender was last called back.

import type pg from 'pg';
import { eventColumns } from '../events/event-columns.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';

export interface AccountRow {
  company_id: string;
  id: string;
  account: string;
}

/** The senders of all companies behind the provider's own names for their numbers, oldest first. */
export const findSendersByAccount = async (
  db: pg.Pool,
  provider: string,
  accounts: readonly string[],
): Promise<AccountRow[]> => {
  const { rows } = await db.query<AccountRow>({
    name: 'find-senders-by-account',
    text: `
      select company_id, id, account from senders
      where provider = $1 and account = any ($2::text[])
      order by id`,
    values: [provider, textArray(accounts)],
  });
  return rows;
};

export interface NoticeRow {
  readonly companyId: string;
  readonly senderId: string;
  readonly eventId: string;
  /** JSON. */
  readonly data: string;
}

/** Ids are ours and made before, so that writing them again after a lost reply changes nothing. */
export const storeNotices = async (db: pg.Pool, rows: readonly NoticeRow[]): Promise<void> => {
  await db.query({
    name: 'store-notices',
    text: `
      insert into events ${eventColumns({ id: 'id', type: `'provider_notice'`, sender_id: 'sender_id', data: 'data' })}
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as row (company_id, id, sender_id, data)
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.eventId)),
      plainArray(rows.map((row) => row.senderId)),
      textArray(rows.map((row) => row.data)),
    ],
  });
};

export const touchSender = async (db: pg.Pool, companyId: string, senderId: string): Promise<void> => {
  await db.query(
    `update senders set last_callback_at = now()
     where company_id = $1 and id = $2
       and (last_callback_at is null or last_callback_at < now() - interval '1 minute')`,
    [companyId, senderId],
  );
};
