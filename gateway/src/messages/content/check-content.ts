// Checks of a content that a schema cannot express: rules between its fields, and the limits of its texts once their
// placeholders are filled. All mistakes are reported at once, with pointers from the content on.

import { kindOf, type MessageContent } from '@hudhud/contract/content.ts';
import { fieldOf } from '@hudhud/contract/content-rules.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { mapTexts } from './map-texts.ts';

interface SchemaNode {
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** Where a pointer leads in a schema. */
const schemaAt = (schema: SchemaNode, pointer: string): SchemaNode | undefined => {
  const own = schema.properties?.[pointer.slice(1)];
  if (own) return own;
  let node: SchemaNode | undefined = schema;
  for (const part of pointer.split('/').slice(1)) {
    const choices: readonly SchemaNode[] = node?.anyOf ?? (node ? [node] : []);
    node = choices.find(({ properties }) => properties?.[part])?.properties?.[part] ?? node?.items;
  }
  return node;
};

/** Characters as people and the schemas count them: an emoji is one. Most texts need no counting. */
export const charactersIn = (text: string, max: number): number =>
  text.length > max ? [...text].length : text.length;

const checkTexts = (content: MessageContent, schema: SchemaNode): FieldError[] => {
  const errors: FieldError[] = [];
  mapTexts(content, (text, pointer) => {
    const { maxLength = Number.POSITIVE_INFINITY } = schemaAt(schema, pointer) ?? {};
    const characters = charactersIn(text, maxLength);
    const field = fieldOf(pointer);
    if (characters > maxLength)
      errors.push({
        code: 'text_too_long',
        pointer,
        detail: `${field} has ${characters} characters once its placeholders are filled; at most ${maxLength} are allowed.`,
      });
    else if (text.trim() === '')
      errors.push({ code: 'text_empty', pointer, detail: `${field} must hold more than white space.` });
    return text;
  });
  return errors;
};

/** More than this helps no caller. */
const errorsMax = 20;

/** One error for all that is wrong; its code is that of the first. */
const refuse = (errors: readonly FieldError[]): AppError => {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new AppError(first?.code ?? 'invalid_value', {
    detail: `${first?.detail ?? ''}${more}`,
    errors: errors.slice(0, errorsMax),
  });
};

/** Refuses a content with its placeholders filled that breaks a limit or a rule of its kind. */
export const checkContent = (content: MessageContent): void => {
  const kind = kindOf(content.type);
  const errors = checkTexts(content, kind.schema as SchemaNode);
  if (kind.check) errors.push(...kind.check(content));
  if (errors.length > 0) throw refuse(errors);
};
