// The body of a send: what every message has (who gets it, when, for what), and one of the kinds of content. The kinds are
// told apart by `type` alone: only the branch that is meant is checked, and a plain text costs what it cost as one schema.

import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { type ContentOf, type ContentType, contentKinds, TemplateRequest } from './content.ts';
import { messageReference } from './content-fields.ts';
import type { ContentKind } from './content-kind.ts';
import { refTo } from './ref-to.ts';

type OtherType = Exclude<ContentType, 'text' | 'template'>;

export type SendContent =
  | (Omit<ContentOf<'text'>, 'type'> & { type?: 'text' })
  | { type: 'template'; template: TemplateRequest }
  | { [Kind in OtherType]: ContentOf<Kind> }[OtherType];

/** The refusal of a field or a type that is known, but not here. */
interface KnownElsewhere {
  readonly code: 'unknown_field';
  readonly detail: string;
}

/** The content's own fields, without `type`. */
const ownFields = ({ schema, requestFields }: ContentKind): TProperties => {
  const { type: _type, ...own } = schema.properties as TProperties;
  return requestFields ?? own;
};

const typesByField = (): ReadonlyMap<string, readonly string[]> => {
  const types = new Map<string, string[]>();
  for (const kind of contentKinds())
    for (const field of Object.keys(ownFields(kind)))
      types.set(field, [...(types.get(field) ?? []), kind.name]);
  return types;
};

/** Only what may be refused because the person has not written lately has something to fall back on. */
const fallback = {
  fallback_template: Type.Optional(
    refTo(
      TemplateRequest,
      'Sent instead when the person has not written within 24 hours, so that only a template may be sent.',
    ),
  ),
};

const reply = {
  reply_to: Type.Optional(messageReference('The message that this one quotes.')),
};

/** The fields of all other kinds, so that the error for a field in the wrong place says where it belongs. */
const elsewhere = (kind: ContentKind): Record<string, KnownElsewhere> => {
  const own = ownFields(kind);
  const details = [...typesByField()]
    .filter(([field]) => !(field in own))
    .map(([field, types]) => [
      field,
      `"${field}" is a field of the type ${types.join(', ')}; this message is of the type ${kind.name}.`,
    ]);
  if (kind.hasFallback === false)
    details.push(['fallback_template', `A message of the type ${kind.name} has nothing to fall back on.`]);
  if (kind.target) {
    const named = kind.target(kind.example).pointer.slice(1).replaceAll('/', '.');
    const detail = `A ${kind.name} quotes nothing: "${named}" names the message that it is about.`;
    details.push(['reply_to', detail]);
  }
  return Object.fromEntries(details.map(([field, detail]) => [field, { code: 'unknown_field', detail }]));
};

const branch = (
  kind: ContentKind,
  { before, after, example, rules }: SendBodyParts<TProperties, TProperties>,
): TSchema =>
  Type.Object(
    {
      ...before,
      type:
        kind.name === 'text'
          ? Type.Optional(Type.Literal(kind.name, { default: kind.name }))
          : Type.Literal(kind.name),
      ...ownFields(kind),
      ...(!kind.target && reply),
      ...(kind.hasFallback !== false && fallback),
      ...after,
    },
    {
      additionalProperties: false,
      title: kind.name,
      examples: [{ ...example, ...kind.example }],
      'x-known-elsewhere': elsewhere(kind),
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

export const sendBody = <Before extends TProperties, After extends TProperties>(
  parts: SendBodyParts<Before, After>,
) =>
  Type.Unsafe<
    Static<ReturnType<typeof Type.Object<Before & After>>> &
      SendContent & { reply_to?: string | undefined; fallback_template?: TemplateRequest | undefined }
  >({
    $id: parts.$id,
    description: parts.description,
    type: 'object',
    // Filled in before the branch is chosen, so it is there also when the caller left it out.
    properties: { type: { type: 'string', default: 'text' } },
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: contentKinds().map((kind) => branch(kind, parts)),
    'x-error-codes': { discriminator: 'unknown_message_type' },
  });
