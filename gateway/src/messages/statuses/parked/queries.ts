// The SQL of statuses that wait for a message which is not known yet.

import type { Queryable } from '../../../platform/database/database.ts';
import { sweepOld } from '../../../platform/database/delete-old.ts';
import { hasLockPatience } from '../../../platform/database/lock-patience.ts';
import { plainArray, textArray } from '../../../platform/database/sql-array.ts';
import type { StatusRow } from '../status-row.ts';

/** A status of a message that we do not know, by the provider's id. */
export type ParkedStatus = Omit<StatusRow, 'messageId' | 'attempt' | 'eventId'>;

export const parkStatuses = async (db: Queryable, rows: readonly ParkedStatus[]): Promise<void> => {
  await db.query({
    name: 'park-statuses',
    text: `
      insert into parked_statuses (
        company_id, provider_message_id, status, sender_id, at, failure, raw, pricing, retry_failure, retry_seconds, details,
        country, is_free, recipient_key
      )
      select * from unnest(
        $1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[],
        $10::real[], $11::text[], $12::text[], $13::boolean[], $14::text[]
      ) as row (
        company_id, provider_message_id, status, sender_id, at, failure, raw, pricing, retry_failure, retry_seconds, details,
        country, is_free, recipient_key
      )
      where ${hasLockPatience}
      order by company_id, provider_message_id, status
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      textArray(rows.map((row) => row.providerMessageId)),
      plainArray(rows.map((row) => row.status)),
      plainArray(rows.map((row) => row.senderId)),
      plainArray(rows.map((row) => row.at)),
      textArray(rows.map((row) => row.failure)),
      textArray(rows.map((row) => row.raw)),
      textArray(rows.map((row) => row.pricing ?? null)),
      textArray(rows.map((row) => row.retryFailure ?? null)),
      plainArray(rows.map((row) => row.retrySeconds ?? null)),
      textArray(rows.map((row) => row.details ?? null)),
      textArray(rows.map((row) => row.country ?? null)),
      rows.map((row) => row.isFree ?? null),
      textArray(rows.map((row) => row.recipientKey ?? null)),
    ],
  });
};

/** A message by the provider's id for it. */
export interface ProviderKey {
  readonly companyId: string;
  readonly providerMessageId: string;
}

export interface KnownMessage extends ProviderKey {
  readonly messageId: string;
  readonly attempt: number;
}

/**
 * The messages behind provider ids, none older than `sinceId`: their `sent` status names it, in a row that is written once
 * and never changed. Looked up by the id alone, because the planner would else read all statuses of the company by their key; and
 * one by one: `offset 0` keeps the look-ups from becoming a join with all statuses.
 */
export const findByProviderIds = async (
  db: Queryable,
  keys: readonly ProviderKey[],
  sinceId: string,
): Promise<KnownMessage[]> => {
  const { rows } = await db.query<{
    company_id: string;
    provider_message_id: string;
    message_id: string;
    attempt: number;
  }>({
    name: 'find-by-provider-ids',
    text: `
      select found.company_id, found.provider_message_id, found.message_id, found.attempt
      from unnest($1::text[]) as wanted (provider_message_id)
      cross join lateral (
        select company_id, provider_message_id, message_id, attempt
        from message_statuses
        where message_statuses.provider_message_id = wanted.provider_message_id and status = 'sent'
          and message_id >= $2::uuid
        offset 0
      ) as found`,
    values: [textArray(keys.map((key) => key.providerMessageId)), sinceId],
  });
  const asked = new Set(keys.map((key) => `${key.companyId} ${key.providerMessageId}`));
  return rows
    .filter((row) => asked.has(`${row.company_id} ${row.provider_message_id}`))
    .map((row) => ({
      companyId: row.company_id,
      providerMessageId: row.provider_message_id,
      messageId: row.message_id,
      attempt: row.attempt,
    }));
};

/** Removes the statuses that are parked for these messages, and answers them. */
export const takeParkedStatuses = async (
  db: Queryable,
  keys: readonly ProviderKey[],
): Promise<ParkedStatus[]> => {
  const { rows } = await db.query<{
    company_id: string;
    provider_message_id: string;
    status: string;
    sender_id: string;
    at: Date;
    failure: string | null;
    raw: string | null;
    pricing: string | null;
    retry_failure: string | null;
    retry_seconds: number | null;
    details: string | null;
    country: string | null;
    is_free: boolean | null;
    recipient_key: string | null;
  }>({
    name: 'take-parked-statuses',
    text: `
      delete from parked_statuses
      using unnest($1::uuid[], $2::text[]) as known (company_id, provider_message_id)
      where parked_statuses.company_id = known.company_id
        and parked_statuses.provider_message_id = known.provider_message_id and ${hasLockPatience}
      returning parked_statuses.*`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      textArray(keys.map((key) => key.providerMessageId)),
    ],
  });
  return rows.map((row) => ({
    companyId: row.company_id,
    providerMessageId: row.provider_message_id,
    status: row.status,
    senderId: row.sender_id,
    at: row.at.toISOString(),
    failure: row.failure,
    raw: row.raw,
    pricing: row.pricing,
    retryFailure: row.retry_failure,
    retrySeconds: row.retry_seconds,
    details: row.details,
    country: row.country,
    isFree: row.is_free,
    recipientKey: row.recipient_key,
  }));
};

/** Removes statuses of any company that have waited so long that their message is not ours, and answers them. */
export const takeUnknownStatuses = async (
  db: Queryable,
  waitedSeconds: number,
  rowsMax: number,
): Promise<{ readonly companyId: string; readonly senderId: string; readonly raw: string | null }[]> => {
  const { rows } = await db.query<{ company_id: string; sender_id: string; raw: string | null }>(
    `with old as materialized (
       select company_id, provider_message_id, status from parked_statuses
       where parked_at < now() - make_interval(secs => $1)
       order by parked_at limit $2
       for update skip locked
     )
     delete from parked_statuses using old
     where parked_statuses.company_id = old.company_id
       and parked_statuses.provider_message_id = old.provider_message_id and parked_statuses.status = old.status
     returning parked_statuses.company_id, sender_id, raw`,
    [waitedSeconds, rowsMax],
  );
  return rows.map((row) => ({ companyId: row.company_id, senderId: row.sender_id, raw: row.raw }));
};

/** Statuses that were parked between two moments, counted in seconds before now. */
export const listParkedKeys = async (
  db: Queryable,
  youngestSeconds: number,
  oldestSeconds: number,
  keysMax: number,
): Promise<ProviderKey[]> => {
  const { rows } = await db.query<{ company_id: string; provider_message_id: string }>(
    `select distinct company_id, provider_message_id
     from parked_statuses
     where parked_at between now() - make_interval(secs => $2) and now() - make_interval(secs => $1)
     limit $3`,
    [youngestSeconds, oldestSeconds, keysMax],
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    providerMessageId: row.provider_message_id,
  }));
};

/** Forgets old ones, and answers how many went. */
export const deleteParkedStatuses = (db: Queryable, keptDays: number): Promise<number> =>
  sweepOld(
    db,
    {
      table: 'parked_statuses',
      key: ['company_id', 'provider_message_id', 'status'],
      since: 'parked_at',
      unit: 'days',
    },
    keptDays,
  );
