// Made from contract/ by `npm run docs`: the types of incoming-message, as the API has them. Do not edit.

/** A person wrote to one of your numbers. */
export interface IncomingMessageEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'incoming_message';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** Who wrote, digits only. Empty when the person hides the number. */
    readonly sender_phone: string;
    /** Who wrote: the id that WhatsApp gives the person for your business, else the digits of their number. Send to it as `recipient`. */
    readonly sender_id: string;
    /** The username the person chose, with its @. */
    readonly sender_username: string | null;
    /** The text, or one readable line for what is not text. */
    readonly message_body: string;
    /** text, image, audio, video, document, sticker, location, contacts, button, interactive, ... */
    readonly message_type: string;
    /** The id of the message here. */
    readonly message_id: string;
    /** The person's own name for themselves at WhatsApp. */
    readonly sender_name: string | null;
    /** Which of your senders received it. */
    readonly received_by: string | null;
    /** Who carried it. */
    readonly provider: string | null;
    /** The provider's own id of the message. */
    readonly provider_message_id: string | null;
    /** The file of an image, audio, video, document or sticker message. */
    readonly media?: {
      /** The provider's id of the file. */
      readonly id: string;
      /** For example image/jpeg. */
      readonly mime_type?: string;
      /** The name the person gave it. */
      readonly filename?: string;
      /** The text under it. */
      readonly caption?: string;
      /** Checksum of the file, in base64. */
      readonly sha256?: string;
      /** Recorded with the microphone button. */
      readonly is_voice?: boolean;
      /** A sticker that moves. */
      readonly is_animated?: boolean;
    };
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
    readonly contacts?: ReadonlyArray<{
      /** The name as written on the card. */
      readonly name: string;
      /** Phone numbers as written on the card. */
      readonly phones: readonly string[];
      readonly emails: readonly string[];
      /** Where the person works. */
      readonly organization?: string;
    }>;
    /** What the person chose. */
    readonly choice?: {
      /** A button that was pressed, a row of a list that was chosen, or a form that was filled in. */
      readonly kind: 'button' | 'list' | 'form';
      /** The id that your message gave to the button or row. */
      readonly id?: string;
      /** What the person saw. */
      readonly title?: string;
      /** The second line of a row. */
      readonly description?: string;
      /** What was filled in. */
      readonly fields?: unknown;
    };
    /** A reaction to the message that `refers_to` names. */
    readonly reaction?: {
      /** Null: the reaction was taken back. */
      readonly emoji: string | null;
    };
    /** The earlier message that this one answers, reacts to, changes or deletes. */
    readonly refers_to?: {
      readonly kind: 'reply' | 'reaction' | 'edit' | 'deletion';
      /** The provider's id of that message. */
      readonly provider_message_id: string;
    };
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
    };
    /** The advertisement or post that the person came from. */
    readonly referral?: {
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
    };
    /** The person passed it on from somebody else. */
    readonly is_forwarded?: boolean;
    /** The provider's id of the group it was written in. */
    readonly group_id?: string;
    /** What a message of a type that this gateway does not know holds, exactly as the provider sent it. */
    readonly unknown?: unknown;
  };
}
