// Made from contract/ by `npm run docs`: the types of campaigns, as the API has them. Do not edit.

import type { ContactFilter } from './contacts.ts';
import type { TemplateRequest } from './messages.ts';
import type { Failure } from './problem.ts';

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
    | {
        readonly type: 'text';
        /** The text that the person reads. */
        readonly message: string;
        /** Whether the first link is shown with a preview. */
        readonly preview_url?: boolean;
      }
    | {
        readonly type: 'image';
        /** A file: `id` or `url`. */
        readonly media: {
          /** A file that was uploaded. */
          readonly id?: string;
          /** Where to fetch the file, once. */
          readonly url?: string;
        };
        /** The text under it. */
        readonly message?: string;
      }
    | {
        readonly type: 'video';
        /** A file: `id` or `url`. */
        readonly media: {
          /** A file that was uploaded. */
          readonly id?: string;
          /** Where to fetch the file, once. */
          readonly url?: string;
        };
        /** The text under it. */
        readonly message?: string;
      }
    | {
        readonly type: 'audio';
        /** A file: `id` or `url`. */
        readonly media: {
          /** A file that was uploaded. */
          readonly id?: string;
          /** Where to fetch the file, once. */
          readonly url?: string;
        };
        /** Shown as a voice message. OGG with Opus only. */
        readonly voice?: boolean;
      }
    | {
        readonly type: 'document';
        /** A file: `id` or `url`. */
        readonly media: {
          /** A file that was uploaded. */
          readonly id?: string;
          /** Where to fetch the file, once. */
          readonly url?: string;
          /** What the person sees. Left out: the name it was uploaded under. */
          readonly filename?: string;
        };
        /** The text under it. */
        readonly message?: string;
      }
    | {
        readonly type: 'sticker';
        /** A file: `id` or `url`. */
        readonly media: {
          /** A file that was uploaded. */
          readonly id?: string;
          /** Where to fetch the file, once. */
          readonly url?: string;
        };
      }
    | {
        readonly type: 'location';
        readonly location: {
          readonly latitude: number;
          readonly longitude: number;
          /** Name of the place. */
          readonly name?: string;
          /** Address of the place. */
          readonly address?: string;
        };
      }
    | {
        readonly type: 'contacts';
        readonly contacts: ReadonlyArray<{
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
        }>;
      }
    | {
        readonly type: 'buttons';
        /** The text that the person reads. */
        readonly message: string;
        readonly buttons: ReadonlyArray<{
          /** Comes back when the person presses it. */
          readonly id: string;
          /** What the person sees; no two may be alike. */
          readonly title: string;
        }>;
        /** A line (`text`) or a file (`type`, `media`) above the text. */
        readonly header?: {
          /** A line above the text. */
          readonly text?: string;
          /** What the file is shown as. */
          readonly type?: 'image' | 'video' | 'document';
          /** A file: `id` or `url`. */
          readonly media?: {
            /** A file that was uploaded. */
            readonly id?: string;
            /** Where to fetch the file, once. */
            readonly url?: string;
            /** What the person sees. Left out: the name it was uploaded under. */
            readonly filename?: string;
          };
        };
        /** A small line under the text. */
        readonly footer?: string;
      }
    | {
        readonly type: 'list';
        /** The text that the person reads. */
        readonly message: string;
        readonly list: {
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
        };
        readonly header?: {
          /** A line above the text. */
          readonly text: string;
        };
        /** A small line under the text. */
        readonly footer?: string;
      }
    | {
        readonly type: 'link';
        /** The text that the person reads. */
        readonly message: string;
        readonly link: {
          /** What the button says. */
          readonly title: string;
          /** The page it opens. */
          readonly url: string;
        };
        /** A line (`text`) or a file (`type`, `media`) above the text. */
        readonly header?: {
          /** A line above the text. */
          readonly text?: string;
          /** What the file is shown as. */
          readonly type?: 'image' | 'video' | 'document';
          /** A file: `id` or `url`. */
          readonly media?: {
            /** A file that was uploaded. */
            readonly id?: string;
            /** Where to fetch the file, once. */
            readonly url?: string;
            /** What the person sees. Left out: the name it was uploaded under. */
            readonly filename?: string;
          };
        };
        /** A small line under the text. */
        readonly footer?: string;
      }
    | {
        readonly type: 'location_request';
        /** The text that the person reads. */
        readonly message: string;
      }
    | {
        readonly type: 'flow';
        /** The text that the person reads. */
        readonly message: string;
        readonly flow: {
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
        };
        /** A line (`text`) or a file (`type`, `media`) above the text. */
        readonly header?: {
          /** A line above the text. */
          readonly text?: string;
          /** What the file is shown as. */
          readonly type?: 'image' | 'video' | 'document';
          /** A file: `id` or `url`. */
          readonly media?: {
            /** A file that was uploaded. */
            readonly id?: string;
            /** Where to fetch the file, once. */
            readonly url?: string;
            /** What the person sees. Left out: the name it was uploaded under. */
            readonly filename?: string;
          };
        };
        /** A small line under the text. */
        readonly footer?: string;
      }
    | {
        readonly type: 'product';
        /** The text that the person reads. */
        readonly message?: string;
        readonly product: {
          /** The catalogue, by the id the provider gave it. */
          readonly catalog_id: string;
          /** The product, by your own id in the catalogue. */
          readonly product_id: string;
        };
        /** A small line under the text. */
        readonly footer?: string;
      }
    | {
        readonly type: 'products';
        /** The text that the person reads. */
        readonly message: string;
        readonly products: {
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
        };
        /** A small line under the text. */
        readonly footer?: string;
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
      }
    | {
        readonly type: 'carousel';
        /** The text that the person reads. */
        readonly message: string;
        readonly carousel: {
          readonly cards: ReadonlyArray<{
            /** The text on the card. */
            readonly message?: string;
            readonly header: {
              /** What the file is shown as. */
              readonly type: 'image' | 'video' | 'document';
              /** A file: `id` or `url`. */
              readonly media: {
                /** A file that was uploaded. */
                readonly id?: string;
                /** Where to fetch the file, once. */
                readonly url?: string;
                /** What the person sees. Left out: the name it was uploaded under. */
                readonly filename?: string;
              };
            };
            readonly link?: {
              /** What the button says. */
              readonly title: string;
              /** The page it opens. */
              readonly url: string;
            };
            readonly buttons?: ReadonlyArray<{
              /** Comes back when the person presses it. */
              readonly id: string;
              /** What the person sees; no two may be alike. */
              readonly title: string;
            }>;
          }>;
        };
      };
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
  readonly state: 'draft' | 'scheduled' | 'preparing' | 'running' | 'paused' | 'completed' | 'cancelled';
  /** The text, or one readable line for what is not a text. */
  readonly text: string;
  /** What everybody gets, before it is filled. Null: nothing has been written yet. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Null: the company's default when it starts. */
  readonly sender_id: string | null;
  /** Null: nobody has been chosen yet. */
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
    readonly states?: ReadonlyArray<
      | 'waiting'
      | 'queued'
      | 'sent'
      | 'delivered'
      | 'read'
      | 'failed'
      | 'unconfirmed'
      | 'skipped'
      | 'cancelled'
    >;
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
  readonly pause_reason: {
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
  } | null;
  /** While it waits for its sending hours: when they begin. */
  readonly waits_until: string | null;
  /** Recipients. Grows while the campaign is being prepared. */
  readonly total: number;
  /** Recipients by state. They add up to `total`. */
  readonly counts: {
    readonly waiting: number;
    readonly queued: number;
    readonly sent: number;
    readonly delivered: number;
    readonly read: number;
    readonly failed: number;
    readonly unconfirmed: number;
    readonly skipped: number;
    readonly cancelled: number;
  };
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
  readonly state?: 'draft' | 'scheduled' | 'preparing' | 'running' | 'paused' | 'completed' | 'cancelled';
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
  readonly counts: {
    readonly waiting: number;
    readonly queued: number;
    readonly sent: number;
    readonly delivered: number;
    readonly read: number;
    readonly failed: number;
    readonly unconfirmed: number;
    readonly skipped: number;
    readonly cancelled: number;
  };
  /** Sent, delivered and read count whoever came at least that far. `sent` and `failed` are parts of all who were tried, the others of all who were sent to. */
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
    readonly state:
      | 'waiting'
      | 'queued'
      | 'sent'
      | 'delivered'
      | 'read'
      | 'failed'
      | 'unconfirmed'
      | 'skipped'
      | 'cancelled';
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
    readonly counts: {
      readonly waiting: number;
      readonly queued: number;
      readonly sent: number;
      readonly delivered: number;
      readonly read: number;
      readonly failed: number;
      readonly unconfirmed: number;
      readonly skipped: number;
      readonly cancelled: number;
    };
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
