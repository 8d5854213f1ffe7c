// Deletes a sender that has nothing left to send. When it was the default, the oldest that remains becomes it.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { deleteSenderRow, hasMessagesToSend, listSenders, lockSenders, makeDefault } from './queries.ts';

/** False when the company has no such sender. */
export const deleteSender = (pool: pg.Pool, companyId: string, senderId: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    await lockSenders(client, companyId);
    const senders = await listSenders(client, companyId);
    const row = senders.find(({ id }) => id === senderId);
    if (!row) return false;
    if (await hasMessagesToSend(client, companyId, senderId)) throw new AppError('sender_in_use');
    await deleteSenderRow(client, companyId, senderId);
    const oldest = senders.find(({ id }) => id !== senderId);
    if (row.is_default && oldest) await makeDefault(client, companyId, oldest.id);
    return true;
  });
