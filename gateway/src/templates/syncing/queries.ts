// The SQL of when the templates of each sender's account are read.

import type { Queryable } from '../../platform/database/database.ts';
import { textArray } from '../../platform/database/sql-array.ts';

/** Senders that were added since, at providers that have templates; those of senders that are gone leave. */
export const addMissing = async (db: Queryable, providers: readonly string[]): Promise<void> => {
  await db.query({
    name: 'add-template-syncs',
    text: `
      insert into template_syncs (company_id, sender_id)
      select senders.company_id, senders.id from senders
      where provider = any ($1::text[]) and not exists (
        select from template_syncs sync where sync.company_id = senders.company_id and sync.sender_id = senders.id)
      on conflict do nothing`,
    values: [textArray(providers)],
  });
  await db.query({
    name: 'remove-template-syncs',
    text: `
      delete from template_syncs sync where not exists (
        select from senders where senders.company_id = sync.company_id and senders.id = sync.sender_id)`,
  });
};

export interface DueSync {
  readonly company_id: string;
  readonly sender_id: string;
}

/** Taken for a while, so that no other process reads the same. */
export const claimDue = async (db: Queryable, limit: number, heldSeconds: number): Promise<DueSync[]> => {
  const { rows } = await db.query<DueSync>({
    name: 'claim-template-syncs',
    text: `
      with due as materialized (
        select company_id, sender_id from template_syncs where next_at <= now()
        order by next_at limit $1 for update skip locked
      )
      update template_syncs sync set next_at = now() + make_interval(secs => $2)
      from due
      where sync.company_id = due.company_id and sync.sender_id = due.sender_id
      returning sync.company_id, sync.sender_id`,
    values: [limit, heldSeconds],
  });
  return rows;
};

export interface SyncResult {
  readonly companyId: string;
  readonly senderId: string;
  /** Empty: the sender names none. */
  readonly account: string;
  readonly nextSeconds: number;
  /** JSON. Null: it was read. */
  readonly failure: string | null;
}

/** All senders of one account have been served by one reading. */
export const noteResult = async (db: Queryable, result: SyncResult): Promise<void> => {
  const { companyId, senderId, account, nextSeconds, failure } = result;
  await db.query({
    name: 'note-template-sync',
    text: `
      update template_syncs set account = $3, next_at = now() + make_interval(secs => $4), failure = $5,
        synced_at = case when $5::text is null and $3 <> '' then now() else synced_at end
      where company_id = $1 and (sender_id = $2 or (account = $3 and $3 <> ''))`,
    values: [companyId, senderId, account, nextSeconds, failure],
  });
};

/** Wanted at once: the provider says that something has changed. */
export const wantSync = async (db: Queryable, companyId: string, account: string): Promise<void> => {
  await db.query(
    `update template_syncs set next_at = now() where company_id = $1 and (account = $2 or account = '')`,
    [companyId, account],
  );
};
