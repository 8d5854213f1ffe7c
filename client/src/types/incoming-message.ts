// Made from contract/ by `npm run docs`: the types of incoming-message, as the API has them. Do not edit.

import type { ContactName, ContactOrganization, PostalAddress } from './contents.ts';
import type { EventEnvelope } from './event-envelope.ts';

/** A person wrote to one of your numbers. */
export interface IncomingMessageEvent extends EventEnvelope {
  readonly event: 'incoming_message';
  readonly data: IncomingMessageData;
}

export interface IncomingMessageData extends WrittenMessageData {
  /** Who wrote, digits only. Empty when the person hides the number. */
  readonly sender_phone: string;
  /** Who wrote: the id that WhatsApp gives the person for your business, else the digits of their number. Send to it as `recipient`. */
  readonly sender_id: string;
  /** The username the person chose, with its @. */
  readonly sender_username: string | null;
  /** text, image, audio, video, document, sticker, location, contacts, button, interactive, ... */
  readonly message_type: string;
  /** The person's own name for themselves at WhatsApp. */
  readonly sender_name: string | null;
  /** Which of your senders received it. */
  readonly received_by: string | null;
}

/** What a written message says, whether a person wrote it or somebody wrote to a person from the WhatsApp Business app. */
export interface WrittenMessageData {
  /** When it happened, to the millisecond, with the company's UTC offset. */
  readonly occurred_at: string;
  /** The text, or one readable line for what is not text. */
  readonly message_body: string;
  /** The id of the message here. */
  readonly message_id: string;
  /** Who carried it. */
  readonly provider: string | null;
  /** The provider's own id of the message. */
  readonly provider_message_id: string | null;
  /** The file of an image, audio, video, document or sticker message. */
  readonly media?: ReceivedFile;
  /** A place. */
  readonly location?: {
    readonly latitude: number;
    readonly longitude: number;
    /** Name of the place. */
    readonly name?: string;
    /** Address of the place. */
    readonly address?: string;
    /** A page about the place. */
    readonly url?: string;
  };
  readonly contacts?: readonly ReceivedContact[];
  /** What the person chose. */
  readonly choice?: ReceivedChoice;
  /** A reaction to the message that `refers_to` names. */
  readonly reaction?: {
    /** Null: the reaction was taken back. */
    readonly emoji: string | null;
  };
  /** The earlier message that this one answers, reacts to, changes or deletes. */
  readonly refers_to?: ReceivedReference;
  /** Products that the person orders. */
  readonly order?: {
    /** The catalogue. */
    readonly catalog_id?: string;
    readonly items: ReadonlyArray<{
      readonly product_id: string;
      readonly quantity?: number;
      readonly price?: number;
      readonly currency?: string;
    }>;
    /** What the person wrote with the order. */
    readonly text?: string;
  };
  /** The product that the person asks about. */
  readonly product?: {
    /** The catalogue. */
    readonly catalog_id?: string;
    /** The product. */
    readonly product_id?: string;
  };
  /** The advertisement or post that the person came from. */
  readonly referral?: ReceivedReferral;
  /** What WhatsApp tells about the person; it is not from them. */
  readonly system?: ReceivedSystem;
  /** A message that the provider cannot pass on. */
  readonly unsupported?: {
    /** What it was, where the provider says so: poll, for example. */
    readonly kind?: string;
    /** Why it did not come. */
    readonly errors: ReadonlyArray<{
      /** The provider's code. */
      readonly code: string;
      readonly title: string;
      readonly detail: string;
    }>;
  };
  /** Whether the person lets you call them. */
  readonly call_permission?: {
    /** accept or reject. */
    readonly response?: string;
    /** Given until it is taken back. */
    readonly is_permanent?: boolean;
    /** Until when, UTC. */
    readonly expires_at?: string;
    /** user_action or automatic. */
    readonly source?: string;
  };
  /** How the person chose to pay, in the words of the provider. */
  readonly payment_method?: Readonly<Record<string, unknown>>;
  /** The id of the person that your group of businesses shares. */
  readonly sender_parent_id?: string;
  /** The person passed it on from somebody else. */
  readonly is_forwarded?: boolean;
  /** It was passed on more than five times. */
  readonly is_frequently_forwarded?: boolean;
  /** The provider's id of the group it was written in. */
  readonly group_id?: string;
  /** Of a message of a type that this gateway does not know: its type at the provider. */
  readonly raw_type?: string;
  /** What a message of a type that this gateway does not know holds, exactly as the provider sent it. */
  readonly unknown?: unknown;
}

