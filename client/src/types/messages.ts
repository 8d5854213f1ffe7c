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

/** A template and the values of its variables. */
export interface TemplateRequest {
  /** Name of the template. */
  readonly name: string;
  /** For example ar or en_US. Left out: the contact's language, then the template's only one. */
  readonly language?: string;
  /** Only for a template whose header has a variable, a file, a place or a product. */
  readonly header?: TemplateHeader;
  /** Values of the variables by name; of numbered ones by number, or as a list. What is left out is taken from the contact. */
  readonly variables?: Readonly<Record<string, string>> | readonly string[];
  /** Only for buttons with a variable part. */
  readonly buttons?: readonly TemplateButton[];
  /** Of a carousel. */
  readonly cards?: ReadonlyArray<{
    /** Only for a template whose header has a variable, a file, a place or a product. */
    readonly header?: TemplateHeader;
    /** Values of the variables by name; of numbered ones by number, or as a list. What is left out is taken from the contact. */
    readonly variables?: Readonly<Record<string, string>> | readonly string[];
    /** Only for buttons with a variable part. */
    readonly buttons?: readonly TemplateButton[];
  }>;
  /** Of a limited-time offer: when it ends. */
  readonly offer_expires_at?: string;
  /** The provider's own parts, instead of the fields above. */
  readonly components?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Only for a template whose header has a variable, a file, a place or a product. */
export interface TemplateHeader {
  /** For a header with a variable. */
  readonly text?: string;
  /** A file: `id` or `url`. */
  readonly media?: DocumentToSend;
  readonly location?: LocationToSend;
  readonly product?: {
    /** The catalogue, by the id the provider gave it. */
    readonly catalog_id: string;
    /** The product, by your own id in the catalogue. */
    readonly product_id: string;
  };
}

export interface TemplateButton {
  /** Which button, from 0. */
  readonly index: number;
  /** The end of an address, the code to copy, what comes back when it is pressed, or the token of a flow. */
  readonly value?: string;
  /** For the first screen of a flow, or the sections of a product list. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A file: `id` or `url`. */
export interface MediaToSend {
  /** A file that was uploaded. */
  readonly id?: string;
  /** Where to fetch the file, once. */
  readonly url?: string;
}

/** A file: `id` or `url`. */
export interface DocumentToSend {
  /** A file that was uploaded. */
  readonly id?: string;
  /** Where to fetch the file, once. */
  readonly url?: string;
  /** What the person sees. Left out: the name it was uploaded under. */
  readonly filename?: string;
}

export interface ContactToSend {
  readonly name: {
    /** The whole name, as it is shown. */
    readonly formatted: string;
    /** First name. */
    readonly first?: string;
    /** Middle name. */
    readonly middle?: string;
    /** Family name. */
    readonly last?: string;
    /** Dr., for example. */
    readonly prefix?: string;
    /** Jr., for example. */
    readonly suffix?: string;
  };
  readonly phones?: ReadonlyArray<{
    /** Phone number. */
    readonly number: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  readonly emails?: ReadonlyArray<{
    /** Address. */
    readonly email: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  readonly addresses?: ReadonlyArray<{
    /** Street and number. */
    readonly street?: string;
    /** City. */
    readonly city?: string;
    /** State or province. */
    readonly state?: string;
    /** Postal code. */
    readonly zip?: string;
    /** Country. */
    readonly country?: string;
    /** Two letters. */
    readonly country_code?: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  readonly organization?: {
    /** Where the person works. */
    readonly company?: string;
    /** In which part of it. */
    readonly department?: string;
    /** As what. */
    readonly title?: string;
  };
  readonly urls?: ReadonlyArray<{
    /** A page. */
    readonly url: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  /** Year, month and day: 1980-02-01. */
  readonly birthday?: string;
}

export interface LocationToSend {
  readonly latitude: number;
  readonly longitude: number;
  /** Name of the place. */
  readonly name?: string;
  /** Address of the place. */
  readonly address?: string;
}

/** A line (`text`) or a file (`type`, `media`) above the text. */
export interface HeaderToSend {
  /** A line above the text. */
  readonly text?: string;
  /** What the file is shown as. */
  readonly type?: 'image' | 'video' | 'document';
  /** A file: `id` or `url`. */
  readonly media?: DocumentToSend;
}

export interface ButtonToSend {
  /** Comes back when the person presses it. */
  readonly id: string;
  /** What the person sees; no two may be alike. */
  readonly title: string;
}

export interface LinkToSend {
  /** What the button says. */
  readonly title: string;
  /** The page it opens. */
  readonly url: string;
}

export interface ListToSend {
  /** What opens the list. */
  readonly button: string;
  readonly sections: ReadonlyArray<{
    /** Needed when there are several sections. */
    readonly title?: string;
    /** At most 10 in all sections together. */
    readonly rows: ReadonlyArray<{
      /** Comes back when the person chooses it. */
      readonly id: string;
      /** What the person sees. */
      readonly title: string;
      /** A second line. */
      readonly description?: string;
    }>;
  }>;
}

export interface FlowToSend {
  /** The flow. */
  readonly id: string;
  /** What opens it. */
  readonly button: string;
  /** The first screen. */
  readonly screen?: string;
  /** For that screen. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Comes back with the answer. */
  readonly token?: string;
}

export interface ProductToSend {
  /** The catalogue, by the id the provider gave it. */
  readonly catalog_id: string;
  /** The product, by your own id in the catalogue. */
  readonly product_id: string;
}

export interface ProductsToSend {
  /** The catalogue, by the id the provider gave it. */
  readonly catalog_id: string;
  /** The line above the text. */
  readonly header: string;
  readonly sections: ReadonlyArray<{
    /** Needed when there are several sections. */
    readonly title?: string;
    /** At most 30 in all sections together. */
    readonly product_ids: readonly string[];
  }>;
}

export interface CarouselCardToSend {
  /** The text on the card. */
  readonly message?: string;
  readonly header: {
    /** What the file is shown as. */
    readonly type: 'image' | 'video' | 'document';
    /** A file: `id` or `url`. */
    readonly media: DocumentToSend;
  };
  readonly link?: LinkToSend;
  readonly buttons?: readonly ButtonToSend[];
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
  /** What to do when it is unclear whether the provider has taken the message. `hold`: keep it `unconfirmed` until a status tells. `retry`: send again, which may reach the person twice. `fail`: call it failed. */
  readonly on_unknown?: 'hold' | 'retry' | 'fail';
  /** Sends it also to a person who has opted out: a one-time code, a bill. */
  readonly transactional?: {
    /** Why the person needs it all the same. It is kept with the message. */
    readonly reason: string;
  };
} & (
  | {
      readonly type?: 'text';
      /** The text that the person reads. */
      readonly message: string;
      /** Whether the first link is shown with a preview. */
      readonly preview_url?: boolean;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'image';
      /** A file: `id` or `url`. */
      readonly media: MediaToSend;
      /** The text under it. */
      readonly message?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'video';
      /** A file: `id` or `url`. */
      readonly media: MediaToSend;
      /** The text under it. */
      readonly message?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'audio';
      /** A file: `id` or `url`. */
      readonly media: MediaToSend;
      /** Shown as a voice message. OGG with Opus only. */
      readonly voice?: boolean;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'document';
      /** A file: `id` or `url`. */
      readonly media: DocumentToSend;
      /** The text under it. */
      readonly message?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'sticker';
      /** A file: `id` or `url`. */
      readonly media: MediaToSend;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'location';
      readonly location: LocationToSend;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'contacts';
      readonly contacts: readonly ContactToSend[];
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'reaction';
      readonly reaction: {
        /** The message it is about. Our id (`msg_...`) or the provider's. */
        readonly message_id: string;
        /** One emoji; empty takes the reaction back. */
        readonly emoji: string;
      };
    }
  | {
      readonly type: 'buttons';
      /** The text that the person reads. */
      readonly message: string;
      readonly buttons: readonly ButtonToSend[];
      /** A line (`text`) or a file (`type`, `media`) above the text. */
      readonly header?: HeaderToSend;
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'list';
      /** The text that the person reads. */
      readonly message: string;
      readonly list: ListToSend;
      readonly header?: {
        /** A line above the text. */
        readonly text: string;
      };
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'link';
      /** The text that the person reads. */
      readonly message: string;
      readonly link: LinkToSend;
      /** A line (`text`) or a file (`type`, `media`) above the text. */
      readonly header?: HeaderToSend;
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'location_request';
      /** The text that the person reads. */
      readonly message: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'flow';
      /** The text that the person reads. */
      readonly message: string;
      readonly flow: FlowToSend;
      /** A line (`text`) or a file (`type`, `media`) above the text. */
      readonly header?: HeaderToSend;
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'product';
      /** The text that the person reads. */
      readonly message?: string;
      readonly product: ProductToSend;
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'products';
      /** The text that the person reads. */
      readonly message: string;
      readonly products: ProductsToSend;
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'catalog';
      /** The text that the person reads. */
      readonly message: string;
      readonly catalog?: {
        /** The product, by your own id in the catalogue. */
        readonly thumbnail_product_id?: string;
      };
      /** A small line under the text. */
      readonly footer?: string;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'carousel';
      /** The text that the person reads. */
      readonly message: string;
      readonly carousel: {
        readonly cards: readonly CarouselCardToSend[];
      };
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
  | {
      readonly type: 'interactive';
      /** The provider's own object, sent as it is: it works with that provider only. */
      readonly interactive: Readonly<Record<string, unknown>>;
      /** The message that this one quotes. Our id (`msg_...`) or the provider's. */
      readonly reply_to?: string;
      /** Sent instead when the person has not written within 24 hours, so that only a template may be sent. */
      readonly fallback_template?: TemplateRequest;
    }
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
  /** `sent`: the provider has taken it. `queued`: stored, and on its way by itself. `unconfirmed`: the provider did not say whether it has taken it; a status will tell. */
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
