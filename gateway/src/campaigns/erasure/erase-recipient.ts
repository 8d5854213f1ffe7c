// Removes a person from the pending work of campaigns: lists they are on, and ledgers in which they wait. What has
// become of messages that were produced stays; messages are blanked where they are kept. Doing it twice does no harm.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { type ErasedRecipient, eraseEntries, listLists, lockPreparing, skipWaiting } from './queries.ts';

/** List by list: none has an index for it, and each may hold a million people. */
export const eraseFromLists = async (pool: pg.Pool, person: ErasedRecipient): Promise<void> => {
  for (const listId of await listLists(pool, person.companyId)) await eraseEntries(pool, listId, person);
};

export const eraseWaiting = (pool: pg.Pool, person: ErasedRecipient): Promise<void> =>
  inTransaction(pool, async (client) => {
    // A bite that is being frozen has read the person already: it ends first, and they are found behind it.
    await lockPreparing(client, person.companyId);
    await skipWaiting(client, person);
  });
