// What a schema cannot say of a content: rules between its fields, and the limits of its texts once their placeholders are
// filled. All that is wrong is told at once, with pointers from the content on.

import { contentSchemas, listRowsMax, type MessageContent, productsMax } from '@hudhud/contract/content.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { mapTexts } from './map-texts.ts';

interface SchemaNode {
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

const fieldOf = (pointer: string): string =>
  `"${pointer.split('/').findLast((part) => !/^\d+$/.test(part))}"`;

/** Where a pointer leads in a schema. */
const schemaAt = (schema: SchemaNode, pointer: string): SchemaNode | undefined => {
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

const checkTexts = (content: MessageContent): FieldError[] => {
  const errors: FieldError[] = [];
  mapTexts(content, (text, pointer) => {
    const { maxLength = Number.POSITIVE_INFINITY } =
      schemaAt(contentSchemas[content.type] as SchemaNode, pointer) ?? {};
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

/** The second and every further one of equal values. */
const findRepeated = (
  values: readonly { readonly value: string; readonly pointer: string }[],
): FieldError[] => {
  const seen = new Set<string>();
  return values.flatMap(({ value, pointer }): FieldError[] => {
    if (seen.size !== seen.add(value).size) return [];
    return [
      { code: 'repeated_value', pointer, detail: `${fieldOf(pointer)} must not be the same as another one.` },
    ];
  });
};

interface Section {
  readonly title?: string;
}

const checkTitles = (sections: readonly Section[], at: string): FieldError[] =>
  sections.length === 1
    ? []
    : sections.flatMap(({ title }, index): FieldError[] =>
        title === undefined
          ? [
              {
                code: 'missing_field',
                pointer: `${at}/${index}/title`,
                detail: '"title" is required in every section when there are several.',
              },
            ]
          : [],
      );

const checkTotal = (counts: readonly number[], max: number, what: string, pointer: string): FieldError[] => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= max) return [];
  const detail = `The sections have ${total} ${what} together; at most ${max} are allowed.`;
  return [{ code: 'wrong_count', pointer, detail }];
};

type Of<Kind extends MessageContent['type']> = Extract<MessageContent, { type: Kind }>;

const checkButtons = ({ buttons }: Of<'buttons'>): FieldError[] => [
  ...findRepeated(buttons.map(({ title }, index) => ({ value: title, pointer: `/buttons/${index}/title` }))),
  ...findRepeated(buttons.map(({ id }, index) => ({ value: id, pointer: `/buttons/${index}/id` }))),
];

const checkList = ({ list: { sections } }: Of<'list'>): FieldError[] => {
  const at = '/list/sections';
  const rows = sections.flatMap((section, index) =>
    section.rows.map(({ id }, row) => ({ value: id, pointer: `${at}/${index}/rows/${row}/id` })),
  );
  return [
    ...checkTitles(sections, at),
    ...checkTotal([rows.length], listRowsMax, 'rows', at),
    ...findRepeated(rows),
  ];
};

const checkProducts = ({ products: { sections } }: Of<'products'>): FieldError[] => {
  const at = '/products/sections';
  const counts = sections.map(({ product_ids }) => product_ids.length);
  return [...checkTitles(sections, at), ...checkTotal(counts, productsMax, 'products', at)];
};

const checkLink = ({ link: { url } }: Of<'link'>): FieldError[] =>
  /^https?:\/\/\S+$/.test(url)
    ? []
    : [
        {
          code: 'invalid_value',
          pointer: '/link/url',
          detail: '"url" must begin with https:// or http:// and hold no white space.',
        },
      ];

const emojiPart = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\u{fe0f}?\u{20e3}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const checkReaction = ({ reaction: { emoji } }: Of<'reaction'>): FieldError[] =>
  emoji === '' || (emojiPart.test(emoji) && [...graphemes.segment(emoji)].length === 1)
    ? []
    : [
        {
          code: 'invalid_value',
          pointer: '/reaction/emoji',
          detail: '"emoji" must be one emoji, or empty to take the reaction back.',
        },
      ];

const checkFlow = ({ flow: { screen, data } }: Of<'flow'>): FieldError[] =>
  data === undefined || screen !== undefined
    ? []
    : [
        {
          code: 'missing_field',
          pointer: '/flow/screen',
          detail: '"screen" is required with "data": it is the screen that gets them.',
        },
      ];

const checkRules = (content: MessageContent): FieldError[] => {
  switch (content.type) {
    case 'buttons':
      return checkButtons(content);
    case 'list':
      return checkList(content);
    case 'products':
      return checkProducts(content);
    case 'link':
      return checkLink(content);
    case 'reaction':
      return checkReaction(content);
    case 'flow':
      return checkFlow(content);
    default:
      return [];
  }
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
  const errors = [...checkTexts(content), ...checkRules(content)];
  if (errors.length > 0) throw refuse(errors);
};
