// The states that lists can be filtered by. Apart from what they look like, which addresses do not need.

import type { DeliveryState } from '@hudhud/contract/deliveries.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';

export const callOutcomes = ['sent', 'retry', 'rejected', 'suspended', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** Pending and retrying are one state of the API. */
export const deliveryStates: readonly DeliveryState[] = ['waiting', 'delivered', 'failed', 'skipped'];

/** In the order of a message's life. */
export const messageStatuses: readonly MessageStatus[] = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'unconfirmed',
  'cancelled',
  'expired',
  'received',
];
