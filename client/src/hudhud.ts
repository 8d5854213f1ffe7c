// The client of a Hudhud gateway: `createHudhud` with an address and a token, then send. This file is the whole of what
// the package shows.

import { type CampaignCalls, createCampaignCalls } from './campaigns.ts';
import { type ContactCalls, createContactCalls } from './contacts.ts';
import { type EventOptions, readEvents } from './events.ts';
import { createMediaCalls, type MediaCalls } from './media.ts';
import { createMessageCalls, type MessageCalls } from './messages.ts';
import { type CallOptions, type Connection, createRequest } from './request.ts';
import { createTemplateCalls, type TemplateCalls } from './templates.ts';
import type { Me } from './types/company.ts';
import type { HudhudEvent } from './types/events.ts';
import { createWebhookCalls, type WebhookCalls } from './webhooks.ts';

export interface Hudhud {
  readonly messages: MessageCalls;
  readonly contacts: ContactCalls;
  readonly campaigns: CampaignCalls;
  readonly webhooks: WebhookCalls;
  readonly media: MediaCalls;
  readonly templates: TemplateCalls;
  /** The same as `messages.send`. */
  readonly send: MessageCalls['send'];
  /** The same as `messages.sendBatch`. */
  readonly sendBatch: MessageCalls['sendBatch'];
  /** Events in order, for ever: stop with `break` or a signal. */
  events(options?: EventOptions): AsyncGenerator<HudhudEvent, void, undefined>;
  /** The company that the token belongs to: a way to try the connection out. */
  me(options?: CallOptions): Promise<Me>;
}

export const createHudhud = (connection: Connection): Hudhud => {
  const request = createRequest(connection);
  const messages = createMessageCalls(request);
  return {
    messages,
    contacts: createContactCalls(request),
    campaigns: createCampaignCalls(request),
    webhooks: createWebhookCalls(request),
    media: createMediaCalls(request),
    templates: createTemplateCalls(request),
    send: messages.send,
    sendBatch: messages.sendBatch,
    events: (options = {}) => readEvents(request, options),
    me: (options = {}) => request<Me>({ method: 'GET', path: '/api/v1/me', ...options }),
  };
};

export type { CampaignCalls } from './campaigns.ts';
export type { ContactCalls } from './contacts.ts';
export { type AnyErrorCode, HudhudConnectionError, HudhudError, MessageWaitError } from './errors.ts';
export type { EventOptions } from './events.ts';
export type { DownloadedFile, MediaCalls, Uploadable, UploadOptions } from './media.ts';
export type { MessageCalls, SendOneOptions, SendOptions } from './messages.ts';
export type { CallOptions, Connection } from './request.ts';
export type * from './types/account-events.ts';
export type * from './types/campaign-events.ts';
export type * from './types/campaigns.ts';
export type * from './types/company.ts';
export type * from './types/contacts.ts';
export type * from './types/contents.ts';
export type * from './types/event-envelope.ts';
export type * from './types/events.ts';
export type * from './types/incoming-message.ts';
export type * from './types/media.ts';
export type * from './types/message-events.ts';
export type * from './types/messages.ts';
export type * from './types/problem.ts';
export type * from './types/templates.ts';
export type * from './types/timeline.ts';
export type * from './types/webhooks.ts';
export {
  type Delivery,
  type VerifyOptions,
  verifyWebhook,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type { WaitOptions, WantedStatus } from './wait-for-status.ts';
export type { WebhookCalls } from './webhooks.ts';
