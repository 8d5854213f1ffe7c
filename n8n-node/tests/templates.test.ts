import { describe, expect, it } from 'vitest';
import type { IHttpRequestOptions, ILoadOptionsFunctions } from '../n8n-types';
import { getTemplateFields, getTemplates, keyOfField } from '../nodes/Hudhud/load-templates';
import { templateOf } from '../nodes/Hudhud/template-of-fields';

const fields = [
  { kind: 'header', name: 'image', label: 'Picture', required: true },
  { kind: 'variable', name: 'name', label: 'name', required: true },
  { kind: 'button', name: '1', label: 'Open', required: false },
];
const reminder = { name: 'reminder', language: 'ar', category: 'utility', fields };

/** The editor beside a gateway with two pages of templates. */
const editor = (template = ''): { context: ILoadOptionsFunctions; asked: IHttpRequestOptions[] } => {
  const asked: IHttpRequestOptions[] = [];
  const pages = [
    { data: [reminder], next_cursor: 'next' },
    { data: [{ ...reminder, name: 'bill', language: 'en', fields: [] }], next_cursor: null },
  ];
  const context: ILoadOptionsFunctions = {
    getNodeParameter: (name, fallback) => (name === 'template' ? template : fallback),
    getCredentials: async () => ({ baseUrl: 'http://gateway.test/' }),
    helpers: {
      async httpRequestWithAuthentication(_type, request) {
        asked.push(request);
        return pages[asked.length - 1];
      },
    },
  };
  return { context, asked };
};

describe('the templates of the editor', () => {
  it('are all that can be sent, with their language', async () => {
    const { context, asked } = editor();
    expect(await getTemplates.call(context)).toEqual([
      { name: 'bill (en, utility)', value: 'bill en' },
      { name: 'reminder (ar, utility)', value: 'reminder ar' },
    ]);
    expect(asked.map(({ url, qs }) => ({ url, qs }))).toEqual([
      { url: 'http://gateway.test/api/v1/templates', qs: { limit: 200, status: 'approved' } },
      {
        url: 'http://gateway.test/api/v1/templates',
        qs: { limit: 200, status: 'approved', cursor: 'next' },
      },
    ]);
  });

  it('give a field for each value that the chosen one takes', async () => {
    const { context, asked } = editor('reminder ar');
    const { fields: shown } = await getTemplateFields.call(context);
    expect(shown.map(({ id, displayName, required }) => [id, displayName, required])).toEqual([
      ['header.image', 'Picture', true],
      ['variable.name', 'name', true],
      ['button.1', 'Open', false],
    ]);
    expect(asked[0]?.qs).toMatchObject({ name: 'reminder', language: 'ar' });
  });

  it('give none while nothing is chosen', async () => {
    const { context, asked } = editor();
    expect(await getTemplateFields.call(context)).toEqual({ fields: [] });
    expect(asked).toEqual([]);
  });
});

describe('a template of fields', () => {
  it('puts every value where the API has it', () => {
    const field = (kind: string, name: string, card?: number) =>
      keyOfField({ kind, name, ...(card !== undefined && { card }) });
    expect(
      templateOf('spring en', {
        [field('variable', 'name')]: 'Sara',
        [field('header', 'location')]: '24.71, 46.67',
        [field('offer_expires_at', 'offer_expires_at')]: '2027-01-01T00:00:00Z',
        [field('variable', '1', 1)]: 'Boots',
        [field('header', 'product', 0)]: 'cat/shoe',
        [field('button', '1', 0)]: '42',
        [field('variable', 'empty')]: null,
      }),
    ).toEqual({
      name: 'spring',
      language: 'en',
      variables: { name: 'Sara' },
      header: { location: { latitude: 24.71, longitude: 46.67 } },
      offer_expires_at: '2027-01-01T00:00:00Z',
      cards: [
        {
          header: { product: { catalog_id: 'cat', product_id: 'shoe' } },
          buttons: [{ index: 1, value: '42' }],
        },
        { variables: { '1': 'Boots' } },
      ],
    });
  });

  it('leaves the language to the gateway when only a name is given', () => {
    expect(templateOf('reminder', {})).toEqual({ name: 'reminder' });
  });
});