/** The file of an image, audio, video, document or sticker message. */
export interface ReceivedFile {
  /** The id of the file here; of one that is not kept, the id at the provider. */
  readonly id: string;
  /** Where it is read without credentials, for a week. It waits while the file is being fetched. */
  readonly url?: string;
  /** `fetching`: on its way, `url` waits for it. `stored`: it is here. `too_big`, `gone`, `blocked`: it could not be had. */
  readonly state?: 'stored' | 'fetching' | 'too_big' | 'gone' | 'blocked';
  /** For example image/jpeg. */
  readonly mime_type?: string;
  /** Its size, once it is known. */
  readonly bytes?: number;
  /** The name the person gave it. */
  readonly filename?: string;
  /** The text under it. */
  readonly caption?: string;
  /** Checksum of the file: hexadecimal once it is stored, before that as the provider writes it. */
  readonly sha256?: string;
  /** Recorded with the microphone button. */
  readonly voice?: boolean;
  /** The same, under its older name. */
  readonly is_voice?: boolean;
  /** A sticker that moves. */
  readonly is_animated?: boolean;
}

/** A contact card. */
export interface ReceivedContact {
  /** The name as written on the card. */
  readonly name: string;
  /** Phone numbers as written on the card. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Where the person works. */
  readonly organization?: string;
  /** All of the card, in the words of a send request. */
  readonly card: ReceivedCard;
}

/** The advertisement or post that the person came from. */
export interface ReceivedReferral {
  /** ad or post. */
  readonly source_type?: string;
  /** Its id. */
  readonly source_id?: string;
  /** Its address. */
  readonly source_url?: string;
  /** Its headline. */
  readonly headline?: string;
  /** Its text. */
  readonly body?: string;
  /** Ties the message to the click, for measuring. */
  readonly click_id?: string;
  /** image or video. */
  readonly media_type?: string;
  /** Its picture. */
  readonly image_url?: string;
  /** Its video. */
  readonly video_url?: string;
  /** A small picture of its video. */
  readonly thumbnail_url?: string;
  /** What the person was greeted with. */
  readonly welcome_text?: string;
  /** What else the provider says of it, in the words of the provider. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** What WhatsApp tells about the person; it is not from them. */
export interface ReceivedSystem {
  /** What happened, in the words of the provider. */
  readonly kind: string;
  /** The number of the person from now on, digits only. */
  readonly new_phone?: string;
  /** The id that WhatsApp gives the person for your business from now on. */
  readonly new_id?: string;
  /** The id that your group of businesses shares from now on. */
  readonly new_parent_id?: string;
  /** The new identity of the person, where the identity check is on. */
  readonly identity?: {
    /** Changes with the identity. */
    readonly hash?: string;
    readonly acknowledged?: boolean;
    /** When it changed. */
    readonly created_at?: string;
  };
}

/** What the person chose. */
export interface ReceivedChoice {
  /** A button that was pressed, a row of a list that was chosen, or a form that was filled in. */
  readonly kind: 'button' | 'list' | 'form';
  /** The id that your message gave to the button or row. */
  readonly id?: string;
  /** What the person saw. */
  readonly title?: string;
  /** The second line of a row. */
  readonly description?: string;
  /** Of a form: which kind it is, in the words of the provider. */
  readonly name?: string;
  /** What was filled in. */
  readonly fields?: unknown;
}

/** The earlier message that this one answers, reacts to, changes or deletes. */
export interface ReceivedReference {
  readonly kind: 'reply' | 'reaction' | 'edit' | 'deletion';
  /** The id of that message here, when it is known. */
  readonly message_id?: string;
  /** The provider's id of that message. */
  readonly provider_message_id: string;
  /** Who wrote that message, digits only, where the provider says so. */
  readonly from?: string;
}

/** All of the card, in the words of a send request. */
export interface ReceivedCard {
  readonly name: ContactName;
  readonly phones: ReadonlyArray<{
    /** Phone number as written on the card. */
    readonly number: string;
    /** HOME, WORK, MOBILE, ... */
    readonly type?: string;
    /** The number at WhatsApp, digits only, when the person on the card has WhatsApp. */
    readonly wa_id?: string;
  }>;
  readonly emails: ReadonlyArray<{
    readonly email: string;
    /** HOME, WORK, MOBILE, ... */
    readonly type?: string;
  }>;
  readonly addresses: ReadonlyArray<
    PostalAddress & {
      /** HOME, WORK, MOBILE, ... */
      readonly type?: string;
    }
  >;
  readonly organization?: ContactOrganization;
  readonly urls: ReadonlyArray<{
    readonly url: string;
    /** HOME, WORK, MOBILE, ... */
    readonly type?: string;
  }>;
  /** As written on the card. */
  readonly birthday?: string;
  /** The card as a vCard. */
  readonly vcard?: string;
  /** `contact_request`: the person answered your question for their number. Else `other`. */
  readonly origin?: string;
}
