// One person's message: the campaign's content with their own values. What cannot be sent as it is says why, and is
// skipped.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { fillContent, toStoredContent } from '../../messages/content/fill-content.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Sender } from '../../senders/directory.ts';
import { fillTemplate } from '../../templates/filling/fill-template.ts';
import type { KnownTemplate } from '../../templates/template.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { campaignPriority, type ProducedMessage, type WaitingRecipient } from './queries.ts';

/** The common part of a campaign's messages. */
export interface CampaignMessage {
  readonly key: CampaignKey;
  readonly sender: Sender;
  readonly content: MessageContent;
  /** Null: the campaign sends no template. */
  readonly template: KnownTemplate | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export const fillRecipient = (
  { key, sender, content, template, expiresAt }: CampaignMessage,
  recipient: WaitingRecipient,
): ProducedMessage => {
  const message = {
    companyId: key.companyId,
    id: newUuid(),
    status: 'queued',
    phoneNumber: recipient.phone_number,
    personKey: recipient.person_key ?? recipient.phone_number,
    provider: sender.provider.name,
    senderId: sender.id,
    laneId: sender.id,
    priority: campaignPriority,
    expiresAt,
    campaignId: key.id,
    campaignPosition: recipient.position,
  } as const;
  try {
    const values = recipient.variables ?? {};
    const filled =
      template && content.type === 'template'
        ? ({ type: 'template', template: fillTemplate(template, content.template, values) } as const)
        : fillContent(content, values);
    return { ...message, ...toStoredContent(filled), reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...message, type: content.type, body: '', reason: error.code };
  }
};
