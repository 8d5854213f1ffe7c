// Made from contract/ by `npm run docs`: the types of messages, as the API has them. Do not edit.

import type {
  AudioContent,
  ButtonsContent,
  CarouselContent,
  CatalogContent,
  ContactsContent,
  DocumentContent,
  FlowContent,
  ImageContent,
  LinkContent,
  ListContent,
  LocationContent,
  LocationRequestContent,
  ProductContent,
  ProductsContent,
  StickerContent,
  TemplateRequest,
  VideoContent,
} from './contents.ts';
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

/** What may go with most contents. */
export interface ReplyAndFallback {
  /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
  readonly reply_to?: string;
  /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
  readonly fallback_template?: TemplateRequest;
}

/** One message to one person. `type` says what it holds; left out: a text. */
export type SendMessage = {
  /** International format with a leading plus sign. A number that cannot be one of its country is refused, unless the person has written to you from it. Required unless `recipient` is there. */
  readonly to?: string;
  /** Who carries the message. Left out: the company's default. */
  readonly provider?: string;
  /** The person by what events call `sender_id` or `recipient_id`, instead of a phone number: WhatsApp gives people who hide their number a user id. */
  readonly recipient?: string;
  /** Which sender sends it: its id or its phone number. Left out: the company's default. */
  readonly from?: string;
  /** Values for the placeholders in every text of the content: `{{name}}`, or `{{name|fallback}}`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** A text of your own, such as an order number. It comes back with the message and its events. */
  readonly reference?: string;
  /** When to send it, at most 30 days ahead. Left out: at once. */
  readonly schedule_at?: string;
  /** What to do when it is unclear whether the provider has accepted the message. `hold`: keep it `unconfirmed` until a status says. `retry`: send it again, which may reach the person twice. `fail`: mark it failed. */
  readonly on_unknown?: 'hold' | 'retry' | 'fail';
  /** Sends it also to a person who has opted out: a one-time code, a bill. */
  readonly transactional?: {
    /** Why the person needs it all the same. It is kept with the message. */
    readonly reason: string;
  };
} & (
  | (ReplyAndFallback & {
      readonly type?: 'text';
      /** The text that the person reads. */
      readonly message: string;
      /** Whether the first link is shown with a preview. */
      readonly preview_url?: boolean;
    })
  | (ImageContent & ReplyAndFallback)
  | (VideoContent & ReplyAndFallback)
  | (AudioContent & ReplyAndFallback)
  | (DocumentContent & ReplyAndFallback)
  | (StickerContent & ReplyAndFallback)
  | (LocationContent & ReplyAndFallback)
  | (ContactsContent & ReplyAndFallback)
  | {
      readonly type: 'reaction';
      readonly reaction: {
        /** The message it is about. Our id (`msg_...`) or the provider's. */
        readonly message_id: string;
        /** One emoji; empty takes the reaction back. */
        readonly emoji: string;
      };
    }
  | (ButtonsContent & ReplyAndFallback)
  | (ListContent & ReplyAndFallback)
  | (LinkContent & ReplyAndFallback)
  | (LocationRequestContent & ReplyAndFallback)
  | (FlowContent & ReplyAndFallback)
  | (ProductContent & ReplyAndFallback)
  | (ProductsContent & ReplyAndFallback)
  | (CatalogContent & ReplyAndFallback)
  | (CarouselContent & ReplyAndFallback)
  | (ReplyAndFallback & {
      readonly type: 'interactive';
      /** The provider's own object, sent as it is: it works with that provider only. */
      readonly interactive: Readonly<Record<string, unknown>>;
    })
  | {
      readonly type: 'template';
      /** A template and the values of its variables. */
      readonly template: TemplateRequest;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
    }
  | {
      readonly type: 'otp';
      /** A one-time code. It is worth nothing after ten minutes, and is not sent later. */
      readonly otp: {
        /** The code, without spaces. */
        readonly code: string;
        /** Name of an authentication template. Left out: the one in the template settings, else the only one there is. */
        readonly template?: string;
        /** For example ar or en_US. Left out: the contact's language, then the template's only one. */
        readonly language?: string;
      };
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
    }
);

/** The message is stored. */
export interface SendAnswer {
  /** `sent`: the provider has accepted it. `queued`: stored, and will be sent by itself. `unconfirmed`: the provider did not say whether it accepted it; a status will tell. */
  readonly status: 'sent' | 'queued' | 'unconfirmed';
  /** The id of the message. */
  readonly message_id: string;
  /** When it was accepted, UTC. */
  readonly timestamp: string;
  /** What you should know of it: why it cannot go out now, for example a suspended sender, or that the fallback template is sent instead of the text. */
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
    /** Says that the fallback template is sent instead of the text. */
    readonly notice?: string;
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
  /** The other person, in international format. Empty when their number is not known. */
  readonly phone_number: string;
  /** The id that WhatsApp gives the person for your business, where it is known from this message. */
  readonly user_id: string | null;
  /** Incoming only: the username the person chose, with its @. */
  readonly username: string | null;
  /** The text, or one readable line for what is not a text. */
  readonly message: string;
  /** What it holds, in the words of a send request. Null: an incoming message of which only the line is known. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** What the provider says besides. Of an incoming message: the parts that its event has too (media, location, contacts, choice, refers_to, ...). Of one of your own, when you read it alone: `pricing` and `conversation`. Null: nothing. */
  readonly details: Readonly<Record<string, unknown>> | null;
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
  /** Only messages to or from the person with this number, whatever form of it they went to. */
  readonly phone_number?: string;
  /** Only messages to or from this person: what events call `sender_id` or `recipient_id`. */
  readonly recipient?: string;
  /** Only messages with this text in what they say, in their reference, or in why they failed. */
  readonly text?: string;
}
