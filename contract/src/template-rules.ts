// WhatsApp's documented rules for new templates. A breach is reported before anything is submitted, because a
// rejected template takes a day and its name. Shared by the gateway and the builder in the dashboard.

import { type Fields, fieldsIn, isFields, textOf } from './component-fields.ts';
import { variablesOf } from './template-definition.ts';

export interface TemplateDraft {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly parameterFormat: 'named' | 'positional';
  readonly components: readonly Readonly<Record<string, unknown>>[];
}

export interface TemplateProblem {
  /** Into the draft. */
  readonly pointer: string;
  readonly detail: string;
}

export const templateTextMax = { header: 60, body: 1_024, footer: 60, button: 25, card: 160, offer: 16 };
const buttonsMax = 10;
const atMost: Readonly<Record<string, number>> = {
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  FLOW: 1,
  CATALOG: 1,
  MPM: 1,
};
const knownTypes = [
  'HEADER',
  'BODY',
  'FOOTER',
  'BUTTONS',
  'CAROUSEL',
  'LIMITED_TIME_OFFER',
  'CALL_PERMISSION_REQUEST',
];

const upper = (value: unknown): string => textOf(value).toUpperCase();

const problem = (pointer: string, detail: string): TemplateProblem => ({ pointer, detail });

const namesProblem = (names: readonly string[], format: TemplateDraft['parameterFormat']): string | null => {
  if (format === 'positional')
    return names.every((name, index) => name === String(index + 1))
      ? null
      : 'Numbered variables must be {{1}}, {{2}} and so on, in this order and without gaps.';
  return names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))
    ? null
    : 'Names of variables have small letters, digits and underscores, and begin with a letter.';
};

/** Words that are no variables. */
const wordsIn = (text: string): number =>
  text
    .replace(/\{\{[^}]*\}\}/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '').length;

const bracesProblem = (text: string): string | null =>
  /\{\{|\}\}/.test(text.replace(/\{\{\s*[A-Za-z0-9_]+\s*\}\}/g, ''))
    ? 'The braces of a variable are not closed, or hold something that is no name.'
    : null;

const bodyProblem = (text: string, names: readonly string[]): string | null => {
  if (names.length === 0) return null;
  if (/^\s*\{\{|\}\}\s*$/.test(text)) return 'The text cannot begin or end with a variable.';
  if (/\}\}\s*\{\{/.test(text)) return 'Two variables cannot stand side by side.';
  return wordsIn(text) < names.length * 2 + 1 ? 'There are too many variables for so few words.' : null;
};

/** One sample for each variable. */
const hasSamples = (part: Fields, kind: 'header' | 'body', count: number): boolean => {
  const example = isFields(part.example) ? part.example : {};
  const named = fieldsIn(example[`${kind}_text_named_params`]);
  const [rows] = [example[`${kind}_text`]];
  const numbered = Array.isArray(rows) ? (Array.isArray(rows[0]) ? rows[0] : rows) : [];
  return Math.max(named.length, numbered.length) >= count;
};

const checkText = (
  part: Fields,
  { pointer, max, format }: { pointer: string; max: number; format: TemplateDraft['parameterFormat'] },
): TemplateProblem[] => {
  const text = textOf(part.text);
  const characters = [...text].length;
  if (text.trim() === '') return [problem(`${pointer}/text`, 'The text is missing.')];
  const names = variablesOf(text);
  const found = [
    characters > max ? `The text has ${characters} characters; at most ${max} are allowed.` : null,
    bracesProblem(text),
    namesProblem(names, format),
  ];
  return found.flatMap((detail) => (detail === null ? [] : [problem(`${pointer}/text`, detail)]));
};

const fileFormats = new Set(['IMAGE', 'VIDEO', 'GIF', 'DOCUMENT']);

/** A file of ours (`example.media`), or the handle that WhatsApp gave for one. */
const hasFile = (part: Fields): boolean => {
  const example = isFields(part.example) ? part.example : {};
  const [handle] = Array.isArray(example.header_handle) ? example.header_handle : [];
  return textOf(example.media) !== '' || textOf(handle) !== '';
};

