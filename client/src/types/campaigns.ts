// Made from contract/ by `npm run docs`: the types of campaigns, as the API has them. Do not edit.

import type { ContactFilter } from './contacts.ts';
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
  TextContent,
  VideoContent,
} from './contents.ts';
import type { Failure } from './problem.ts';

export type CampaignState =
  | 'draft'
  | 'scheduled'
  | 'preparing'
  | 'running'
  | 'paused'
  | 'completed'
  | 'cancelled';

export type RecipientState =
  | 'waiting'
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'unconfirmed'
  | 'skipped'
  | 'cancelled';

export interface PauseReason {
  /** Who or what paused it. */
  readonly kind:
    | 'person'
    | 'failure_rate'
    | 'schedule_missed'
    | 'sender_missing'
    | 'trial_expired'
    | 'template';
  /** For people. */
  readonly detail: string;
  /** With `failure_rate`: why messages failed, the commonest first. */
  readonly reasons?: ReadonlyArray<{
    readonly reason: string;
    readonly count: number;
  }>;
}

/** Recipients by state. They add up to `total`. */
export interface CampaignEventCounts {
  readonly waiting: number;
  readonly queued: number;
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly failed: number;
  readonly unconfirmed: number;
  readonly skipped: number;
  readonly cancelled: number;
}

/** Who gets it: one of these. */
export interface Audience {
  /** Everybody in this segment when the campaign starts. */
  readonly segment_id?: string;
  readonly filter?: ContactFilter;
  /** Everybody with at least one of these tags. */
  readonly tags?: readonly string[];
  /** Everybody in a file. The other columns fill placeholders of the same name. */
  readonly file?: {
    /** A file that was uploaded to `/api/v1/contact-imports` and is not imported. */
    readonly upload_id: string;
    /** Heading of the column with the phone number. Left out: as it was guessed. */
    readonly phone_column?: string;
    /** Numbers without a country code are of this country. Left out: as the contact settings say. */
    readonly default_country?: string;
  };
  /** These people. More of them are uploaded as a file. */
  readonly recipients?: ReadonlyArray<{
    readonly phone_number: string;
    /** Values for the placeholders; they go before the fields of the contact. */
    readonly variables?: Readonly<Record<string, string>>;
  }>;
}

/** A draft. */
export interface NewCampaign {
  /** Name of the campaign, for people. */
  readonly name: string;
  /** The text. `{{name}}` is filled from the list, then from the contact; `{{name|there}}` has a fallback. */
  readonly text?: string;
  /** What everybody gets, in the words of a send request, instead of `text`: a picture, a document, buttons. Placeholders are filled in all of its texts. */
  readonly content?:
    | TextContent
    | ImageContent
    | VideoContent
    | AudioContent
    | DocumentContent
    | StickerContent
    | LocationContent
    | ContactsContent
    | ButtonsContent
    | ListContent
    | LinkContent
    | LocationRequestContent
    | FlowContent
    | ProductContent
    | ProductsContent
    | CatalogContent
    | CarouselContent;
  /** Which sender sends it: its id or its phone number. Null or left out: the company's default. */
  readonly from?: string | null;
  /** An approved template instead of `text`. Values may hold placeholders; a variable without one is taken from the list, then from the contact, by its name. */
  readonly template?: TemplateRequest | null;
  readonly audience?: Audience;
  /** When it begins, once it is started. Null or left out: as soon as it is started. */
  readonly schedule_at?: string | null;
  /** Null: around the clock. */
  readonly sending_hours?: {
    readonly from: string;
    readonly until: string;
    /** Days of the week, Monday is 1 and Sunday 7. Left out: every day. */
    readonly days?: readonly number[];
  } | null;
  /** Null: as fast as the sender goes. */
  readonly messages_per_second?: number | null;
  /** Null: never. */
  readonly auto_pause?: {
    /** Pauses when at least this part of the window has failed: 0.2 is a fifth. */
    readonly failure_rate: number;
    /** How many of the last messages are looked at. */
    readonly window: number;
  } | null;
}

