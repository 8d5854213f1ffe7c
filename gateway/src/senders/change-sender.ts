// Changes a sender. New credentials connect it again: the next message or a test shows whether they work. Secrets
// belong to one origin: another address needs them again, so that changing the address alone cannot carry them off.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Provider, ProviderFields } from '../providers/provider.ts';
import { findProvider } from '../providers/registry.ts';
import { refuseTakenAccount, refuseUnknownStore } from './add-sender.ts';
import { changeSenderState } from './change-state.ts';
import { checkFields } from './check-fields.ts';
import {
  listSenders,
  lockSenders,
  makeDefault,
  type NewSenderRow,
  type SenderRow,
  updateSender,
} from './queries.ts';
import { openFields, sealFields } from './sealed-fields.ts';

/** Fields that are left out stay. */
export interface SenderChange {
  readonly companyId: string;
  readonly senderId: string;
  readonly name?: string;
  /** Laid over the fields that are there; an empty text takes one back to its default. */
  readonly fields?: ProviderFields;
  readonly storeId?: string | null;
  readonly phoneNumber?: string;
  readonly messagesPerSecond?: number;
  readonly isDefault?: true;
}

const originOf = (provider: Provider, fields: ProviderFields, name: string): string => {
  const text = fields[name] || provider.fields.find((field) => field.name === name)?.default || '';
  return URL.canParse(text) ? new URL(text).origin : '';
};

const refuseSecretsElsewhere = (
  provider: Provider,
  before: ProviderFields,
  given: ProviderFields,
  after: ProviderFields,
): void => {
  const addresses = provider.fields.filter(({ name }) => name.endsWith('_url'));
  const isElsewhere = addresses.some(
    ({ name }) => originOf(provider, before, name) !== originOf(provider, after, name),
  );
  if (!isElsewhere) return;
  const missing = provider.fields.filter(
    ({ name, isSecret }) => isSecret && before[name] && !given[name]?.trim(),
  );
  const errors = missing.map(({ name, label }) => ({
    code: 'secrets_required' as const,
    pointer: `/fields/${name}`,
    detail: `The new address is at another origin, so the stored secret is not sent there. Give ${label} ("${name}") again.`,
  }));
  const [first] = errors;
  if (first) throw new AppError('secrets_required', { detail: first.detail, errors });
};

/** Credentials of a simulated sender are the simulator's: a real number needs a whole set of its own. */
const mergeFields = (secrets: Secrets, row: SenderRow, provider: Provider, given: ProviderFields) => {
  const key = { companyId: row.company_id, id: row.id };
  const before = row.is_simulated ? {} : openFields(secrets, key, row.fields);
  const fields = checkFields(provider, { ...before, ...given });
  refuseSecretsElsewhere(provider, before, given, fields);
  return { account: provider.accountOf(fields), sealed: sealFields(secrets, key, fields) };
};

const withFields = (secrets: Secrets, row: SenderRow, given: ProviderFields): NewSenderRow => {
  const provider = findProvider(row.provider);
  if (!provider) throw new Error(`sender ${row.id} is at ${row.provider}, which this version does not have`);
  const { account, sealed } = mergeFields(secrets, row, provider, given);
  return {
    ...row,
    account,
    // Another account is another number, which is not known yet.
    phone_number: account === row.account ? row.phone_number : null,
    is_simulated: false,
    fields: sealed,
  };
};

const changeRow = (secrets: Secrets, row: SenderRow, change: SenderChange): NewSenderRow => {
  const changed = change.fields === undefined ? row : withFields(secrets, row, change.fields);
  return {
    ...changed,
    name: change.name ?? row.name,
    store_id: change.storeId === undefined ? row.store_id : change.storeId,
    phone_number: change.phoneNumber ?? changed.phone_number,
    messages_per_second: change.messagesPerSecond ?? row.messages_per_second,
  };
};

/** False when the company has no such sender. */
export const changeSender = (pool: pg.Pool, secrets: Secrets, change: SenderChange): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { companyId, senderId } = change;
    await lockSenders(client, companyId);
    const senders = await listSenders(client, companyId);
    const row = senders.find(({ id }) => id === senderId);
    if (!row) return false;
    const changed = changeRow(secrets, row, change);
    if (changed.store_id !== row.store_id) await refuseUnknownStore(client, companyId, changed.store_id);
    refuseTakenAccount(senders, changed);
    await updateSender(client, changed);
    if (change.isDefault) await makeDefault(client, companyId, senderId);
    if (change.fields !== undefined) {
      await changeSenderState(client, { companyId, senderId, state: 'connected', failure: null });
    }
    return true;
  });
