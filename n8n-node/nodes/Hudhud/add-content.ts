// Writes the body of a message from the fields of its operation. What was left empty is left out.

import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from '../../n8n-types';
import {
  captionOperations,
  contentKinds,
  fileOperations,
  footerOperations,
  headerOperations,
} from './content-kinds';
import { fileOf } from './file-of-item';
import { templateOf } from './template-of-fields';

type Get = (name: string) => unknown;

/** Sheets and forms often hand over a number; the API takes strings only. */
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const filled = (fields: IDataObject): IDataObject =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, asText(value)] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** The rows of a collection: `{ values: [...] }`. */
const rowsOf = (value: unknown): IDataObject[] =>
  ((value as { values?: IDataObject[] } | undefined)?.values ?? []) as IDataObject[];

/** A JSON field is a text in the editor and an object when an expression gives it. */
const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** The values of a resource mapper: none until a field is filled in. */
const mappedOf = (value: unknown): IDataObject => (value as { value?: IDataObject | null })?.value ?? {};

const withId = ({ id, title }: IDataObject): IDataObject => filled({ id: id || title, title });

const contactOf = ({ name, phone, email, organization }: IDataObject): IDataObject => ({
  name: filled({ formatted: name, first: name }),
  ...(phone ? { phones: [{ number: asText(phone) }] } : {}),
  ...(email ? { emails: [{ email }] } : {}),
  ...(organization ? { organization: { company: asText(organization) } } : {}),
});

/** Rows that name the same section stand together, in the order in which the sections are first named. */
function sectionsOf(rows: readonly IDataObject[]): IDataObject[] {
  const sections = new Map<string, IDataObject[]>();
  for (const row of rows) {
    const name = String(row.section ?? '');
    sections.set(name, [
      ...(sections.get(name) ?? []),
      { ...withId(row), ...filled({ description: row.description }) },
    ]);
  }
  return [...sections].map(([title, own]) => ({ ...filled({ title }), rows: own }));
}

const builders: Readonly<Record<string, (get: Get) => IDataObject>> = {
  audio: (get) => (get('voice') ? { voice: true } : {}),
  location: (get) => ({
    location: {
      latitude: Number(get('latitude')),
      longitude: Number(get('longitude')),
      ...filled({ name: get('placeName'), address: get('placeAddress') }),
    },
  }),
  contacts: (get) => ({ contacts: rowsOf(get('contacts')).map(contactOf) }),
  reaction: (get) => ({
    reaction: { message_id: asText(get('targetId')), emoji: String(get('emoji') ?? '') },
  }),
  buttons: (get) => ({ buttons: rowsOf(get('buttons')).map(withId) }),
  list: (get) => ({
    list: { ...filled({ button: get('listButton') }), sections: sectionsOf(rowsOf(get('rows'))) },
  }),
  link: (get) => ({ link: filled({ title: get('linkTitle'), url: get('linkUrl') }) }),
  flow: (get) => ({
    flow: filled({
      id: get('flowId'),
      button: get('flowButton'),
      screen: get('flowScreen'),
      token: get('flowToken'),
    }),
  }),
  product: (get) => ({ product: filled({ catalog_id: get('catalogId'), product_id: get('productId') }) }),
  products: (get) => ({
    products: {
      ...filled({ catalog_id: get('catalogId'), header: get('productsHeader') }),
      sections: parsed(get('productSections')),
    },
  }),
  catalog: (get) => {
    const catalog = filled({ thumbnail_product_id: get('thumbnailId') });
    return Object.keys(catalog).length > 0 ? { catalog } : {};
  },
  template: (get) => ({
    template: templateOf(String(get('template')), mappedOf(get('templateValues'))),
  }),
  carousel: (get) => ({ carousel: { cards: parsed(get('cards')) } }),
  interactive: (get) => ({ interactive: parsed(get('interactive')) }),
};

export async function addContent(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const operation = String(this.getNodeParameter('operation'));
  const { type = 'text' } = contentKinds[operation] ?? {};
  const get: Get = (name) => this.getNodeParameter(name, '');
  const has = (operations: readonly string[]): boolean => operations.includes(operation);
  const header = has(headerOperations) ? filled({ text: get('header') }) : {};
  // Left as it is when it has to be there: the gateway says what is missing.
  const message = [
    'audio',
    'sticker',
    'location',
    'contacts',
    'reaction',
    'template',
    'interactive',
  ].includes(type)
    ? {}
    : { message: asText(get('message')) };
  const body: IDataObject = {
    ...(request.body as IDataObject),
    ...(type === 'text' ? {} : { type }),
    ...(has(captionOperations) || type === 'product' ? filled(message) : message),
    ...(Object.keys(header).length > 0 ? { header } : {}),
    ...(has(footerOperations) ? filled({ footer: get('footer') }) : {}),
    ...builders[type]?.(get),
    ...(has(fileOperations) ? { media: await fileOf(this, operation === 'sendDocument') } : {}),
  };
  return { ...request, body };
}
