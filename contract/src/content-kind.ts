// The record of one kind of content. Code that goes over every kind (schemas of requests, placeholders, limits, lines of
// lists, files) asks these records and names no kind itself, so a new kind is one record here and, at each provider that
// carries it, its wire form.

import Type, { type Static, type TProperties } from 'typebox';
import { strict } from './content-fields.ts';
import type { MediaKind } from './media-limits.ts';
import type { FieldError } from './problem.ts';

/** Where a file is: `id` of one that was uploaded, or `url`. */
export interface FilePlace {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly filename?: string | undefined;
}

export interface NamedFile {
  readonly place: FilePlace;
  /** The kind it is shown as; null where the template decides. */
  readonly kind: MediaKind | null;
  /** Leads to it inside the content. */
  readonly pointer: string;
}

/** Another message that a content is about. */
export interface MessageTarget {
  /** Our id, or the provider's. */
  readonly id: string;
  readonly pointer: string;
  /** Older ones are refused. */
  readonly daysMax: number;
}

export interface ContentTraits<Content, Example = Content> {
  /** Its name in lists. */
  readonly title: string;
  /** The name of its example in the published API. */
  readonly summary: string;
  readonly example: Example;
  /** Fields as a caller writes them, where a message keeps more. */
  readonly requestFields?: TProperties;
  /** False: a campaign cannot send it, because it refers to one person or to one provider. */
  readonly isForMany?: boolean;
  /** False: it may be sent at any time, or means nothing without the message it is about. */
  readonly hasFallback?: boolean;
  /** True: sent as it is, without looking for placeholders. */
  readonly isVerbatim?: boolean;
  /** Fields of its own that a person sees, beside those that have the usual names (see `textFields`). */
  readonly textFields?: readonly string[];
  /** Stands behind the title. Left out: a list shows `message`, or the title of what has none. */
  detail?(content: Content): string | undefined;
  /** The whole line, where it is known what the person reads. */
  line?(content: Content): string | undefined;
  /** Rules that a schema cannot express: between fields, once placeholders are filled. */
  check?(content: Content): FieldError[];
  files?(content: Content): readonly NamedFile[];
  target?(content: Content): MessageTarget;
}

const schemaOf = <Name extends string, Fields extends TProperties>(name: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(name), ...fields }, strict);

type SchemaOf<Name extends string, Fields extends TProperties> = ReturnType<typeof schemaOf<Name, Fields>>;

export interface ContentKind<
  Name extends string = string,
  Fields extends TProperties = TProperties,
  Example = { readonly type: string },
> extends ContentTraits<Static<SchemaOf<Name, Fields>>, Example> {
  readonly name: Name;
  readonly schema: SchemaOf<Name, Fields>;
}

export const contentKind = <
  const Name extends string,
  Fields extends TProperties,
  const Example extends Omit<Static<SchemaOf<Name, Fields>>, 'type'>,
>(
  name: Name,
  fields: Fields,
  { example, ...traits }: ContentTraits<Static<SchemaOf<Name, Fields>>, Example>,
): ContentKind<Name, Fields, { type: Name } & Example> => ({
  ...traits,
  name,
  schema: schemaOf(name, fields),
  example: { type: name, ...example },
});
