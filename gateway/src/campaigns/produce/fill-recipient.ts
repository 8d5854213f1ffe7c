// One person's message: the text with their own values. What cannot be sent as it is says why, and is skipped.

import { textCharactersMax } from '@hudhud/contract/messages.ts';
import { fillPlaceholders } from '../../messages/fill-placeholders.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Sender } from '../../senders/directory.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { campaignPriority, type ProducedMessage, type WaitingRecipient } from './queries.ts';

const fill = (text: string, variables: Readonly<Record<string, string>>): string => {
  const filled = fillPlaceholders(text, variables, '/text');
  if (filled.trim() === '') throw new AppError('text_empty');
  if (filled.length > textCharactersMax && [...filled].length > textCharactersMax)
    throw new AppError('text_too_long');
  return filled;
};

/** What the messages of a campaign have in common. */
export interface CampaignMessage {
  readonly key: CampaignKey;
  readonly sender: Sender;
  readonly text: string;
  readonly expiresAt: Date;
}

export const fillRecipient = (
  { key, sender, text, expiresAt }: CampaignMessage,
  recipient: WaitingRecipient,
): ProducedMessage => {
  const message = {
    companyId: key.companyId,
    id: newUuid(),
    status: 'queued',
    type: 'text',
    phoneNumber: recipient.phone_number,
    provider: sender.provider.name,
    senderId: sender.id,
    laneId: sender.id,
    priority: campaignPriority,
    expiresAt,
    campaignId: key.id,
    campaignPosition: recipient.position,
  } as const;
  try {
    return { ...message, body: fill(text, recipient.variables ?? {}), reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...message, body: '', reason: error.code };
  }
};
