// The places that events are delivered to.

import { readPages } from './pages.ts';
import type { CallOptions, Request } from './request.ts';
import type { CreatedWebhook, NewWebhook, Webhook } from './types/webhooks.ts';

export interface WebhookCalls {
  /** The answer holds the secret that signs every delivery. It is shown this once. */
  create(webhook: NewWebhook, options?: CallOptions): Promise<CreatedWebhook>;
  list(options?: CallOptions): AsyncGenerator<Webhook, void, undefined>;
  remove(webhookId: string, options?: CallOptions): Promise<void>;
}

const home = '/api/v1/webhooks';

export const createWebhookCalls = (request: Request): WebhookCalls => ({
  create: (webhook, options = {}) =>
    request<CreatedWebhook>({ method: 'POST', path: home, body: webhook, ...options }),
  list: (options = {}) => readPages<Webhook>(request, home, {}, options),
  remove: (id, options = {}) =>
    request<void>({ method: 'DELETE', path: `${home}/${encodeURIComponent(id)}`, ...options }),
});
