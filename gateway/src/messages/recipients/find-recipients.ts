// The recipients of the messages that statuses are about: the provider may know a person by another name than we do.

import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { CallbackStatus } from '../../providers/callback.ts';
import { findByProviderIds } from '../statuses/parked/queries.ts';
import { readEcho } from '../statuses/read-echo.ts';
import { findRecipientRows } from './queries.ts';

export interface StatusOfCompany {
  readonly companyId: string;
  readonly status: CallbackStatus;
}

/** A provider reports no status of an older message. */
const searchedDays = 32;

const keyOf = (companyId: string, id: string): string => `${companyId} ${id}`;

/** Answers an address for each status, in their order: a number or a user id. Null: the message is not known. */
export const findRecipients = async (
  pool: pg.Pool,
  statuses: readonly StatusOfCompany[],
): Promise<(string | null)[]> => {
  const echoed = statuses.map(({ status }) => readEcho(status.echo)?.messageId ?? null);
  const strangers = statuses
    .filter((_status, index) => echoed[index] === null)
    .map(({ companyId, status }) => ({ companyId, providerMessageId: status.providerMessageId }));
  const since = firstUuidAt(Date.now() - searchedDays * dayMilliseconds);
  const found = strangers.length === 0 ? [] : await findByProviderIds(pool, strangers, since);
  const idOf = new Map(found.map((one) => [keyOf(one.companyId, one.providerMessageId), one.messageId]));
  const messageIds = statuses.map(
    ({ companyId, status }, index) =>
      echoed[index] ?? idOf.get(keyOf(companyId, status.providerMessageId)) ?? null,
  );
  const wanted = statuses.flatMap(({ companyId }, index) => {
    const messageId = messageIds[index];
    return messageId ? [{ companyId, messageId }] : [];
  });
  if (wanted.length === 0) return statuses.map(() => null);
  const rows = await findRecipientRows(pool, wanted);
  const addressOf = new Map(
    rows.map((row) => [keyOf(row.company_id, row.id), row.phone_number || row.person_key || null]),
  );
  return statuses.map(
    ({ companyId }, index) => addressOf.get(keyOf(companyId, messageIds[index] ?? '')) ?? null,
  );
};
