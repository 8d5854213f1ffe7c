// Where the sender directory reads from: rows with their credentials opened and their provider found.

import type pg from 'pg';
import { toPublicId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Failure } from '../providers/provider.ts';
import { findProvider } from '../providers/registry.ts';
import type { Sender } from './directory.ts';
import { listSenders, type SenderRow } from './queries.ts';
import { openFields } from './sealed-fields.ts';

/** Null when the row names a provider that this version does not have. */
const toSender = (secrets: Secrets, row: SenderRow): Sender | null => {
  const provider = findProvider(row.provider);
  if (!provider) return null;
  const key = { companyId: row.company_id, id: row.id };
  return {
    ...key,
    publicId: toPublicId('sender', row.id),
    storeId: row.store_id,
    name: row.name,
    provider,
    account: row.account,
    phoneNumber: row.phone_number,
    isDefault: row.is_default,
    isSimulated: row.is_simulated,
    messagesPerSecond: row.messages_per_second,
    state: row.state,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
    fields: openFields(secrets, key, row.fields),
  };
};

export const loadSenders =
  (pool: pg.Pool, secrets: Secrets) =>
  async (companyId: string): Promise<readonly Sender[]> =>
    (await listSenders(pool, companyId)).flatMap((row) => toSender(secrets, row) ?? []);
