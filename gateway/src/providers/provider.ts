// What the gateway asks of a provider, and all it knows of one. A provider says what happened in five words; what
// follows from each (retry, park, suspend, hold) is decided by the core, which never names a provider.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';

/** A field of a sender's credentials, as a form shows it. */
export interface ProviderField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly isSecret: boolean;
  /** Used when nothing is given; a field without one is required. */
  readonly default?: string;
}

export type ProviderFields = Readonly<Record<string, string>>;

export interface ProviderLimits {
  readonly messagesPerSecond: number;
  /** One message to one person in this time, with a burst that is borrowed from the future. */
  readonly pairMilliseconds: number;
  readonly pairBurst: number;
}

export interface OutgoingMessage {
  /** E.164. */
  readonly to: string;
  readonly content: MessageContent;
  /** The readable line of it: what a provider that shows a preview or a log may use. */
  readonly body: string;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextProviderId?: string | null;
  /** Comes back with every status: our message id and attempt, so that a status settles an unknown outcome. */
  readonly echo: string;
}

export type ContentKind = MessageContent['type'];

/** What a provider takes of one kind of content. */
export interface ContentLimits {
  /** Of its longest text. */
  readonly charactersMax: number;
  /** False for what may also start a conversation, outside the 24 hours after the person last wrote. */
  readonly needsWindow: boolean;
}

/** Why something did not work, in the provider's words and in ours. */
export interface Failure {
  /** The provider's own code, or a word of ours where it gave none. */
  readonly code: string;
  readonly title: string;
  /** The provider's detail, for people who know the provider. */
  readonly detail: string;
  readonly cause: string;
  readonly action: string;
}

export type SendOutcome =
  /** The provider has taken it. */
  | { readonly kind: 'sent'; readonly providerMessageId: string }
  /** It was not taken and may be tried again; `scope` says who else should wait. */
  | {
      readonly kind: 'retry';
      readonly scope: 'message' | 'recipient' | 'sender';
      readonly afterSeconds: number | null;
      readonly failure: Failure;
    }
  /** It was not taken and never will be as it is. */
  | { readonly kind: 'rejected'; readonly failure: Failure }
  /** Nothing of this sender will be taken until a person puts it right. */
  | { readonly kind: 'suspended'; readonly failure: Failure }
  /** It may or may not have been taken. */
  | { readonly kind: 'unknown'; readonly failure: Failure };

/** The HTTP request behind an outcome, for Webhook Logs; secrets are already out of it. */
export interface ProviderCall {
  readonly method: string;
  readonly url: string;
  readonly requestBody: string | null;
  readonly status: number | null;
  readonly answerBody: string | null;
  readonly milliseconds: number;
}

export interface SendResult {
  readonly outcome: SendOutcome;
  readonly call: ProviderCall;
}

export type ConnectionTest =
  | { readonly kind: 'working'; readonly phoneNumber: string | null; readonly name: string | null }
  | { readonly kind: 'broken'; readonly failure: Failure };

export interface CallbackStatus {
  readonly providerMessageId: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
  readonly at: Date;
  readonly recipient: string | null;
  readonly echo: string | null;
  readonly failure: Failure | null;
  readonly raw: unknown;
}

export interface CallbackMessage {
  readonly providerMessageId: string;
  /** Digits; null when the person hides their number. */
  readonly from: string | null;
  readonly fromName: string | null;
  readonly type: string;
  /** The text, or a readable summary of what is not text. */
  readonly text: string;
  readonly at: Date;
  readonly raw: unknown;
}

export interface CallbackConsent {
  /** Digits. */
  readonly from: string;
  readonly state: 'opted_in' | 'opted_out';
  readonly at: Date;
}

/** One part of a callback, with the number it is about. */
export type CallbackItem =
  | { readonly kind: 'status'; readonly account: string; readonly status: CallbackStatus }
  | { readonly kind: 'message'; readonly account: string; readonly message: CallbackMessage }
  /** The person has told the provider itself whether they want messages of this number. */
  | { readonly kind: 'consent'; readonly account: string; readonly consent: CallbackConsent }
  /** Anything else the provider tells; kept, and ignored by whoever does not know its topic. */
  | {
      readonly kind: 'notice';
      readonly account: string | null;
      readonly topic: string;
      readonly raw: unknown;
    };

export interface Callback {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Provider {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly ProviderField[];
  readonly limits: ProviderLimits;
  /** The kinds of content it carries; any other is refused before it is stored. */
  readonly content: Readonly<Partial<Record<ContentKind, ContentLimits>>>;
  /** Codes of failures that mean: the person does not want messages. */
  readonly optOutCodes: readonly string[];
  send(http: OutgoingHttp, fields: ProviderFields, message: OutgoingMessage): Promise<SendResult>;
  testConnection(http: OutgoingHttp, fields: ProviderFields): Promise<ConnectionTest>;
  /** The answer to the provider's question whether this address is ours, or null when it asks wrongly. */
  answerHandshake(query: Readonly<Record<string, unknown>>, fields: ProviderFields): string | null;
  verifyCallback(callback: Callback, fields: ProviderFields): boolean;
  /** Every part of a callback; parts that make no sense are left out, and nothing throws. */
  readCallback(body: unknown): CallbackItem[];
  /** What a message of a callback holds besides its text, from its `raw`; nothing throws. */
  describeIncoming(raw: unknown): IncomingDetails;
}
