// What a bubble can hold, from any source: the gateway's words, WhatsApp's own words on the simulated phone, or a
// message that is still being written. A message is a set of parts; a bubble draws those that are there, from top to
// bottom.

import type { MediaKind } from '@hudhud/contract/media-limits.ts';

/** What a file is shown as. */
export type FileKind = Exclude<MediaKind, 'voice'>;

/** Where the bytes of a file are. */
export type FilePlace =
  /** In this page: a file that was chosen and perhaps not uploaded yet. */
  | { readonly kind: 'page'; readonly blob: Blob }
  /** In the gateway, by its id. */
  | { readonly kind: 'gateway'; readonly id: string }
  /** In the simulator, as a file of one of its numbers. */
  | { readonly kind: 'simulator'; readonly account: string; readonly id: string }
  /** Somewhere in the internet: named, and never asked by the page. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'none'; readonly reason: MissingReason };

export const missingReasons = ['fetching', 'too_big', 'gone', 'blocked', 'unknown'] as const;
export type MissingReason = (typeof missingReasons)[number];

export interface ShownFile {
  readonly kind: FileKind;
  readonly place: FilePlace;
  readonly mimeType?: string | undefined;
  readonly filename?: string | undefined;
  readonly bytes?: number | undefined;
  readonly isVoice?: boolean | undefined;
}

export interface ShownPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

export interface ShownCard {
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly urls: readonly string[];
  readonly addresses: readonly string[];
  readonly organization?: string | undefined;
  readonly birthday?: string | undefined;
}

export interface ShownRow {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
}

export interface ShownSection {
  readonly title?: string | undefined;
  readonly rows: readonly ShownRow[];
}

/** What a person can do with a message. */
export type ShownAction =
  | { readonly kind: 'reply'; readonly id: string; readonly title: string; readonly isTemplate?: true }
  | { readonly kind: 'list'; readonly title: string; readonly sections: readonly ShownSection[] }
  | { readonly kind: 'link'; readonly title: string; readonly url: string }
  | { readonly kind: 'call'; readonly title: string; readonly number: string }
  | { readonly kind: 'copy'; readonly title: string; readonly code: string }
  | { readonly kind: 'flow'; readonly title: string }
  | { readonly kind: 'location' | 'product' | 'products' | 'catalog' };

export interface ShownProducts {
  readonly catalogId?: string | undefined;
  readonly sections: readonly {
    readonly title?: string | undefined;
    readonly ids: readonly string[];
  }[];
}

export interface ShownOrderItem {
  readonly id: string;
  readonly quantity?: number | undefined;
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
}

export interface ShownChoice {
  readonly kind: 'button' | 'list' | 'form';
  readonly title: string;
  readonly description?: string | undefined;
}

/** A line that stands instead of a content which cannot be shown. */
export type ShownNote = 'deleted' | 'unsupported' | 'unknown' | 'provider_own' | 'welcome';

export interface ShownContent {
  readonly title?: string | undefined;
  readonly file?: ShownFile | undefined;
  readonly place?: ShownPlace | undefined;
  /** What the header of a template will show once it is sent. */
  readonly slot?: 'location' | 'product' | undefined;
  readonly cards?: readonly ShownCard[] | undefined;
  readonly choice?: ShownChoice | undefined;
  readonly text?: string | undefined;
  readonly products?: ShownProducts | undefined;
  readonly order?: readonly ShownOrderItem[] | undefined;
  readonly footer?: string | undefined;
  /** An emoji that stands alone: a reaction whose message is not in sight. Empty: it was taken back. */
  readonly reaction?: string | undefined;
  readonly actions: readonly ShownAction[];
  readonly carousel?: readonly ShownContent[] | undefined;
  readonly note?: ShownNote | undefined;
  /** What a content that nothing here knows holds. */
  readonly raw?: unknown;
  readonly isForwarded?: boolean | undefined;
  /** The advertisement that the person came from. */
  readonly referral?:
    | { readonly headline?: string | undefined; readonly body?: string | undefined }
    | undefined;
}

export interface ShownQuote {
  readonly writer: string;
  readonly text: string;
}

/** Whether a bubble would be empty. */
export const isBlank = (content: ShownContent): boolean =>
  Object.entries(content).every(
    ([name, part]) =>
      name === 'isForwarded' ||
      part === undefined ||
      part === '' ||
      (Array.isArray(part) && part.length === 0),
  );
