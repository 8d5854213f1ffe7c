// What can be said about a draft before it is sent: the limits of the contract, field by field. The gateway checks all of it
// again; here a person sees it while typing.

import { contentLimits as limits } from '@hudhud/contract/content-limits.ts';
import { keyOf, missingFields } from '../template/template-values.ts';
import {
  type ContentDraft,
  type FileDraft,
  hasFile,
  hasFooter,
  isFileType,
  messageRole,
} from './content-draft.ts';
import { listedIds, parseObject } from './to-content.ts';

export type DraftProblem =
  | { readonly kind: 'empty' | 'file' | 'address' | 'number' | 'twice' | 'json' | 'section' | 'template' }
  | { readonly kind: 'too_long'; readonly max: number; readonly count: number }
  | { readonly kind: 'too_many'; readonly max: number; readonly count: number }
  | { readonly kind: 'too_few'; readonly min: number };

/** By the path of the field. */
export type DraftProblems = Readonly<Record<string, DraftProblem>>;

/** Counted as the gateway counts: an emoji is one character, not two. */
export const countCharacters = (text: string): number => [...text].length;

const longest = (text: string, max: number): DraftProblem | null => {
  const count = countCharacters(text);
  return count > max ? { kind: 'too_long', max, count } : null;
};

const needed = (text: string, max: number): DraftProblem | null =>
  text.trim() === '' ? { kind: 'empty' } : longest(text, max);