const sampleProblem = (pointer: string): TemplateProblem =>
  problem(`${pointer}/example`, 'A header with a file needs a sample: a file that shows what it will hold.');

type Part = (part: Fields, pointer: string, draft: TemplateDraft) => TemplateProblem[];

const checkHeader: Part = (part, pointer, { parameterFormat: format }) => {
  const kind = upper(part.format) || 'TEXT';
  if (kind !== 'TEXT') return fileFormats.has(kind) && !hasFile(part) ? [sampleProblem(pointer)] : [];
  const names = variablesOf(textOf(part.text));
  return [
    ...checkText(part, { pointer, max: templateTextMax.header, format }),
    ...(names.length > 1 ? [problem(`${pointer}/text`, 'A header has at most one variable.')] : []),
    ...(names.length > 0 && !hasSamples(part, 'header', names.length)
      ? [problem(`${pointer}/example`, 'The variable of the header needs a sample.')]
      : []),
  ];
};

const checkBody: Part = (part, pointer, { category, parameterFormat: format }) => {
  if (category.toLowerCase() === 'authentication') return [];
  const text = textOf(part.text);
  const names = variablesOf(text);
  const detail = bodyProblem(text, names);
  return [
    ...checkText(part, { pointer, max: templateTextMax.body, format }),
    ...(detail === null ? [] : [problem(`${pointer}/text`, detail)]),
    ...(names.length > 0 && !hasSamples(part, 'body', names.length)
      ? [problem(`${pointer}/example`, 'Every variable of the text needs a sample.')]
      : []),
  ];
};

const checkFooter: Part = (part, pointer, { category, parameterFormat: format }) => {
  if (category.toLowerCase() === 'authentication') return [];
  return [
    ...checkText(part, { pointer, max: templateTextMax.footer, format }),
    ...(variablesOf(textOf(part.text)).length > 0
      ? [problem(`${pointer}/text`, 'A footer takes no variables.')]
      : []),
  ];
};

const checkUrl = (button: Fields, pointer: string): TemplateProblem[] => {
  const url = textOf(button.url);
  const names = variablesOf(url);
  const found: TemplateProblem[] = [];
  if (!/^https?:\/\/\S+$/.test(url) || url.length > 2_000)
    found.push(
      problem(`${pointer}/url`, 'The address must begin with https:// and have at most 2,000 characters.'),
    );
  if (names.length > 1 || (names.length === 1 && !/\{\{\s*1\s*\}\}$/.test(url)))
    found.push(problem(`${pointer}/url`, 'An address has at most one variable, {{1}}, at its end.'));
  if (names.length > 0 && !(Array.isArray(button.example) && button.example.length > 0))
    found.push(problem(`${pointer}/example`, 'The variable of the address needs a sample.'));
  return found;
};

