// The contract of a provider: all that the gateway asks of one and knows of it. A provider declares what it can do and
// reports an outcome in one of five words; the core decides what follows (retry, park, suspend, hold) and never names a
// provider. Callbacks are in callback.ts; files, templates and health have parts of their own.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { CallbackPart, CallbackPerson } from './callback.ts';
import type { HealthPart } from './health-part.ts';
import type { MediaPart, OutgoingFile } from './media-part.ts';
import type { ProviderCall, ProviderField, ProviderFields } from './provider-call.ts';
import type { FilledTemplate, TemplatePart } from './template-part.ts';

export type { ProviderCall, ProviderField, ProviderFields };

export interface ProviderLimits {
  readonly messagesPerSecond: number;
  /** One message to one person in this time, with a burst that is borrowed from the future. */
  readonly pairMilliseconds: number;
  readonly pairBurst: number;
}

export interface OutgoingMessage {
  /** E.164, or the provider's own id of a person whose number is not known; only numbers begin with a plus. */
  readonly to: string;
  readonly content: MessageContent;
  /** The readable line, for a provider that shows a preview or a log. */
  readonly body: string;
  /** The files that the content names, by our ids of them. */
  readonly files?: ReadonlyMap<string, OutgoingFile>;
  /** Only of a template: its variables filled by its definition. */
  readonly template?: FilledTemplate;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextProviderId?: string | null;
  /** Our message id and attempt. Where the provider returns it with every status, a status settles an unknown outcome. */
  readonly echo: string;
  /** Only with the correlation `callback_url`: where to send the statuses of this one message; its query names the echo. */
  readonly callbackUrl?: string;
  /**
   * Only with the correlation `client_id`: the id the provider is to use, which is the echo of the attempt that used it
   * first. A repetition of an unknown outcome has the same; after a refusal of that id the next attempt has a new one.
   */
  readonly clientId?: string;
}

export type ContentKind = MessageContent['type'];

/** The limits of a provider for one kind of content. */
export interface ContentLimits {
  /** The length of its longest text. */
  readonly charactersMax: number;
  /** False for a content that may also be sent outside the 24 hours after the person last wrote. */
  readonly needsWindow: boolean;
}

/** How a status is matched with our message when the answer to the send was lost. */
export type Correlation =
  /** The provider returns a text of ours with every status. */
  | { readonly kind: 'echo'; readonly charactersMax: number }
  /** Each message names the address that its statuses are sent to. */
  | { readonly kind: 'callback_url' }
  /** We choose the provider's id. When repetitions are refused, an unknown outcome is repeated under the same id. */
  | { readonly kind: 'client_id'; readonly refusesRepetition: boolean }
  /** A lost answer stays unknown: no status settles it. */
  | { readonly kind: 'none' };

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
  /** The provider has accepted it. */
  | {
      readonly kind: 'sent';
      readonly providerMessageId: string;
      /** The provider's names for the person, where they differ from the address of the message. */
      readonly recipient?: CallbackPerson;
    }
  /** It was not accepted and may be retried; `scope`: the message, its person or the whole sender waits. */
  | {
      readonly kind: 'retry';
      readonly scope: 'message' | 'recipient' | 'sender';
      readonly afterSeconds: number | null;
      readonly failure: Failure;
      /**
       * Only with the correlation `client_id`: the provider has looked at the message under its id and refused it, so the
       * next attempt needs another id. A refusal of the request (too many, unreachable) leaves the id as it was.
       */
      readonly isIdSpent?: true;
    }
  /** It was not accepted and never will be as it is. */
  | {
      readonly kind: 'rejected';
      readonly failure: Failure;
      /** It may be refused because the provider no longer has a file that was uploaded before. */
      readonly areFilesUnknown?: true;
    }
  /** Nothing of this sender will be accepted until a person fixes it. */
  | { readonly kind: 'suspended'; readonly failure: Failure; readonly isIdSpent?: true }
  /** It may or may not have been accepted. */
  | { readonly kind: 'unknown'; readonly failure: Failure };

export interface SendResult {
  readonly outcome: SendOutcome;
  /** The call that decided the outcome: the only one that can leave it unknown. */
  readonly call: ProviderCall;
  /** Calls that had to come before it, such as one for a token. The message was not in them. */
  readonly steps?: readonly ProviderCall[];
}

export type ConnectionTest =
  | { readonly kind: 'working'; readonly phoneNumber: string | null; readonly name: string | null }
  | { readonly kind: 'broken'; readonly failure: Failure };

/** Asks the provider whether it has accepted a message whose send had no answer. */
export type LookUp = (
  http: OutgoingHttp,
  fields: ProviderFields,
  message: OutgoingMessage,
) => Promise<LookUpResult>;

export type LookUpResult =
  | { readonly kind: 'taken'; readonly providerMessageId: string; readonly call: ProviderCall }
  /** Only where the provider can prove it; a list that lags behind cannot. */
  | { readonly kind: 'not_taken'; readonly call: ProviderCall }
  | { readonly kind: 'unclear'; readonly call: ProviderCall };

/** Registers our callback address at the provider, where it takes it from a program and not from a person. */
export type RegisterCallback = (
  http: OutgoingHttp,
  fields: ProviderFields,
  callbackUrl: string,
) => Promise<Registration>;

export type Registration =
  | { readonly kind: 'registered' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Marks a message of a person as read, and may show them that an answer is being typed. */
export type MarkRead = (
  http: OutgoingHttp,
  fields: ProviderFields,
  providerMessageId: string,
  isTyping: boolean,
) => Promise<
  | { readonly kind: 'marked'; readonly call: ProviderCall }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly call: ProviderCall }
>;

export interface Provider {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly ProviderField[];
  /** The provider's own name for the number, as its callbacks write it; null when they name none. */
  accountOf(fields: ProviderFields): string | null;
  /** A test number or an upgraded one may have other limits than most. */
  limitsOf(fields: ProviderFields): ProviderLimits;
  /** The kinds of content it carries; any other is refused before it is stored. */
  readonly content: Readonly<Partial<Record<ContentKind, ContentLimits>>>;
  readonly correlation: Correlation;
  send(http: OutgoingHttp, fields: ProviderFields, message: OutgoingMessage): Promise<SendResult>;
  testConnection(http: OutgoingHttp, fields: ProviderFields): Promise<ConnectionTest>;
  readonly callbacks: CallbackPart;
  readonly lookUp?: LookUp;
  readonly registerCallback?: RegisterCallback;
  readonly markRead?: MarkRead;
  readonly media?: MediaPart;
  readonly templates?: TemplatePart;
  readonly health?: HealthPart;
}
