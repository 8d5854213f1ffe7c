// The SQL of callbacks: whose number they are about, the notices in them, and when a sender was last called back.

import type pg from 'pg';
import { eventColumns } from '../events/event-columns.ts';
import type { Queryable } from '../platform/database/database.ts';
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
  readonly type: 'provider_notice' | 'call';
  readonly senderId: string;
  /** UUID made of the sender and the notice. */
  readonly digest: string;
  readonly eventId: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Emits each notice once, however often the provider repeats the callback: the digest and the event are written
 * together. Rows of one statement have different digests. Answers the events that were written.
 */
export const storeNotices = async (
  db: Queryable,
  rows: readonly NoticeRow[],
): Promise<ReadonlySet<string>> => {
  const emitted = await db.query<{ id: string }>({
    name: 'store-notices',
    text: `
      with incoming as materialized (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
          as row (company_id, digest, event_id, sender_id, data, type)
      ),
      new as (
        insert into callback_parts (company_id, digest, id)
        select company_id, digest, event_id from incoming order by company_id, digest
        on conflict do nothing
        returning company_id, digest
      )
      insert into events ${eventColumns({ id: 'event_id', type: 'type', sender_id: 'sender_id', data: 'data' })}
      from incoming
      where (company_id, digest) in (select company_id, digest from new)
      on conflict do nothing
      returning id`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.digest)),
      plainArray(rows.map((row) => row.eventId)),
      plainArray(rows.map((row) => row.senderId)),
      textArray(rows.map((row) => row.data)),
      plainArray(rows.map((row) => row.type)),
    ],
  });
  return new Set(emitted.rows.map((row) => row.id));
};

export const noteCallbackProblem = async (
  db: pg.Pool,
  companyId: string,
  senderId: string,
  problem: string,
): Promise<void> => {
  await db.query(
    `update senders set callback_problem = $3, callback_problem_at = now() where company_id = $1 and id = $2`,
    [companyId, senderId, problem],
  );
};

export const touchSender = async (db: pg.Pool, companyId: string, senderId: string): Promise<void> => {
  await db.query(
    `update senders set last_callback_at = now()
     where company_id = $1 and id = $2
       and (last_callback_at is null or last_callback_at < now() - interval '1 minute')`,
    [companyId, senderId],
  );
};
