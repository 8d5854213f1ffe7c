// Takes back a message that has not gone out. Whether it has is decided by the table: the one that takes the row out of its
// lane first, this or the process that sends, has it.

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
