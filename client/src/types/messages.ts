// Made from contract/ by `npm run docs`: the types of messages, as the API has them. Do not edit.

import type { ErrorCode, Failure, FieldError } from './problem.ts';

export type MessageStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'played'
  | 'failed'
  | 'unconfirmed'
  | 'cancelled'
  | 'expired'
  | 'received';

/** One message to one person. */
export interface SendMessage {
  /** International format with a leading plus sign. */
  readonly to: string;
  /** The text of the message. */
  readonly message: string;
  /** Kind of message. */
  readonly type?: 'text';
  /** Who carries the message. Left out: the company's default. */
  readonly provider?: string;
  /** Which sender sends it: its id or its phone number. Left out: the company's default. */
  readonly from?: string;
  /** Values for the placeholders in the text: `{{name}}`, or `{{name|fallback}}`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** A text of your own, such as an order number. It comes back with the message and its events. */
  readonly reference?: string;
  /** When to send it, at most 30 days ahead. Left out: at once. */
  readonly schedule_at?: string;
  /** What to do when nobody can say whether the provider has taken it. `hold`: keep it `unconfirmed` until a status tells. `retry`: send again, which may reach the person twice. `fail`: call it failed. */
  readonly on_unknown?: 'hold' | 'retry' | 'fail';
  /** Sends it also to a person who has opted out: a one-time code, a bill. */
  readonly transactional?: {
    /** Why the person needs it all the same. It is kept with the message. */
    readonly reason: string;
  };
}

/** The message is stored. */
export interface SendAnswer {
  /** `sent`: the provider has taken it. `queued`: stored, and on its way by itself. `unconfirmed`: the provider did not say whether it has taken it; a status will tell. */
  readonly status: 'sent' | 'queued' | 'unconfirmed';
  /** The id of the message. */
  readonly message_id: string;
  /** When it was accepted, UTC. */
  readonly timestamp: string;
  /** Why it cannot go out now, and what to do: for example a suspended sender. */
  readonly notice?: string;
}

/** Why one message of a batch was refused. */
export interface BatchError {
  readonly title: string;
  readonly detail: string;
  /** Stable code; the errors page explains each. */
  readonly code: ErrorCode;
  readonly errors?: readonly FieldError[];
}

/** What became of each message. */
export interface SendBatchAnswer {
  /** How many are stored. */
  readonly accepted: number;
  /** How many are not. */
  readonly refused: number;
  /** One for each message, in the order of the request. */
  readonly results: ReadonlyArray<{
    /** Place in the request, from 0. */
    readonly index: number;
    readonly status: 'queued' | 'refused';
    /** The id of the message, when it is stored. */
    readonly message_id?: string;
    readonly error?: BatchError;
  }>;
}

/** One message, out or in. */
export interface Message {
  /** The id of the message. */
  readonly id: string;
  readonly direction: 'out' | 'in';
  readonly status: MessageStatus;
  readonly type: string;
  /** The other person, in international format. */
  readonly phone_number: string;
  /** The text. */
  readonly message: string;
  readonly provider: string;
  /** The sender that sends or got it. */
  readonly sender_id: string | null;
  /** Your own text. */
  readonly reference: string | null;
  /** How often it was handed to the provider. */
  readonly attempts: number;
  /** When it was asked to be sent. */
  readonly schedule_at: string | null;
  /** When it is tried next, if it has to wait until then. */
  readonly next_attempt_at: string | null;
  /** The provider's own id of it. */
  readonly provider_message_id: string | null;
  /** Incoming only: the name the person gave themselves. */
  readonly contact_name: string | null;
  /** Why it failed, or why it has to wait. */
  readonly failure: Failure | null;
  /** Why it was to reach also a person who has opted out. Null: it was not. */
  readonly transactional_reason: string | null;
  /** The request that made this message. */
  readonly request_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface MessageQuery {
  /** Rows on one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. Left out: the newest page. */
  readonly cursor?: string;
  /** Only what happened at or after this time. */
  readonly since?: string;
  /** Only what happened before this time. */
  readonly until?: string;
  /** Only messages in this status. */
  readonly status?: MessageStatus;
  /** Only messages of this direction. */
  readonly direction?: 'out' | 'in';
  /** Only messages to or from this number. */
  readonly phone_number?: string;
}
