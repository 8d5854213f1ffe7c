// Made from contract/ by `npm run docs`: the types of templates, as the API has them. Do not edit.

import type { Failure } from './problem.ts';

/** One value that a template takes. */
export interface TemplateField {
  /** Where it goes: `variables`, `header`, `buttons` or `offer_expires_at`. */
  readonly kind: 'variable' | 'header' | 'button' | 'offer_expires_at';
  /** The variable; for a header what it holds (text, image, ...); for a button its index. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly required: boolean;
  /** Of which card of a carousel, from 0. */
  readonly card?: number;
  /** As it was given when the template was made. */
  readonly example?: string;
}

/** A message text that WhatsApp has approved, or not. */
export interface Template {
  /** The id of the template. */
  readonly id: string;
  readonly name: string;
  readonly language: string;
  /** marketing, utility or authentication: what WhatsApp says, which decides consent and price. */
  readonly category: string;
  /** A change that WhatsApp has announced. */
  readonly next_category: string | null;
  /** When that comes. */
  readonly next_category_at: string | null;
  /** approved, pending, rejected, paused, disabled, deleted, ... Only an approved one is sent. */
  readonly status: string;
  /** Why it was rejected, paused or disabled. */
  readonly reason: string | null;
  /** green, yellow or red: how people rate it. */
  readonly quality: string | null;
  readonly parameter_format: 'named' | 'positional';
  /** Its parts, in the words of the Cloud API. */
  readonly components: ReadonlyArray<{
    readonly type: string;
  }>;
  /** What it takes when it is sent. */
  readonly fields: readonly TemplateField[];
  readonly provider: string;
  /** The provider's id of the business account. */
  readonly account: string;
  /** The senders that can send it. */
  readonly sender_ids: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface TemplateQuery {
  /** Rows on one page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. Left out: the newest page. */
  readonly cursor?: string;
  /** Only templates whose name holds this text. */
  readonly name?: string;
  /** Only templates in this status. */
  readonly status?: string;
  /** Only templates of this category. */
  readonly category?: 'marketing' | 'utility' | 'authentication';
  /** Only templates in this language. */
  readonly language?: string;
  /** Only templates that this sender can send. */
  readonly sender_id?: string;
}

export interface TemplateChange {
  /** status, category, next_category, quality or content. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  /** Where it was learned. */
  readonly source: 'sync' | 'callback' | 'person';
  readonly at: string;
}

/** A template for review. */
export interface NewTemplate {
  /** For which sender's account: its id or phone number. Left out: the company's default. */
  readonly from?: string;
  /** Small letters, digits and underscores. */
  readonly name: string;
  readonly language: string;
  /** What it is for. WhatsApp may decide otherwise. */
  readonly category: 'marketing' | 'utility' | 'authentication';
  /** Whether variables have names. */
  readonly parameter_format?: 'named' | 'positional';
  /** The parts of the template, in the words of the Cloud API. The sample of a header with a file may be one of ours: `"example": {"media": "med_..."}`. */
  readonly components: ReadonlyArray<{
    /** HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, ... */
    readonly type: string;
  }>;
}

/** All parts of the template; it is reviewed again. */
export interface TemplateEdit {
  /** Cannot be changed while it is approved. */
  readonly category?: 'marketing' | 'utility' | 'authentication';
  /** The parts of the template, in the words of the Cloud API. The sample of a header with a file may be one of ours: `"example": {"media": "med_..."}`. */
  readonly components: ReadonlyArray<{
    /** HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, ... */
    readonly type: string;
  }>;
}

/** What the providers said. */
export interface TemplateSyncResult {
  /** One for each business account of your senders. */
  readonly data: ReadonlyArray<{
    /** The provider's id of the business account. */
    readonly account: string;
    /** How many the account has. */
    readonly templates: number;
    /** How many are not as they were. */
    readonly changed: number;
    /** Why they could not be read. */
    readonly error: Failure | null;
  }>;
}