const checkButton = (button: Fields, pointer: string): TemplateProblem[] => {
  const type = upper(button.type);
  const text = textOf(button.text);
  const needsText = !['COPY_CODE', 'OTP'].includes(type);
  return [
    ...(needsText && text.trim() === '' ? [problem(`${pointer}/text`, 'The button needs a text.')] : []),
    ...([...text].length > templateTextMax.button
      ? [problem(`${pointer}/text`, `The text of a button has at most ${templateTextMax.button} characters.`)]
      : []),
    ...(/\{\{/.test(text) ? [problem(`${pointer}/text`, 'The text of a button takes no variables.')] : []),
    ...(type === 'URL' ? checkUrl(button, pointer) : []),
    ...(type === 'PHONE_NUMBER' && !/^\+?\d{5,20}$/.test(textOf(button.phone_number))
      ? [problem(`${pointer}/phone_number`, 'The number has a country code and digits only.')]
      : []),
  ];
};

const checkButtons: Part = (part, pointer) => {
  const buttons = fieldsIn(part.buttons);
  const types = buttons.map((button) => upper(button.type));
  const changes = types.filter(
    (type, index) => index > 0 && (type === 'QUICK_REPLY') !== (types[index - 1] === 'QUICK_REPLY'),
  );
  return [
    ...(buttons.length === 0 || buttons.length > buttonsMax
      ? [problem(`${pointer}/buttons`, `A template has between 1 and ${buttonsMax} buttons.`)]
      : []),
    ...Object.entries(atMost)
      .filter(([type, max]) => types.filter((other) => other === type).length > max)
      .map(([type, max]) => problem(`${pointer}/buttons`, `A template has at most ${max} ${type} buttons.`)),
    ...(changes.length > 1
      ? [
          problem(
            `${pointer}/buttons`,
            'Quick replies must stand together, before or behind all other buttons.',
          ),
        ]
      : []),
    ...buttons.flatMap((button, index) => checkButton(button, `${pointer}/buttons/${index}`)),
  ];
};

const checkCarousel: Part = (part, pointer, draft) => {
  const cards = fieldsIn(part.cards);
  const shapes = new Set(
    cards.map((card) =>
      fieldsIn(card.components)
        .map(
          (one) =>
            `${upper(one.type)} ${upper(one.format)} ${fieldsIn(one.buttons).map((button) => upper(button.type))}`,
        )
        .join(),
    ),
  );
  return [
    ...(cards.length < 2 || cards.length > 10
      ? [problem(`${pointer}/cards`, 'A carousel has between 2 and 10 cards.')]
      : []),
    ...(shapes.size > 1
      ? [problem(`${pointer}/cards`, 'All cards must have the same parts and buttons.')]
      : []),
    ...cards.flatMap((card, index) =>
      fieldsIn(card.components).flatMap((one, place) => {
        const at = `${pointer}/cards/${index}/components/${place}`;
        if (upper(one.type) === 'BODY')
          return checkText(one, { pointer: at, max: templateTextMax.card, format: draft.parameterFormat });
        if (upper(one.type) === 'HEADER') return checkHeader(one, at, draft);
        return upper(one.type) === 'BUTTONS' ? checkButtons(one, at, draft) : [];
      }),
    ),
  ];
};

const checkOffer: Part = (part, pointer) => {
  const offer = isFields(part.limited_time_offer) ? part.limited_time_offer : {};
  const characters = [...textOf(offer.text)].length;
  return characters >= 1 && characters <= templateTextMax.offer
    ? []
    : [
        problem(
          `${pointer}/limited_time_offer/text`,
          `An offer has a title of at most ${templateTextMax.offer} characters.`,
        ),
      ];
};

const checks: Readonly<Record<string, Part>> = {
  HEADER: checkHeader,
  BODY: checkBody,
  FOOTER: checkFooter,
  BUTTONS: checkButtons,
  CAROUSEL: checkCarousel,
  LIMITED_TIME_OFFER: checkOffer,
};

const checkComponents = (draft: TemplateDraft): TemplateProblem[] => {
  const types = draft.components.map(({ type }) => upper(type));
  return [
    ...(types.includes('BODY') ? [] : [problem('/components', 'A template needs a body.')]),
    ...types.flatMap((type, index) => {
      const pointer = `/components/${index}`;
      if (!knownTypes.includes(type))
        return [problem(`${pointer}/type`, `"${type}" is no part of a template.`)];
      if (types.indexOf(type) !== index) return [problem(pointer, `A template has one ${type} at most.`)];
      return checks[type]?.(draft.components[index] ?? {}, pointer, draft) ?? [];
    }),
    ...(draft.category.toLowerCase() === 'authentication' && !types.includes('BUTTONS')
      ? [problem('/components', 'An authentication template needs a button of the type OTP.')]
      : []),
  ];
};

/** Empty: nothing is wrong that we know of. WhatsApp's review judges the rest. */
export const checkTemplateDraft = (draft: TemplateDraft): TemplateProblem[] => [
  ...(/^[a-z0-9_]{1,512}$/.test(draft.name)
    ? []
    : [problem('/name', 'A name has small letters, digits and underscores.')]),
  ...(/^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$/.test(draft.language)
    ? []
    : [problem('/language', 'A language is written like ar, en or en_US.')]),
  ...checkComponents(draft),
];
