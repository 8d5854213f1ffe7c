// Sends a message again whose life was over. An unconfirmed one may have arrived: whoever asks has been told.

import type pg from 'pg';
import type { Company } from '../companies/directory.ts';
import { findOptedOut } from '../contacts/consent/change-consent.ts';
import { AppError } from '../platform/errors.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import { type AcceptOptions, checkMaySend, sendersOf } from './accept-message.ts';
import { findMessage, type MessageRow, queueAgain } from './queries.ts';

export type RetryOptions = Pick<AcceptOptions, 'senders' | 'dispatcher' | 'maxAgeHours'> & {
  readonly pool: pg.Pool;
};

const hourMilliseconds = 3_600_000;

/** Whoever has opted out since it failed is left in peace. */
const checkConsent = async (pool: pg.Pool, companyId: string, message: MessageRow): Promise<void> => {
  if (message.transactional_reason !== null) return;
  const optedOut = await findOptedOut(pool, companyId, [message.person_key ?? message.phone_number]);
  if (optedOut.size > 0)
    throw new AppError('recipient_opted_out', { detail: 'The recipient has opted out since.' });
};

export const retryMessage = async (
  options: RetryOptions,
  company: Company,
  id: string,
): Promise<MessageRow> => {
  checkMaySend(company);
  const message = await findMessage(options.pool, company.id, id);
  if (!message) throw new AppError('message_not_found');
  await checkConsent(options.pool, company.id, message);
  const senders = await sendersOf(options, company);
  // Its own sender; another one only when that is gone.
  const sender = senders.find((candidate) => candidate.id === message.sender_id) ?? chooseSender(senders, {});
  const expiresAt = new Date(Date.now() + options.maxAgeHours * hourMilliseconds);
  const queued = await queueAgain(options.pool, company.id, id, sender.id, expiresAt);
  if (!queued) {
    throw new AppError('message_not_retryable', {
      detail: `The message is ${message.status}; only a failed, expired or unconfirmed one can be sent again.`,
    });
  }
  options.dispatcher.poke([{ companyId: company.id, senderId: sender.id }]);
  return queued;
};
