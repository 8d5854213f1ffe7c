// Callbacks of providers: their content, their proof and their answer. Parsing is the provider's: one sends JSON, another
// a form, a third puts half of it into the address.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type { StatusDetails } from '@hudhud/contract/status-details.ts';
import type { IncomingFile } from './media-part.ts';

/** The values of a sender's fields. */
type Fields = Readonly<Record<string, string>>;

export interface Callback {
  readonly method: string;
  /**
   * The whole address as the provider has it: our public address with the path and query exactly as they came. Never from
   * the Host header, which a caller chooses; some providers sign it.
   */
  readonly url: string;
  /** Decoded; a name that comes twice has a list. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly receivedAt: Date;
}

/**
 * The meaning of a `failed` status beyond this message. Many providers accept everything and refuse afterwards, so the core
 * acts on it as on the same word in the answer to a send.
 */
export type StatusVerdict =
  /** Never as it is. */
  | { readonly kind: 'rejected' }
  /** It was not delivered and may be retried; `scope`: the message, its person or the whole sender waits. */
  | {
      readonly kind: 'retry';
      readonly scope: 'message' | 'recipient' | 'sender';
      readonly afterSeconds: number | null;
    }
  /** Nothing of this sender will be delivered until a person fixes it. */
  | { readonly kind: 'suspended' }
  /** The person does not want messages. */
  | { readonly kind: 'opted_out' };

export interface CallbackStatus {
  readonly providerMessageId: string;
  /** Further ids that the provider has used for the same message. */
  readonly otherIds?: readonly string[];
  readonly status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
  /** When the provider says it happened, or when the callback came if it does not say. The order comes from the rank. */
  readonly at: Date;
  /** The recipient's digits, as the provider writes the number. */
  readonly recipient: string | null;
  /** The provider's own id of the person, and the one it shares among the businesses of a group. */
  readonly recipientUserId?: string | null;
  readonly recipientParentUserId?: string | null;
  readonly echo: string | null;
  readonly failure: Failure | null;
  /** The verdict of a `failed` status; `rejected` when left out. */
  readonly verdict?: StatusVerdict;
  /** The category that the provider charges: `marketing`, `utility`, `authentication`, `service` or a word of its own. */
  readonly pricing?: string | null;
  /** It charges nothing: inside the window, or after a click on an advertisement. */
  readonly isFree?: boolean;
  /** Further details from the provider; left out when there are none. */
  readonly details?: StatusDetails;
  readonly raw: unknown;
}

export interface CallbackMessage {
  readonly providerMessageId: string;
  /** Digits; null when the person hides their number. */
  readonly from: string | null;
  /** The provider's own id of the person, and the one it shares among the businesses of a group. */
  readonly userId?: string | null;
  readonly parentUserId?: string | null;
  /** With its @. */
  readonly username?: string | null;
  /** The message says that the person is known by these from now on. */
  readonly movedTo?: CallbackPerson;
  readonly fromName: string | null;
  readonly type: string;
  /** The text, or a readable summary of another content. */
  readonly text: string;
  /** When the provider says it was written, or when the callback came if it does not say. */
  readonly at: Date;
  /**
   * Its kind, where it is no new message of the person: a change or a deletion of an earlier one, or a message that
   * written to the person in the phone app of this number; `from` and the ids are then the person it went to.
   */
  readonly role?: 'edit' | 'deletion' | 'app';
  /** The provider's id of the earlier message that it answers, reacts to, changes or deletes. */
  readonly refersTo?: string;
  /** The file of a picture, video, sound, document or sticker. */
  readonly file?: IncomingFile;
  /** The provider gave no time that can be read, so `at` differs each time it reports the message. */
  readonly isUntimed?: true;
  /** The provider never gives a time: it reports a message at once, so the first report is its time. */
  readonly isReportedAtOnce?: true;
  readonly raw: unknown;
}

/** A provider's names for a person. */
export interface CallbackPerson {
  /** Digits. */
  readonly number: string | null;
  readonly userId: string | null;
  readonly parentUserId: string | null;
}

/** A person is known by other names than before. */
export interface CallbackMove {
  readonly from: CallbackPerson;
  readonly to: CallbackPerson;
}

export interface CallbackConsent {
  /** Digits; null when the person hides their number, who then has a user id. */
  readonly from: string | null;
  readonly userId?: string | null;
  readonly state: 'opted_in' | 'opted_out';
  readonly at: Date;
}

/** A provider's report about a template. */
export interface CallbackTemplate {
  /** The business account that the template belongs to. */
  readonly owner: string;
  readonly name: string;
  readonly language: string;
  readonly at: Date;
  /** Statuses, categories and qualities in capitals, as in a list of templates. */
  readonly change:
    | { readonly kind: 'status'; readonly status: string; readonly reason: string | null }
    | {
        readonly kind: 'category';
        readonly category: string;
        /** A change that is announced and not made yet. */
        readonly next: { readonly category: string; readonly at: Date | null } | null;
      }
    | { readonly kind: 'quality'; readonly quality: string }
    /** Its text or another part has changed: it must be read again. */
    | { readonly kind: 'content' };
}

/** A call begins or ends. */
export interface CallbackCall {
  readonly callId: string;
  /** In the words of the provider: `connect`, `terminate`. */
  readonly stage: string;
  readonly direction: 'incoming' | 'outgoing' | null;
  readonly person: CallbackPerson;
  readonly status: string | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  readonly at: Date;
  readonly raw: unknown;
}

/** One part of a callback. `account` is the number it is about; null means the number that the address names. */
export type CallbackItem =
  | { readonly kind: 'status'; readonly account: string | null; readonly status: CallbackStatus }
  | { readonly kind: 'message'; readonly account: string | null; readonly message: CallbackMessage }
  /** The person has set at the provider itself whether they want messages of this number. */
  | { readonly kind: 'consent'; readonly account: string | null; readonly consent: CallbackConsent }
  | { readonly kind: 'move'; readonly account: string | null; readonly move: CallbackMove }
  /** About an account of templates, not about a number. */
  | { readonly kind: 'template'; readonly account: null; readonly template: CallbackTemplate }
  | { readonly kind: 'call'; readonly account: string | null; readonly call: CallbackCall }
  /** Anything else the provider reports, and every part that makes no sense; kept with its content. */
  | {
      readonly kind: 'notice';
      readonly account: string | null;
      readonly topic: string;
      readonly raw: unknown;
    };

export type CallbackReading =
  | { readonly kind: 'read'; readonly items: readonly CallbackItem[] }
  /** The body is not in the provider's format at all. */
  | { readonly kind: 'unreadable'; readonly detail: string };

export interface CallbackAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string;
}

export interface CallbackPart {
  /**
   * Covered by the proof: the exact bytes, the decoded parameters, or nothing (a shared secret only). A callback whose
   * proof covers nothing is given to the sender that its address names, and to no other.
   */
  readonly binds: 'bytes' | 'parameters' | 'nothing';
  /** The answer to the provider's question whether this address is ours, or null when it asks wrongly. */
  readonly handshake?: (query: Readonly<Record<string, unknown>>, fields: Fields) => string | null;
  /** A promise where the proof is checked by a library that works asynchronously. */
  verify(callback: Callback, fields: Fields): boolean | Promise<boolean>;
  /** Every part of a callback, in order; nothing throws. */
  read(callback: Callback): CallbackReading;
  /** Reads the parts of a message besides its text from its `raw`. Never throws. */
  describe(raw: unknown): IncomingDetails;
  /** Reads further details of a status from its `raw`. Never throws. Left out: there are none. */
  describeStatus?(raw: unknown): StatusDetails;
  /** Answers for a provider that expects another than 200 without a body, or 401 for a callback without proof. */
  readonly answers?: { readonly stored?: CallbackAnswer; readonly unproven?: CallbackAnswer };
}
