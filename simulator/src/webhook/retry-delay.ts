// How long a webhook waits before its next try: doubling from the first pause to the longest, a fifth more or less by
// chance so that many failed batches do not come back at once.
import type { WebhookSettings } from '../settings.ts';

export function retryDelayMs(
  attempt: number,
  settings: Pick<WebhookSettings, 'webhookRetryFirstMs' | 'webhookRetryMaxMs'>,
  chance: number,
): number {
  const doubled = settings.webhookRetryFirstMs * 2 ** Math.min(attempt - 1, 40);
  return Math.min(doubled, settings.webhookRetryMaxMs) * (0.8 + 0.4 * chance);
}
