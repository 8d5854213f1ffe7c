// The states of messages, deliveries, calls and campaigns. Apart from the schemas, so that a page that lists them need not load them.

/** In the order of a message's life. */
export const messageStatuses = [
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
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Pending and retrying, which people are shown, are one state here. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * The outcome of a call for the message or delivery it carried. A webhook that gave no clear answer is retried, so it is
 * never `unknown`.
 */
export const callOutcomes = ['sent', 'retry', 'rejected', 'suspended', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const campaignStates = [
  'draft',
  'scheduled',
  'preparing',
  'running',
  'paused',
  'completed',
  'cancelled',
] as const;
export type CampaignState = (typeof campaignStates)[number];
