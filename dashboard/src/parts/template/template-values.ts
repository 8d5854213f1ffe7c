// What a person fills in for a template, and how it becomes the request and the preview.

import type { TemplateRequest } from '@hudhud/contract/content.ts';
import { readDefinition } from '@hudhud/contract/template-definition.ts';
import {
  type PartValues,
  type RenderedTemplate,
  renderTemplate,
} from '@hudhud/contract/template-rendering.ts';
import type { Template, TemplateField } from '@hudhud/contract/templates.ts';

/** Values by `keyOf` of the field. */
export type TemplateValues = Readonly<Record<string, string>>;

/** A template that was chosen, and what was filled in. */
export interface TemplateChoice {
  readonly template: Template | null;
  readonly values: TemplateValues;
}

export const noTemplate: TemplateChoice = { template: null, values: {} };

export const keyOf = ({ kind, name, card }: TemplateField): string => `${card ?? ''}/${kind}/${name}`;

const partOf = (fields: readonly TemplateField[], values: TemplateValues, card: number | undefined) => {
  const own = fields.filter((field) => field.card === card);
  const given = (kind: TemplateField['kind']) =>
    own
      .filter((field) => field.kind === kind)
      .flatMap((field): [string, string][] => {
        const value = values[keyOf(field)];
        return value ? [[field.name, value]] : [];
      });
  const variables = Object.fromEntries(given('variable'));
  const buttons = given('button').map(([index, value]) => ({ index: Number(index), value }));
  const [header] = given('header');
  return {
    variables,
    ...(header && { header: headerOf(header[0], header[1]) }),
    ...(buttons.length > 0 && { buttons }),
  };
};

/** "24.71, 46.67" */
const placeOf = (value: string) => {
  const [latitude = Number.NaN, longitude = Number.NaN] = value.split(',').map(Number);
  return { latitude, longitude };
};

/** "catalogue/product" */
const productOf = (value: string) => {
  const [catalog_id = '', product_id = ''] = value.split('/');
  return { catalog_id, product_id };
};

/** A file is named by the id of an upload, or by its address. */
const headerOf = (kind: string, value: string): NonNullable<TemplateRequest['header']> => {
  if (kind === 'text') return { text: value };
  if (kind === 'location') return { location: placeOf(value) };
  if (kind === 'product') return { product: productOf(value) };
  return { media: value.startsWith('med_') ? { id: value } : { url: value } };
};

const cardsOf = ({ fields }: Template): number =>
  fields.reduce((most, { card }) => Math.max(most, card === undefined ? 0 : card + 1), 0);

export const toRequest = (template: Template, values: TemplateValues): TemplateRequest => {
  const cards = cardsOf(template);
  const offer = values['/offer_expires_at/offer_expires_at'];
  return {
    name: template.name,
    language: template.language,
    ...partOf(template.fields, values, undefined),
    ...(offer && { offer_expires_at: offer }),
    ...(cards > 0 && {
      cards: Array.from({ length: cards }, (_, index) => partOf(template.fields, values, index)),
    }),
  };
};

const valueOfHeader = (header: NonNullable<TemplateRequest['header']>): string | undefined => {
  const { text, media, location, product } = header;
  if (location) return `${location.latitude}, ${location.longitude}`;
  if (product) return `${product.catalog_id}/${product.product_id}`;
  return text ?? media?.id ?? media?.url;
};

type RequestPart = Pick<TemplateRequest, 'header' | 'variables' | 'buttons'>;

const givenIn = (part: RequestPart, { kind, name }: TemplateField): string | undefined => {
  const { header, variables = {}, buttons = [] } = part;
  switch (kind) {
    case 'variable':
      return Array.isArray(variables) ? variables[Number(name) - 1] : variables[name];
    case 'header':
      return header && valueOfHeader(header);
    case 'button':
      return buttons.find(({ index }) => index === Number(name))?.value;
    default:
      return undefined;
  }
};

/** The other way round: a request that was kept, to be changed. A template that is gone has to be chosen again. */
export const fromRequest = (request: TemplateRequest, templates: readonly Template[]): TemplateChoice => {
  const template = templates.find(
    ({ name, language }) =>
      name === request.name && (request.language === undefined || language === request.language),
  );
  if (!template) return noTemplate;
  const values = template.fields.map((field): [string, string | undefined] => [
    keyOf(field),
    field.kind === 'offer_expires_at'
      ? request.offer_expires_at
      : givenIn(field.card === undefined ? request : (request.cards?.[field.card] ?? {}), field),
  ]);
  const given = values.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { template, values: Object.fromEntries(given) };
};

const toPartValues = (part: RequestPart): PartValues => ({
  body: (part.variables ?? {}) as Record<string, string>,
  ...(part.header && { header: part.header }),
  buttons: Object.fromEntries((part.buttons ?? []).map(({ index, value }) => [index, value ?? ''])),
});

/** A missing value stays as it is written in the template. */
export const toPreview = (template: Template, values: TemplateValues): RenderedTemplate => {
  const request = toRequest(template, values);
  return renderTemplate(readDefinition(template.components, template.category), {
    ...toPartValues(request),
    cards: (request.cards ?? []).map(toPartValues),
  });
};

/** The fields that must be filled and are not. */
export const missingFields = (template: Template, values: TemplateValues): TemplateField[] =>
  template.fields.filter((field) => field.required && !values[keyOf(field)]);
