// Cancels a message that has not been sent. The table decides: the row belongs to whichever process removes it from its lane
// first, this one or the one that sends.

import type pg from 'pg';
import { AppError } from '../platform/errors.ts';
import { newUuid } from '../platform/ids.ts';
import { cancelWaiting, findMessage, type MessageRow } from './queries.ts';

export const cancelMessage = async (pool: pg.Pool, companyId: string, id: string): Promise<MessageRow> => {
  const cancelled = await cancelWaiting(pool, companyId, id, newUuid());
  if (cancelled) return cancelled;
  const message = await findMessage(pool, companyId, id);
  if (!message) throw new AppError('message_not_found');
  throw new AppError('message_not_cancellable', {
    detail: `The message is ${message.status}; only one that waits can be cancelled.`,
  });
};
