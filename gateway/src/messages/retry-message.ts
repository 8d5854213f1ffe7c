// Sends a message again after its final status. An unconfirmed one may have arrived: the caller has been warned.

import type pg from 'pg';
import type { Company } from '../companies/directory.ts';
import { findOptedOut } from '../contacts/consent/change-consent.ts';
import { AppError } from '../platform/errors.ts';
import { hourMilliseconds } from '../platform/time.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import { findTemplate } from '../templates/find-template.ts';
import { type AcceptOptions, checkMaySend, sendersOf } from './accepting.ts';
import { findMessage, type MessageRow, queueAgain } from './queries.ts';

export type RetryOptions = Pick<AcceptOptions, 'senders' | 'dispatcher' | 'maxAgeHours' | 'templates'> & {
  readonly pool: pg.Pool;
};

/**
 * A template must still be one that WhatsApp sends, and its category of today decides consent. A one-time code is of no use
 * any more. Answers whether the message goes also to people who have opted out.
 */
const checkTemplate = async (
  { templates, senders }: RetryOptions,
  companyId: string,
  message: MessageRow,
): Promise<boolean> => {
  const isTransactional = message.transactional_reason !== null;
  if (message.content?.type !== 'template') return isTransactional;
  const { name, language, category } = message.content.template;
  if (category === 'authentication')
    throw new AppError('message_not_retryable', {
      detail: 'A one-time code is not sent again: send a new one.',
    });
  const sender = (await senders.find(companyId)).find(({ id }) => id === message.sender_id);
  if (!sender) return isTransactional;
  const found = findTemplate(await templates.find(companyId), sender, { name, language, pointer: '' });
  return isTransactional && found.category !== 'marketing';
};

/** Refuses a person who has opted out since it failed. */
const checkConsent = async (options: RetryOptions, companyId: string, message: MessageRow): Promise<void> => {
  if (await checkTemplate(options, companyId, message)) return;
  const { pool } = options;
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
  await checkConsent(options, company.id, message);
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
  options.dispatcher.pokeFor({ companyId: company.id, senderId: sender.id }, id);
  return queued;
};