/** One text to many people. */
export interface Campaign {
  /** The id of the campaign. */
  readonly id: string;
  readonly name: string;
  readonly state: CampaignState;
  /** The text, or one readable line for what is not a text. */
  readonly text: string;
  /** What everybody gets, before it is filled. Null: nothing has been written yet. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Null: the company's default when it starts. */
  readonly sender_id: string | null;
  /** Null: no audience chosen yet. */
  readonly audience: {
    readonly kind: 'segment' | 'filter' | 'tags' | 'list' | 'retry';
    /** The segment. */
    readonly segment_id?: string;
    readonly filter?: ContactFilter;
    readonly tags?: readonly string[];
    /** The file of a list, when it came from one. */
    readonly file_name?: string | null;
    /** People on the list, duplicates included. */
    readonly listed?: number;
    /** The campaign that is tried again. */
    readonly campaign_id?: string;
    readonly states?: readonly RecipientState[];
    readonly reasons?: readonly string[];
  } | null;
  readonly schedule_at: string | null;
  readonly sending_hours: {
    readonly from: string;
    readonly until: string;
    /** Days of the week, Monday is 1 and Sunday 7. Left out: every day. */
    readonly days?: readonly number[];
  } | null;
  readonly messages_per_second: number | null;
  readonly auto_pause: {
    /** Pauses when at least this part of the window has failed: 0.2 is a fifth. */
    readonly failure_rate: number;
    /** How many of the last messages are looked at. */
    readonly window: number;
  } | null;
  /** The problems whose people were left out on purpose when it was started. */
  readonly excluded: ReadonlyArray<
    'invalid_phone_number' | 'duplicate' | 'opted_out' | 'placeholder_unresolved' | 'window_closed'
  >;
  /** Why it is paused. */
  readonly pause_reason: PauseReason | null;
  /** While it waits for its sending hours: when they begin. */
  readonly waits_until: string | null;
  /** Recipients. Grows while the campaign is being prepared. */
  readonly total: number;
  /** Recipients by state. They add up to `total`. */
  readonly counts: CampaignEventCounts;
  /** Recipients who wrote back within 72 hours. */
  readonly replied: number;
  readonly created_at: string;
  readonly started_at: string | null;
  /** When everybody was in the list of recipients. */
  readonly prepared_at: string | null;
  readonly finished_at: string | null;
  /** When its people were taken out, after their retention. The numbers stay. */
  readonly forgotten_at: string | null;
}

export interface CampaignQuery {
  /** Rows on one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. Left out: the newest page. */
  readonly cursor?: string;
  readonly state?: CampaignState;
}

/** Starts it. */
export interface StartCampaign {
  /** Leaves out the people with these problems. */
  readonly exclude?: ReadonlyArray<
    'invalid_phone_number' | 'duplicate' | 'opted_out' | 'placeholder_unresolved' | 'window_closed'
  >;
}

/** What became of everybody. Kept with the statuses. */
export interface CampaignStatistics {
  readonly total: number;
  /** Recipients by state. They add up to `total`. */
  readonly counts: CampaignEventCounts;
  /** Sent, delivered and read count everyone who reached at least that state. `sent` and `failed` are parts of all who were tried, the others of all who were sent to. */
  readonly rates: {
    /** Between 0 and 1. */
    readonly sent: number;
    /** Between 0 and 1. */
    readonly delivered: number;
    /** Between 0 and 1. */
    readonly read: number;
    /** Between 0 and 1. */
    readonly failed: number;
    /** Between 0 and 1. */
    readonly replied: number;
  };
  readonly replied: number;
  /** Why people were not reached, the commonest first. */
  readonly reasons: ReadonlyArray<{
    readonly state: RecipientState;
    readonly reason: string;
    readonly count: number;
    /** One of them, while its message is kept. */
    readonly error: Failure | null;
  }>;
  /** How many came so far in each minute or hour. */
  readonly over_time: ReadonlyArray<{
    readonly at: string;
    readonly sent: number;
    readonly delivered: number;
    readonly read: number;
    readonly failed: number;
    readonly replied: number;
  }>;
  readonly stores: ReadonlyArray<{
    /** Null: people of no store. */
    readonly store_id: string | null;
    readonly total: number;
    /** Recipients by state. They add up to `total`. */
    readonly counts: CampaignEventCounts;
  }>;
  /** Seconds, right to about 6 %. */
  readonly seconds_to_delivered: {
    readonly count: number;
    readonly p50: number | null;
    readonly p90: number | null;
    readonly p99: number | null;
  };
  /** Seconds, right to about 6 %. */
  readonly seconds_to_read: {
    readonly count: number;
    readonly p50: number | null;
    readonly p90: number | null;
    readonly p99: number | null;
  };
  /** What the provider charges messages as. */
  readonly pricing: ReadonlyArray<{
    readonly category: string;
    readonly count: number;
  }>;
}