const webAddress = (text: string): DraftProblem | null => {
  if (!/^(?:https?:\/\/\S|\{\{)/.test(text.trim())) return { kind: 'address' };
  return longest(text, limits.url);
};

type Entry = readonly [path: string, problem: DraftProblem | null];

/** `mayLeaveOpen`: variables of a template that are left empty are filled for each person. */
export function checkDraft(draft: ContentDraft, mayLeaveOpen = false): DraftProblems {
  const entries: Entry[] = [
    ...textEntries(draft),
    ...(isFileType(draft.type) ? [fileEntry('media', draft.media)] : ownEntries(draft, mayLeaveOpen)),
  ];
  return Object.fromEntries(entries.filter((entry): entry is [string, DraftProblem] => entry[1] !== null));
}

export const messageMax = (draft: Pick<ContentDraft, 'type'>): number =>
  draft.type === 'text' || draft.type === 'list' ? limits.text : limits.caption;

function textEntries(draft: ContentDraft): Entry[] {
  const role = messageRole(draft.type);
  const max = messageMax(draft);
  const isNeeded = role === 'text' || (role === 'body' && draft.type !== 'product');
  const { header } = draft;
  const hasHeader = ['buttons', 'list', 'link', 'flow'].includes(draft.type) && header.kind !== 'none';
  return [
    ...(role === null
      ? []
      : [['message', isNeeded ? needed(draft.message, max) : longest(draft.message, max)] as const]),
    ...(hasFooter(draft.type) ? [['footer', longest(draft.footer, limits.footer)] as const] : []),
    ...(hasHeader && header.kind === 'text'
      ? [['header.text', needed(header.text, limits.header)] as const]
      : []),
    ...(hasHeader && header.kind !== 'text' ? [fileEntry('header.media', header.media)] : []),
  ];
}

function fileEntry(path: string, draft: FileDraft): Entry {
  if (!hasFile(draft)) return [path, { kind: 'file' }];
  // One that was chosen and is not uploaded yet cannot be sent.
  if (draft.file && !draft.stored) return [path, { kind: 'file' }];
  return [path, draft.stored ? null : webAddress(draft.url)];
}

function ownEntries(draft: ContentDraft, mayLeaveOpen: boolean): Entry[] {
  switch (draft.type) {
    case 'location':
      return [
        ['location.latitude', degrees(draft.location.latitude, 90)],
        ['location.longitude', degrees(draft.location.longitude, 180)],
        ['location.name', longest(draft.location.name, limits.name)],
        ['location.address', longest(draft.location.address, limits.name)],
      ];
    case 'contacts':
      return draft.contacts.map(({ name }, index) => [`contacts.${index}.name`, needed(name, limits.name)]);
    case 'reaction':
      return [['reaction.message_id', needed(draft.reaction.message_id, limits.name)]];
    case 'buttons':
      return buttonEntries('buttons', draft.buttons);
    case 'list':
      return listEntries(draft);
    case 'link':
      return linkEntries('link', draft.link);
    case 'flow':
      return [
        ['flow.id', needed(draft.flow.id, limits.id)],
        ['flow.button', needed(draft.flow.button, limits.flowButton)],
      ];
    case 'template':
      return templateEntries(draft.template, mayLeaveOpen);
    case 'interactive':
      return [['interactive', parseObject(draft.interactive) ? null : { kind: 'json' }]];
    default:
      return shopEntries(draft);
  }
}

function templateEntries({ template, values }: ContentDraft['template'], mayLeaveOpen: boolean): Entry[] {
  if (!template) return [['template', { kind: 'template' }]];
  return missingFields(template, values)
    .filter(({ kind }) => !(mayLeaveOpen && kind === 'variable'))
    .map((field) => [`template.${keyOf(field)}`, { kind: 'empty' }]);
}

function degrees(text: string, max: number): DraftProblem | null {
  const value = Number(text);
  return text.trim() !== '' && Math.abs(value) <= max ? null : { kind: 'number' };
}

function buttonEntries(path: string, buttons: ContentDraft['buttons']): Entry[] {
  const titles = buttons.map(({ title }) => title.trim());
  return buttons.flatMap(({ title, id }, index): Entry[] => {
    const isTwice = title.trim() !== '' && titles.indexOf(title.trim()) < index;
    return [
      [`${path}.${index}.title`, isTwice ? { kind: 'twice' } : needed(title, limits.buttonTitle)],
      [`${path}.${index}.id`, longest(id, limits.buttonId)],
    ];
  });
}

const linkEntries = (path: string, { title, url }: ContentDraft['link']): Entry[] => [
  [`${path}.title`, needed(title, limits.buttonTitle)],
  [`${path}.url`, webAddress(url)],
];

function listEntries({ list }: ContentDraft): Entry[] {
  const rows = list.sections.flatMap((section) => section.rows);
  const ids = rows.map(({ id, title }) => id.trim() || title.trim());
  let place = 0;
  const sections = list.sections.flatMap(({ title, rows: own }, index): Entry[] => {
    const path = `list.sections.${index}`;
    const isUntitled = list.sections.length > 1 && title.trim() === '';
    return [
      [`${path}.title`, isUntitled ? { kind: 'section' } : longest(title, limits.listTitle)],
      ...own.flatMap((row, at): Entry[] => {
        const isTwice = ids[place] !== '' && ids.indexOf(ids[place] ?? '') < place;
        place += 1;
        return [
          [`${path}.rows.${at}.title`, isTwice ? { kind: 'twice' } : needed(row.title, limits.listTitle)],
          [`${path}.rows.${at}.description`, longest(row.description, limits.listDescription)],
          [`${path}.rows.${at}.id`, longest(row.id, limits.listId)],
        ];
      }),
    ];
  });
  return [['list.button', needed(list.button, limits.buttonTitle)], ...sections];
}

function shopEntries(draft: ContentDraft): Entry[] {
  switch (draft.type) {
    case 'product':
      return [
        ['product.catalog_id', needed(draft.product.catalog_id, limits.catalogId)],
        ['product.product_id', needed(draft.product.product_id, limits.id)],
      ];
    case 'products':
      return productsEntries(draft.products);
    case 'carousel':
      return draft.carousel.cards.flatMap(({ media, message, link }, index): Entry[] => [
        fileEntry(`carousel.cards.${index}.media`, media),
        [`carousel.cards.${index}.message`, longest(message, limits.cardText)],
        ...linkEntries(`carousel.cards.${index}.link`, link),
      ]);
    default:
      return [];
  }
}

function productsEntries({ catalog_id, header, sections }: ContentDraft['products']): Entry[] {
  const count = sections.flatMap(({ product_ids }) => listedIds(product_ids)).length;
  const tooMany: DraftProblem | null =
    count > limits.products ? { kind: 'too_many', max: limits.products, count } : null;
  return [
    ['products.catalog_id', needed(catalog_id, limits.catalogId)],
    ['products.header', needed(header, limits.header)],
    ...sections.flatMap(({ title, product_ids }, index): Entry[] => {
      const isUntitled = sections.length > 1 && title.trim() === '';
      const isEmpty = listedIds(product_ids).length === 0;
      return [
        [
          `products.sections.${index}.title`,
          isUntitled ? { kind: 'section' } : longest(title, limits.listTitle),
        ],
        [`products.sections.${index}.product_ids`, isEmpty ? { kind: 'empty' } : tooMany],
      ];
    }),
  ];
}
