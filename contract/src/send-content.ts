// The body of a send: what every message has (who gets it, when, for what), and one of the kinds of content. The kinds are
// told apart by `type` alone: only the branch that is meant is checked, and a plain text costs what it cost as one schema.

import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { type ContentOf, type ContentType, contentSchemas, headerText, messageReference } from './content.ts';
import { contentExamples } from './content-examples.ts';

/** What can be sent. The other kinds carry files or are templates. */
export const sendableTypes = [
  'text',
  'location',
  'contacts',
  'reaction',
  'buttons',
  'list',
  'link',
  'location_request',
  'flow',
  'product',
  'products',
  'catalog',
  'interactive',
] as const satisfies readonly ContentType[];
export type SendableType = (typeof sendableTypes)[number];

export type SendContent =
  | (Omit<ContentOf<'text'>, 'type'> & { type?: 'text' })
  | { [Kind in Exclude<SendableType, 'text'>]: ContentOf<Kind> }[Exclude<SendableType, 'text'>];

/** What is said of a field or a type that is known, but not here. */
interface KnownElsewhere {
  readonly code: 'unknown_field' | 'media_not_available';
  readonly detail: string;
}

const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker', 'carousel'] as const;
const noMedia = (what: string): KnownElsewhere => ({
  code: 'media_not_available',
  detail: `${what} needs a file, and files cannot be sent yet. Send one of: ${sendableTypes.join(', ')}.`,
});

const SendHeader = Type.Optional(
  Type.Object(headerText.properties, {
    additionalProperties: false,
    description: 'A line above the text.',
    'x-known-elsewhere': { media: noMedia('A header with "media"'), type: noMedia('A header with a "type"') },
  }),
);

/** The content's own fields, without `type`. */
const ownFields = (type: ContentType): TProperties => {
  const { type: _type, ...own } = contentSchemas[type].properties as TProperties;
  return 'header' in own && type !== 'list' ? { ...own, header: SendHeader } : own;
};

const typesWith = new Map<string, ContentType[]>();
for (const type of Object.keys(contentSchemas) as ContentType[])
  for (const field of Object.keys(ownFields(type)))
    typesWith.set(field, [...(typesWith.get(field) ?? []), type]);

/** The fields of all other kinds, so that a field in the wrong place is told where it belongs. */
const elsewhere = (type: SendableType): Record<string, KnownElsewhere> => {
  const own = ownFields(type);
  const known = [...typesWith].flatMap(([field, types]): [string, KnownElsewhere][] => {
    if (field in own) return [];
    const detail = `"${field}" is a field of the type ${types.join(', ')}; this message is of the type ${type}.`;
    return [[field, { code: 'unknown_field', detail }]];
  });
  if (type !== 'reaction') return Object.fromEntries(known);
  const detail = 'A reaction quotes nothing: "reaction.message_id" names the message that it is about.';
  return Object.fromEntries([...known, ['reply_to', { code: 'unknown_field', detail }]]);
};

const reply = {
  reply_to: Type.Optional(messageReference('The message that this one quotes.')),
};

const branch = (
  type: SendableType,
  {
    before,
    after,
    example,
    rules,
  }: Pick<SendBodyParts<TProperties, TProperties>, 'before' | 'after' | 'example' | 'rules'>,
): TSchema =>
  Type.Object(
    {
      ...before,
      type: type === 'text' ? Type.Optional(Type.Literal(type, { default: type })) : Type.Literal(type),
      ...ownFields(type),
      ...(type !== 'reaction' && reply),
      ...after,
    },
    {
      additionalProperties: false,
      title: type,
      examples: [{ ...example, ...contentExamples[type] }],
      'x-known-elsewhere': elsewhere(type),
      ...rules,
    },
  );

interface SendBodyParts<Before extends TProperties, After extends TProperties> {
  readonly $id: string;
  readonly description: string;
  /** Fields before the content: who gets it. */
  readonly before: Before;
  readonly after: After;
  /** Values for the required ones of them. */
  readonly example: object;
  /** Keywords of JSON Schema that hold across its fields. */
  readonly rules: object;
}

export const sendBody = <Before extends TProperties, After extends TProperties>({
  $id,
  description,
  before,
  after,
  example,
  rules,
}: SendBodyParts<Before, After>) =>
  Type.Unsafe<
    Static<ReturnType<typeof Type.Object<Before & After>>> & SendContent & { reply_to?: string | undefined }
  >({
    $id,
    description,
    type: 'object',
    // Filled in before the branch is chosen, so it is there also when the caller left it out.
    properties: { type: { type: 'string', default: 'text' } },
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: sendableTypes.map((type) => branch(type, { before, after, example, rules })),
    'x-error-codes': { discriminator: 'unknown_message_type' },
    'x-known-elsewhere': Object.fromEntries(
      mediaTypes.map((type) => [type, noMedia(`A message of the type ${type}`)]),
    ),
  });
