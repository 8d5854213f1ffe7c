// What the gateway asks of a provider, and all it knows of one. A provider declares what it can do and says in five words
// what happened; what follows from each (retry, park, suspend, hold) is decided by the core, which never names a provider.
// What a provider says of a callback is in callback.ts.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { CallbackPart, CallbackPerson } from './callback.ts';

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
  /** E.164, or the provider's own id of a person whose number is not known; only numbers begin with a plus. */
  readonly to: string;
  readonly content: MessageContent;
  /** The readable line of it: what a provider that shows a preview or a log may use. */
  readonly body: string;
  /** The provider's id of the message that it quotes or reacts to. */
  readonly contextProviderId?: string | null;
  /** Our message id and attempt. Where the provider returns it with every status, a status settles an unknown outcome. */
  readonly echo: string;
  /** Only with the correlation `callback_url`: where to send the statuses of this one message; its query names the echo. */
  readonly callbackUrl?: string;
  /** Only with the correlation `client_id`: the id the provider is to use. The same in every attempt. */
  readonly clientId?: string;
}

export type ContentKind = MessageContent['type'];

/** What a provider takes of one kind of content. */
export interface ContentLimits {
  /** Of its longest text. */
  readonly charactersMax: number;
  /** False for what may also start a conversation, outside the 24 hours after the person last wrote. */
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
  /** The provider has taken it. */
  | {
      readonly kind: 'sent';
      readonly providerMessageId: string;
      /** What the provider calls the person, where that is another name than the message went to. */
      readonly recipient?: CallbackPerson;
    }
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
  /** The call that decided the outcome: the only one that can leave it unknown. */
  readonly call: ProviderCall;
  /** Calls that had to come before it, such as one for a token. The message was not in them. */
  readonly steps?: readonly ProviderCall[];
}

export type ConnectionTest =
  | { readonly kind: 'working'; readonly phoneNumber: string | null; readonly name: string | null }
  | { readonly kind: 'broken'; readonly failure: Failure };

/** Asks the provider whether it has taken a message whose send had no answer. */
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

/** Tells the provider our callback address, where it takes it from a program and not from a person. */
export type RegisterCallback = (
  http: OutgoingHttp,
  fields: ProviderFields,
  callbackUrl: string,
) => Promise<Registration>;

export type Registration =
  | { readonly kind: 'registered' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** A template as the provider has it. `reference` is opaque: sending names it. */
export interface ListedTemplate {
  readonly reference: string;
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly category: string;
  readonly components: unknown;
}

export interface TemplatePart {
  list(
    http: OutgoingHttp,
    fields: ProviderFields,
  ): Promise<
    | { readonly kind: 'listed'; readonly templates: readonly ListedTemplate[] }
    | { readonly kind: 'broken'; readonly failure: Failure }
  >;
}

export interface MediaPart {
  /** `upload`: the file is given to the provider first. `link`: the provider fetches it from an address of ours. */
  readonly outgoing: 'upload' | 'link';
  /** Hosts that may be sent the sender's credentials when a file of an incoming message is fetched. */
  readonly hosts: (fields: ProviderFields) => readonly string[];
}

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
  readonly templates?: TemplatePart;
  readonly media?: MediaPart;
}
