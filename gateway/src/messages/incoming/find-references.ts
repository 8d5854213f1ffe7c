// Finds the message that another one answers, reacts to, changes or deletes. Those that we sent are found by the status that
// names the provider's id; those that came in, or were written in the phone app, among the messages with the person.

import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { findByProviderIds } from '../statuses/parked/queries.ts';
import { findIncoming } from './queries.ts';

export interface Reference {
  readonly companyId: string;
  readonly personKey: string;
  /** The provider's id of the earlier message. */
  readonly providerMessageId: string;
}

/** WhatsApp does not allow reactions to older messages, and each day costs a lookup in one more partition. */
const searchedDays = 30;

export const referenceKey = (companyId: string, providerMessageId: string): string =>
  `${companyId} ${providerMessageId}`;

/** Message UUIDs by `referenceKey`. Unknown messages are left out. */
export const findReferences = async (
  db: pg.Pool,
  references: readonly Reference[],
): Promise<Map<string, string>> => {
  if (references.length === 0) return new Map();
  const since = firstUuidAt(Date.now() - searchedDays * dayMilliseconds);
  const sent = await findByProviderIds(db, references, since);
  const found = new Map(
    sent.map((one) => [referenceKey(one.companyId, one.providerMessageId), one.messageId]),
  );
  const others = references.filter(
    ({ companyId, providerMessageId }) => !found.has(referenceKey(companyId, providerMessageId)),
  );
  if (others.length === 0) return found;
  for (const row of await findIncoming(db, others, since)) {
    found.set(referenceKey(row.company_id, row.provider_message_id), row.id);
  }
  return found;
};
