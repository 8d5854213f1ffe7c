// How a webhook or a delivery is doing, for people. Apart from the schemas, so that a page that shows it need not load them.

export const webhookConditions = ['healthy', 'failing', 'paused', 'disabled'] as const;
export type WebhookCondition = (typeof webhookConditions)[number];

/** One that is active and does nothing but fail is not healthy. */
export const webhookCondition = (
  state: 'active' | 'paused' | 'disabled',
  failingSince: string | null,
): WebhookCondition => {
  if (state !== 'active') return state;
  return failingSince === null ? 'healthy' : 'failing';
};

export const deliveryConditions = ['pending', 'retrying', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryCondition = (typeof deliveryConditions)[number];

/** Waiting is told apart: for the first attempt, or for another one. */
export const deliveryCondition = (
  state: 'waiting' | 'delivered' | 'failed' | 'skipped',
  attemptsMade: number,
): DeliveryCondition => {
  if (state !== 'waiting') return state;
  return attemptsMade === 0 ? 'pending' : 'retrying';
};
