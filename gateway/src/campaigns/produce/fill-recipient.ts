// One person's message: the text with their own values. What cannot be sent as it is says why, and is skipped.

import { textCharactersMax } from '@hudhud/contract/messages.ts';
import { fillPlaceholders } from '../../messages/fill-placeholders.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { ProducedMessage, WaitingRecipient } from './queries.ts';

const fill = (text: string, variables: Readonly<Record<string, string>>): string => {
  const filled = fillPlaceholders(text, variables, '/text');
  if (filled.trim() === '') throw new AppError('text_empty');
  if (filled.length > textCharactersMax && [...filled].length > textCharactersMax)
    throw new AppError('text_too_long');
  return filled;
};

export const fillRecipient = (text: string, recipient: WaitingRecipient): ProducedMessage => {
  const { position, phone_number: phoneNumber, variables } = recipient;
  const message = { position, phoneNumber, messageId: newUuid() };
  try {
    return { ...message, body: fill(text, variables ?? {}), reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...message, body: null, reason: error.code };
  }
};
