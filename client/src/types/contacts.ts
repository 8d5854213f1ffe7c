// Made from contract/ by `npm run docs`: the types of contacts, as the API has them. Do not edit.

/** What is told of a person. */
export interface ContactDetails {
  /** Name of the person. */
  readonly name?: string;
  readonly language?: string | null;
  readonly store_id?: string | null;
  /** What people should know. */
  readonly notes?: string;
  /** All tags of the person. */
  readonly tags?: readonly string[];
  /** Values of your own fields by name. Null takes a value away; what is left out stays. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A person to add. */
export interface NewContact extends ContactUpsert {
  /** International format, such as +966501234567. With a default country in the contact settings also as people there write it. */
  readonly phone_number: string;
}

/** What is left out stays as it is, or empty when the person is new. */
export interface ContactUpsert extends ContactDetails {
  /** Whether the person wants to get messages. Somebody who has opted out stays opted out: only the person, or a change of the consent itself, lifts that. */
  readonly consent?: {
    readonly state: 'opted_in' | 'opted_out';
    /** Where the consent comes from, in your words. */
    readonly source?: string;
  };
}

/** What is left out stays. */
export interface ContactChange extends ContactDetails {
  /** International format, such as +966501234567. With a default country in the contact settings also as people there write it. */
  readonly phone_number?: string;
}

/** A person, by every address they are known by. */
export interface Contact {
  /** The id of the contact. */
  readonly id: string;
  /** E.164, with its plus sign. Empty for a person whom WhatsApp knows by a user id only. */
  readonly phone_number: string;
  /** Every way the person is known at WhatsApp: numbers, user ids, a username. */
  readonly addresses: ReadonlyArray<{
    readonly kind: 'phone' | 'wa_id' | 'bsuid' | 'parent_bsuid' | 'username';
    /** A number with its plus sign, a user id, or a username with its @. */
    readonly value: string;
    /** WhatsApp's own form of the number, where it differs. */
    readonly whatsapp_id?: string;
  }>;
  readonly name: string;
  readonly language: string | null;
  readonly store_id: string | null;
  readonly notes: string;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  readonly consent: {
    readonly state: 'unknown' | 'opted_in' | 'opted_out';
    /** Since when. */
    readonly at: string | null;
    /** Where it comes from. */
    readonly source: string | null;
  };
  /** When the person last wrote to you, to the minute. */
  readonly last_seen_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export type ContactQuery = {
  /** Rows on one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string;
  /** `created` and `last_seen`: the latest first. `name`: from A to Z. */
  readonly sort?: 'created' | 'name' | 'last_seen';
  /** Beginnings of words of the name, or the beginning or the end of the number. */
  readonly q?: string;
  /** Tags, separated by commas: all of them. */
  readonly tag?: string;
  readonly consent?: 'unknown' | 'opted_in' | 'opted_out';
  /** Only people of this store. */
  readonly store_id?: string;
  /** Only people with this language. */
  readonly language?: string;
  /** Only people of this segment. */
  readonly segment_id?: string;
} & Readonly<Record<`field.${string}`, string>>;

/** Contacts that fulfil everything that is given. An empty filter is everybody. */
export interface ContactFilter {
  /** Beginnings of words of the name, or a part of the number. */
  readonly search?: string;
  /** At least one of these tags. */
  readonly tags_any?: readonly string[];
  /** All of these tags. */
  readonly tags_all?: readonly string[];
  /** None of these tags. */
  readonly tags_none?: readonly string[];
  /** One of these. */
  readonly consent?: ReadonlyArray<'unknown' | 'opted_in' | 'opted_out'>;
  /** One of these. */
  readonly languages?: readonly string[];
  /** One of these. */
  readonly store_ids?: readonly string[];
  /** All of these. */
  readonly fields?: ReadonlyArray<{
    /** What placeholders call it: letters, digits, `_` and `-`. */
    readonly name: string;
    readonly operator:
      | 'equals'
      | 'not_equals'
      | 'one_of'
      | 'contains'
      | 'starts_with'
      | 'greater_than'
      | 'less_than'
      | 'at_least'
      | 'at_most'
      | 'is_set'
      | 'is_not_set';
    /** A text, a number, or true or false. A date is a text such as 2026-11-15. */
    readonly value?: string | number | boolean;
    /** For `one_of`. */
    readonly values?: ReadonlyArray<string | number | boolean>;
  }>;
  /** Wrote to you at or after this time. */
  readonly seen_after?: string;
  /** Wrote to you last before this time. */
  readonly seen_before?: string;
  /** Wrote to you in the last so many days. */
  readonly seen_within_days?: number;
  /** Did not write to you in the last so many days, or never. */
  readonly not_seen_within_days?: number;
  /** Added at or after this time. */
  readonly created_after?: string;
  /** Added before this time. */
  readonly created_before?: string;
}
