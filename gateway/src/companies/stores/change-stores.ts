// Making, renaming and deleting stores. The company's row is locked meanwhile, as it is for every change of its senders,
// so that no sender is given a store that is just going.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import { type AuditActor, changesOf, writeAudit } from '../audit/write-audit.ts';
import { insertStore, lockCompany } from '../queries.ts';
import { countStores, deleteStore, findStore, isStoreInUse, renameStore } from './queries.ts';

const storesMax = 500;

interface StoreKey {
  readonly companyId: string;
  readonly storeId: string;
}

/** Answers the UUID of the store. */
export const addStore = (
  pool: pg.Pool,
  actor: AuditActor,
  { companyId, name }: { readonly companyId: string; readonly name: string },
): Promise<string> =>
  inTransaction(pool, async (client) => {
    if (!(await lockCompany(client, companyId))) throw new AppError('company_not_found');
    if ((await countStores(client, companyId)) >= storesMax) {
      throw new AppError('too_many_stores', { detail: `A company can have ${storesMax} stores.` });
    }
    const id = newUuid();
    await insertStore(client, { companyId, id, name });
    const target = toPublicId('store', id);
    await writeAudit(client, actor, { companyId, action: 'create_store', target, data: { name } });
    return id;
  });

export const changeStore = (
  pool: pg.Pool,
  actor: AuditActor,
  { companyId, storeId }: StoreKey,
  name: string,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const before = await findStore(client, companyId, storeId);
    if (!before || !(await renameStore(client, companyId, storeId, name))) {
      throw new AppError('store_not_found');
    }
    const target = toPublicId('store', storeId);
    const changes = changesOf({ name: before.name }, { name });
    await writeAudit(client, actor, { companyId, action: 'change_store', target, data: { name }, changes });
  });

export const removeStore = (
  pool: pg.Pool,
  actor: AuditActor,
  { companyId, storeId }: StoreKey,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockCompany(client, companyId);
    if (await isStoreInUse(client, companyId, storeId)) throw new AppError('store_in_use');
    if (!(await deleteStore(client, companyId, storeId))) throw new AppError('store_not_found');
    const target = toPublicId('store', storeId);
    await writeAudit(client, actor, { companyId, action: 'delete_store', target });
  });
