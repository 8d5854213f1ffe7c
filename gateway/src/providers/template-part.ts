// Templates: texts that WhatsApp has approved. Definitions and filled ones are written in the words of the Cloud API, the
// richest that providers have; each provider translates from and to its own.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { StoredFile } from './media-part.ts';
import type { ProviderFields } from './provider-call.ts';

/** One part of a definition: `type` is HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER or a new word. */
export interface TemplateComponent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A template as the provider has it. */
export interface ListedTemplate {
  /** Names it in a send; opaque outside the provider. */
  readonly reference: string;
  readonly name: string;
  readonly language: string;
  /** In capitals: APPROVED, PENDING, REJECTED, PAUSED, DISABLED or a word of the provider's. */
  readonly status: string;
  /** In capitals: MARKETING, UTILITY, AUTHENTICATION. */
  readonly category: string;
  readonly quality: string | null;
  /** Why it was rejected or paused. */
  readonly reason: string | null;
  readonly parameterFormat: 'named' | 'positional';
  readonly components: readonly TemplateComponent[];
}

export interface NewTemplate {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly parameterFormat: 'named' | 'positional';
  readonly components: readonly TemplateComponent[];
}

/** A value for one variable part of a template, in the order in which the template has them. */
export interface FilledComponent {
  readonly type: 'header' | 'body' | 'button' | 'carousel' | 'limited_time_offer';
  readonly sub_type?: string;
  readonly index?: string;
  /**
   * In the Cloud API's words. A file is `{type: 'image', image: {media: 'med_...'}}`: the provider puts in what it calls
   * that file (`OutgoingMessage.files`).
   */
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly cards?: readonly {
    readonly card_index: number;
    readonly components: readonly FilledComponent[];
  }[];
}

export interface FilledTemplate {
  readonly reference: string;
  readonly name: string;
  readonly language: string;
  readonly components: readonly FilledComponent[];
  /** The texts of its variables by name or number, for providers that take a map. */
  readonly values: Readonly<Record<string, string>>;
}

export type TemplateChange =
  | {
      readonly kind: 'taken';
      readonly reference: string;
      readonly status: string;
      readonly category: string | null;
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

export type SampleUpload =
  | { readonly kind: 'uploaded'; readonly handle: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface TemplatePart {
  /** Names the account at the provider that templates belong to; senders that share it share them. */
  accountOf(fields: ProviderFields): string;
  list(
    http: OutgoingHttp,
    fields: ProviderFields,
  ): Promise<
    | { readonly kind: 'listed'; readonly templates: readonly ListedTemplate[] }
    | { readonly kind: 'broken'; readonly failure: Failure }
  >;
  create?(http: OutgoingHttp, fields: ProviderFields, template: NewTemplate): Promise<TemplateChange>;
  edit?(
    http: OutgoingHttp,
    fields: ProviderFields,
    reference: string,
    template: NewTemplate,
  ): Promise<TemplateChange>;
  remove?(
    http: OutgoingHttp,
    fields: ProviderFields,
    template: Pick<ListedTemplate, 'reference' | 'name'>,
  ): Promise<{ readonly kind: 'removed' } | { readonly kind: 'refused'; readonly failure: Failure }>;
  /** A file that shows what a header will hold, for the review; the handle goes into the definition. */
  uploadSample?(http: OutgoingHttp, fields: ProviderFields, file: StoredFile): Promise<SampleUpload>;
}
