// Which of a company's senders carries a message.

import { AppError, fieldProblem } from '../platform/errors.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Sender } from './directory.ts';

export interface SenderWish {
  /** A sender's public id or its phone number. */
  readonly from?: string;
  /** Name of the provider. */
  readonly provider?: string;
}

const unknownSender = (detail: string): AppError =>
  fieldProblem('unknown_sender', { pointer: '/from' }, detail);

const findNamed = (senders: readonly Sender[], from: string): Sender => {
  const phoneNumber = parsePhoneNumber(from);
  const named = senders.find(
    (sender) => sender.publicId === from || (phoneNumber !== null && sender.phoneNumber === phoneNumber),
  );
  if (!named) throw unknownSender(`The company has no sender ${JSON.stringify(from.slice(0, 100))}.`);
  return named;
};

const missingSender = (provider: string | undefined): AppError =>
  new AppError(
    'sender_missing',
    provider === undefined ? {} : { detail: `The company has no sender at the provider ${provider}.` },
  );

/** The named one; else the default if it fits; else the oldest that does. `senders` comes oldest first. */
export const chooseSender = (senders: readonly Sender[], { from, provider }: SenderWish): Sender => {
  if (from !== undefined) {
    const named = findNamed(senders, from);
    if (provider === undefined || named.provider.name === provider) return named;
    throw unknownSender(`The sender ${named.publicId} is at ${named.provider.name}, not at ${provider}.`);
  }
  const fitting = senders.filter((sender) => provider === undefined || sender.provider.name === provider);
  const chosen = fitting.find((sender) => sender.isDefault) ?? fitting[0];
  if (!chosen) throw missingSender(provider);
  return chosen;
};
