// A delivery as its lane loads it.

import type { LoadedDelivery } from '../loaded-delivery.ts';

export const makeDelivery = (id: string, messageId: string | null = null): LoadedDelivery => ({
  companyId: 'c',
  id,
  webhookId: 'w',
  eventId: id,
  eventType: 'message_status',
  isWritten: true,
  messageId,
  attempt: 0,
  step: 0,
  body: '{}',
});
