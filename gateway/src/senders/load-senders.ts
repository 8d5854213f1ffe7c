// Where the sender directory reads from: rows with their credentials opened and their provider found.

import type pg from 'pg';
import { toPublicId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Failure, Provider, ProviderFields } from '../providers/provider.ts';
import { findProvider } from '../providers/registry.ts';
import type { Route, Sender } from './directory.ts';
import { listSenders, type SenderRow } from './queries.ts';
import { listRoutes, type RouteRow } from './routing/queries.ts';
import { openFields } from './sealed-fields.ts';

/**
 * A simulated sender, or one at another address than the provider's own, is a stand-in that may carry anything: the company
 * must ask for it by name to have the window checked there too.
 */
const checksWindow = (row: SenderRow, provider: Provider, fields: ProviderFields): boolean => {
  if (row.window_mode !== 'enforced') return row.window_mode === 'enforced_everywhere';
  const addresses = provider.fields.filter(({ name }) => name.endsWith('_url'));
  return !row.is_simulated && addresses.every(({ name, default: own }) => (fields[name] || own) === own);
};

/** Null when the row names a provider that this version does not have. */
const toSender = (secrets: Secrets, row: SenderRow): Sender | null => {
  const provider = findProvider(row.provider);
  if (!provider) return null;
  const key = { companyId: row.company_id, id: row.id };
  const fields = openFields(secrets, key, row.fields);
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
    stateChangedAt: row.state_changed_at,
    checksWindow: checksWindow(row, provider, fields),
    fields,
  };
};

const toRoute = (row: RouteRow): Route => ({
  id: row.id,
  name: row.name,
  storeId: row.store_id,
  tag: row.tag,
  countryPrefix: row.country_prefix,
  senderIds: row.sender_ids,
  afterMinutes: row.after_minutes,
});

export const loadSenders =
  (pool: pg.Pool, secrets: Secrets) =>
  async (companyId: string): Promise<readonly Sender[]> => {
    const senders = (await listSenders(pool, companyId)).flatMap((row) => toSender(secrets, row) ?? []);
    // One sender needs no route.
    if (senders.length < 2) return senders;
    const routes = (await listRoutes(pool, companyId)).map(toRoute);
    return routes.length === 0 ? senders : senders.map((sender) => ({ ...sender, routes }));
  };
