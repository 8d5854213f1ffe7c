// Sending messages and following them. Every send carries an idempotency key, so that a further try never reaches a
// person twice.

import { randomUUID } from 'node:crypto';
import { readPages } from './pages.ts';
import type { CallOptions, Request } from './request.ts';
import type { Message, MessageQuery, SendAnswer, SendBatchAnswer, SendMessage } from './types/messages.ts';
import type { Timeline } from './types/timeline.ts';
import { type WaitOptions, type WantedStatus, waitForStatus } from './wait-for-status.ts';

export interface SendOptions extends CallOptions {
  /** Your own name for this message, such as `order-1042-shipped`. Left out: a random one for this call. */
  readonly idempotencyKey?: string;
}

export interface SendOneOptions extends SendOptions {
  /** Answer as soon as the message is stored, instead of waiting until WhatsApp has taken it. */
  readonly isAsync?: boolean;
}

export interface MessageCalls {
  /** Answers `sent`, or `queued` for a message that is stored and goes on by itself. */
  send(message: SendMessage, options?: SendOneOptions): Promise<SendAnswer>;
  /** Up to 1,000 in one request; each has its own result. */
  sendBatch(messages: readonly SendMessage[], options?: SendOptions): Promise<SendBatchAnswer>;
  get(messageId: string, options?: CallOptions): Promise<Message>;
  timeline(messageId: string, options?: CallOptions): Promise<Timeline>;
  /** Newest first. */
  list(query?: MessageQuery, options?: CallOptions): AsyncGenerator<Message, void, undefined>;
  cancel(messageId: string, options?: CallOptions): Promise<Message>;
  /** Shows the person that their message was read, and the typing dots when asked to. */
  markRead(messageId: string, options?: CallOptions & { readonly typing?: boolean }): Promise<void>;
  /** Resolves once the message has got so far, or further. Rejects when it ended otherwise or time is up. */
  waitFor(messageId: string, status: WantedStatus, options?: WaitOptions): Promise<Message>;
}

const home = '/api/v1/messages';
const pathOf = (id: string): string => `${home}/${encodeURIComponent(id)}`;

export const createMessageCalls = (request: Request): MessageCalls => {
  const sendTo = <Answer>(
    path: string,
    body: unknown,
    { idempotencyKey, ...options }: SendOptions,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    request<Answer>({
      method: 'POST',
      path: `${home}/${path}`,
      body,
      headers: { 'idempotency-key': idempotencyKey ?? randomUUID(), ...headers },
      isRepeatable: true,
      ...options,
    });
  const get: MessageCalls['get'] = (id, options = {}) =>
    request<Message>({ method: 'GET', path: pathOf(id), ...options });
  return {
    send: (message, { isAsync = false, ...options } = {}) =>
      sendTo<SendAnswer>('send', message, options, isAsync ? { prefer: 'respond-async' } : {}),
    sendBatch: (messages, options = {}) => sendTo<SendBatchAnswer>('send-batch', { messages }, options),
    get,
    timeline: (id, options = {}) =>
      request<Timeline>({ method: 'GET', path: `${pathOf(id)}/timeline`, ...options }),
    list: (query = {}, options = {}) => readPages<Message>(request, home, query, options),
    cancel: (id, options = {}) =>
      request<Message>({ method: 'POST', path: `${pathOf(id)}/cancel`, ...options }),
    markRead: async (id, { typing, ...options } = {}) => {
      const body = typing === undefined ? {} : { typing };
      await request({ method: 'POST', path: `${pathOf(id)}/read`, body, isRepeatable: true, ...options });
    },
    waitFor: (id, status, options = {}) => waitForStatus(get, id, status, options),
  };
};
