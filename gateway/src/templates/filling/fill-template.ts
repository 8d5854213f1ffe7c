// A template with its values: what the provider is given, what the message keeps and what the person sees. Everything that
// WhatsApp would refuse is refused here, before anything is stored, naming the variable.

import type { ContentOf, TemplateRequest } from '@hudhud/contract/content.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import { otpCharactersMax } from '@hudhud/contract/template-content.ts';
import type { DefinedPart, TemplateDefinition } from '@hudhud/contract/template-definition.ts';
import { fillVariables, type PartValues, renderTemplate } from '@hudhud/contract/template-rendering.ts';
import { AppError } from '../../platform/errors.ts';
import type { FilledComponent } from '../../providers/template-part.ts';
import type { KnownTemplate } from '../template.ts';
import { fillButtons } from './fill-buttons.ts';
import { fillHeader } from './fill-header.ts';
import { readRaw } from './read-raw.ts';
import { charactersIn, type Filling, note, pickValue, toMap, type Values } from './values.ts';

export type StoredTemplate = ContentOf<'template'>['template'];
type GivenPart = Pick<TemplateRequest, 'header' | 'variables' | 'buttons'>;

const bodyCharactersMax = 1_024;
const cardCharactersMax = 160;
/** More than this helps no caller. */
const errorsMax = 20;

interface FilledPart {
  readonly components: readonly FilledComponent[];
  readonly values: PartValues;
}

const refuse = (errors: readonly FieldError[]): AppError => {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new AppError(first?.code ?? 'template_variable_invalid', {
    detail: `${first?.detail ?? ''}${more}`,
    errors: errors.slice(0, errorsMax),
  });
};

/** The only variable of a one-time code may be called by what it is. */
const withCode = (part: DefinedPart, given: Values, isAuthentication: boolean): Values => {
  const [name] = part.variables;
  if (!isAuthentication || name === undefined || given.code === undefined) return given;
  const { code, ...rest } = given;
  return { [name]: code, ...rest };
};

const checkNames = (filling: Filling, part: DefinedPart, given: Values, at: string): void => {
  const names = [...part.variables, ...(filling.isNamed ? (part.header?.variables ?? []) : [])];
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const there = names.length > 0 ? `It has: ${names.join(', ')}.` : 'It has none.';
    note(
      filling,
      'template_variable_unknown',
      `${at}/variables/${name}`,
      `The template has no variable "${name.slice(0, 64)}". ${there}`,
    );
  }
};

const checkCode = (filling: Filling, code: string, at: string): void => {
  const characters = charactersIn(code);
  if (characters > otpCharactersMax)
    note(
      filling,
      'template_variable_invalid',
      at,
      `The code has ${characters} characters; at most ${otpCharactersMax} are allowed.`,
    );
};

const checkBody = (filling: Filling, part: DefinedPart, body: Values, at: string, max: number): void => {
  const characters = charactersIn(fillVariables(part.body, body));
  if (characters <= max) return;
  const longest = Object.entries(body).toSorted((one, two) => two[1].length - one[1].length)[0]?.[0] ?? '';
  note(
    filling,
    'template_variable_invalid',
    `${at}/variables/${longest}`,
    `The text has ${characters} characters once its variables are filled; at most ${max} are allowed.`,
  );
};

const fillPart = (
  filling: Filling,
  part: DefinedPart,
  given: GivenPart,
  { at, max, isAuthentication }: { at: string; max: number; isAuthentication: boolean },
): FilledPart => {
  const own = withCode(part, toMap(given.variables), isAuthentication);
  checkNames(filling, part, own, at);
  const header = fillHeader(filling, part.header, given.header, own, at);
  const body: Record<string, string> = {};
  for (const name of part.variables) {
    const value = pickValue(filling, own, name, `${at}/variables/${name}`);
    if (value !== null) body[name] = value;
  }
  checkBody(filling, part, body, at, max);
  const code = isAuthentication ? (body[part.variables[0] ?? ''] ?? null) : null;
  if (code !== null) checkCode(filling, code, `${at}/variables/${part.variables[0]}`);
  const buttons = fillButtons(filling, part.buttons, given.buttons, code, at);
  const parameters = part.variables.flatMap((name) => {
    const text = body[name];
    return text === undefined
      ? []
      : [{ type: 'text', ...(filling.isNamed && { parameter_name: name }), text }];
  });
  return {
    components: [
      ...(header.component ? [header.component] : []),
      ...(parameters.length > 0 ? [{ type: 'body', parameters } as const] : []),
      ...buttons.components,
    ],
    values: { body, header: header.header, buttons: buttons.byIndex },
  };
};

