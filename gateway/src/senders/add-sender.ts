// A new sender of a company. The first one is the default by itself, so that a company with one sender never has to
// think of it.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError, fieldProblem } from '../platform/errors.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Provider, ProviderFields } from '../providers/provider.ts';
import { hasStore, insertSender, listSenders, lockSenders, makeDefault, type SenderRow } from './queries.ts';
import { sealFields } from './sealed-fields.ts';

export interface NewSender {
  readonly companyId: string;
  readonly name: string;
  readonly provider: Provider;
  /** Checked by `checkFields`, or made by the simulator. */
  readonly fields: ProviderFields;
  readonly isSimulated: boolean;
  readonly storeId: string | null;
  readonly phoneNumber: string | null;
  /** Null: the provider's own limit. */
  readonly messagesPerSecond: number | null;
  readonly isDefault: boolean;
}

/** All senders of a company are cached together, so their number must be bounded. */
const sendersMax = 500;

export const refuseUnknownStore = async (
  db: pg.ClientBase,
  companyId: string,
  storeId: string | null,
): Promise<void> => {
  if (storeId === null || (await hasStore(db, companyId, storeId))) return;
  const detail = `The company has no store ${toPublicId('store', storeId)}.`;
  throw fieldProblem('unknown_store', { pointer: '/store_id' }, detail);
};

export const refuseTakenAccount = (
  senders: readonly SenderRow[],
  wanted: { readonly id: string; readonly provider: string; readonly account: string | null },
): void => {
  if (wanted.account === null) return;
  const other = senders.find(
    ({ id, provider, account }) =>
      id !== wanted.id && provider === wanted.provider && account === wanted.account,
  );
  if (!other) return;
  throw new AppError('sender_exists', {
    detail: `The sender ${toPublicId('sender', other.id)} has the number ${wanted.account} at ${wanted.provider}.`,
  });
};

/** Inside a transaction of the caller. Answers the UUID of the sender, or null when there is no such company. */
export const addSenderIn = async (
  client: pg.ClientBase,
  secrets: Secrets,
  sender: NewSender,
): Promise<string | null> => {
  const { companyId, provider, fields } = sender;
  if (!(await lockSenders(client, companyId))) return null;
  const present = await listSenders(client, companyId);
  if (present.length >= sendersMax) {
    throw new AppError('too_many_senders', { detail: `A company has at most ${sendersMax} senders.` });
  }
  await refuseUnknownStore(client, companyId, sender.storeId);
  const id = newUuid();
  const account = provider.accountOf(fields);
  refuseTakenAccount(present, { id, provider: provider.name, account });
  await insertSender(client, {
    company_id: companyId,
    id,
    store_id: sender.storeId,
    name: sender.name,
    provider: provider.name,
    account,
    phone_number: sender.phoneNumber,
    is_simulated: sender.isSimulated,
    messages_per_second: sender.messagesPerSecond ?? provider.limitsOf(fields).messagesPerSecond,
    fields: sealFields(secrets, { companyId, id }, fields),
  });
  if (sender.isDefault || present.length === 0) await makeDefault(client, companyId, id);
  return id;
};

export const addSender = (pool: pg.Pool, secrets: Secrets, sender: NewSender): Promise<string | null> =>
  inTransaction(pool, (client) => addSenderIn(client, secrets, sender));