const fillOffer = (
  filling: Filling,
  { offer }: TemplateDefinition,
  given: string | undefined,
  at: string,
): FilledComponent[] => {
  const pointer = `${at}/offer_expires_at`;
  if (!offer?.hasExpiry) {
    if (given !== undefined)
      note(filling, 'template_variable_unknown', pointer, 'The template has no offer that ends.');
    return [];
  }
  if (given === undefined) {
    note(filling, 'template_variable_missing', pointer, '"offer_expires_at" must say when the offer ends.');
    return [];
  }
  const time = Date.parse(given);
  if (!(time > Date.now()))
    note(filling, 'template_variable_invalid', pointer, 'The offer must end in the future.');
  return [
    {
      type: 'limited_time_offer',
      parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: time } }],
    },
  ];
};

const fillCards = (
  filling: Filling,
  { cards }: TemplateDefinition,
  given: TemplateRequest['cards'],
  at: string,
): FilledPart[] => {
  if (!cards) {
    if (given) note(filling, 'template_variable_unknown', `${at}/cards`, 'The template is no carousel.');
    return [];
  }
  if ((given?.length ?? 0) !== cards.length) {
    note(
      filling,
      'wrong_count',
      `${at}/cards`,
      `The template has ${cards.length} cards; "cards" has ${given?.length ?? 0}.`,
    );
    return [];
  }
  return cards.map((card, index) =>
    fillPart(filling, card, given?.[index] ?? {}, {
      at: `${at}/cards/${index}`,
      max: cardCharactersMax,
      isAuthentication: false,
    }),
  );
};

const carousel = (cards: readonly FilledPart[]): FilledComponent[] =>
  cards.length === 0
    ? []
    : [
        {
          type: 'carousel',
          cards: cards.map(({ components }, index) => ({ card_index: index, components })),
        },
      ];

/** WhatsApp expects the offer behind the header and before the text. */
const inOrder = (
  own: readonly FilledComponent[],
  offer: readonly FilledComponent[],
): readonly FilledComponent[] => [
  ...own.filter(({ type }) => type === 'header'),
  ...offer,
  ...own.filter(({ type }) => type !== 'header'),
];

/** As the message keeps them: with the values that were sent. */
const keptButtons = (
  { buttons }: GivenPart,
  { values }: Pick<FilledPart, 'values'>,
): Pick<GivenPart, 'buttons'> =>
  buttons
    ? {
        buttons: buttons.map((button) => {
          const value = values.buttons?.[button.index] ?? button.value;
          return { ...button, ...(value !== undefined && { value }) };
        }),
      }
    : {};

const keptCard = (card: GivenPart, filled: FilledPart | undefined): GivenPart =>
  filled
    ? {
        ...card,
        variables: { ...filled.values.body },
        ...(filled.values.header && { header: filled.values.header }),
        ...keptButtons(card, filled),
      }
    : card;

/** `values`: of the request beside the template, and of the contact. Refuses with pointers from `at` on. */
export const fillTemplate = (
  template: KnownTemplate,
  given: TemplateRequest,
  values: Values,
  at = '/template',
): StoredTemplate => {
  const { definition } = template;
  const facts = {
    name: template.name,
    language: template.language,
    reference: template.reference,
    category: template.category,
  };
  if (given.components) {
    const components = given.components as Record<string, unknown>[];
    return { ...facts, components, rendered: renderTemplate(definition, readRaw(definition, components)) };
  }
  const filling: Filling = { values, isNamed: template.parameterFormat === 'named', errors: [] };
  const { isAuthentication } = definition;
  const own = fillPart(filling, definition, given, { at, max: bodyCharactersMax, isAuthentication });
  const offer = fillOffer(filling, definition, given.offer_expires_at, at);
  const cards = fillCards(filling, definition, given.cards, at);
  if (filling.errors.length > 0) throw refuse(filling.errors);
  const components = [...inOrder(own.components, offer), ...carousel(cards)];
  const { header, offer_expires_at } = given;
  return {
    ...facts,
    variables: own.values.body,
    ...((own.values.header ?? header) && { header: own.values.header ?? header }),
    ...keptButtons(given, own),
    ...(given.cards && {
      cards: given.cards.map((card, index) => keptCard(card, cards[index])),
    }),
    ...(offer_expires_at !== undefined && { offer_expires_at }),
    components: components as unknown as Record<string, unknown>[],
    rendered: renderTemplate(definition, { ...own.values, cards: cards.map((card) => card.values) }),
  };
};
