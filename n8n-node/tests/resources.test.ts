import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IExecutePaginationFunctions, INodeProperties, INodeType, RoutedRequest } from '../n8n-types';
import { explainRefusal } from '../nodes/Hudhud/explain-refusal';
import { readPages } from '../nodes/Hudhud/read-pages';
import { type BuiltPackage, buildPackage } from './built-package';
import { requestOf } from './declarative-request';

let built: BuiltPackage;
let node: INodeType;
beforeAll(() => {
  built = buildPackage();
  node = built.load('dist/nodes/Hudhud/Hudhud.node.js');
});
afterAll(() => built?.remove());

const credential = { baseUrl: 'https://hudhud.example.com', companyId: 'co_1', apiToken: 't' };
const request = (parameters: Record<string, unknown>, json = {}) =>
  requestOf(node, { parameters, json }, credential);

describe('Contact', () => {
  const contact = (operation: string, more = {}) => ({ resource: 'contact', operation, ...more });
  const additionalFields = {
    name: 'Sara',
    tags: ' vip, riyadh ,',
    consent: 'opted_in',
    consentSource: 'order form',
    customFields: {
      values: [
        { name: 'city', value: 'Riyadh' },
        { name: 'orders', value: '={{ 7 }}' },
      ],
    },
  };
  const body = {
    name: 'Sara',
    tags: ['vip', 'riyadh'],
    consent: { state: 'opted_in', source: 'order form' },
    fields: { city: 'Riyadh', orders: 7 },
  };

  it('is created with all that is known of a person', async () => {
    const made = await request(contact('create', { phoneNumber: '+966501234567', additionalFields }));
    expect(made).toMatchObject({ method: 'POST', url: '/api/v1/contacts' });
    expect(made.body).toEqual({ phone_number: '+966501234567', ...body });
  });

  it('is created or updated by its number, which is part of the path', async () => {
    const made = await request(contact('upsert', { phoneNumber: '+966501234567', additionalFields }));
    expect(made).toMatchObject({ method: 'PUT', url: '/api/v1/contacts/by-phone/%2B966501234567' });
    expect(made.body).toEqual(body);
  });

  it('is changed in what is given, and nothing else', async () => {
    const updateFields = { phoneNumber: '+966501234568', tags: '={{ $json.tags }}' };
    const made = await request(contact('update', { contactId: 'con_1', updateFields }), { tags: ['a', 'b'] });
    expect(made).toMatchObject({ method: 'PATCH', url: '/api/v1/contacts/con_1' });
    expect(made.body).toEqual({ phone_number: '+966501234568', tags: ['a', 'b'] });
  });

  it('has a body also when nothing is given, which n8n would leave out', async () => {
    expect((await request(contact('upsert', { phoneNumber: '+966501234567' }))).body).toBe('{}');
    expect((await request(contact('update', { contactId: 'con_1' }))).body).toBe('{}');
  });

  it.each([
    ['get', 'GET'],
    ['delete', 'DELETE'],
  ])('is found by its id: %s', async (operation, method) => {
    const made = await request(contact(operation, { contactId: 'con_1' }));
    expect(made).toMatchObject({ method, url: '/api/v1/contacts/con_1', body: {} });
  });

  it('is listed by what the filters say', async () => {
    const filters = { search: 'sa', tags: 'vip', consent: 'opted_in' };
    const made = await request(contact('getAll', { returnAll: true, filters }));
    expect(made).toMatchObject({ method: 'GET', url: '/api/v1/contacts' });
    expect(made.qs).toEqual({ q: 'sa', tag: 'vip', consent: 'opted_in' });
  });
});

describe('Campaign', () => {
  it.each([
    ['get', 'GET', ''],
    ['getStatistics', 'GET', '/statistics'],
    ['pause', 'POST', '/pause'],
    ['start', 'POST', '/start'],
  ])('%s', async (operation, method, end) => {
    const made = await request({ resource: 'campaign', operation, campaignId: 'cmp_1' });
    expect(made).toMatchObject({ method, url: `/api/v1/campaigns/cmp_1${end}` });
  });

  it('starts without the people who are left out on purpose', async () => {
    const parameters = { resource: 'campaign', operation: 'start', campaignId: 'cmp_1' };
    const made = await request({ ...parameters, exclude: ['duplicate'] });
    expect(made.body).toEqual({ exclude: ['duplicate'] });
    // n8n leaves out an empty body, so there is always something in it.
    expect((await request(parameters)).body).toEqual({ exclude: [] });
  });
});

describe('every operation', () => {
  it('explains a refusal', () => {
    const operations = node.description.properties.filter(({ name }) => name === 'operation');
    const all = operations.flatMap((property) => property.options as INodeProperties[]);
    expect(all).toHaveLength(35);
    for (const { name, routing } of all)
      expect(routing?.output?.postReceive[0], name).toBeInstanceOf(Function);
  });
});

describe('Get Many', () => {
  const pages = (total: number, parameters: Record<string, unknown>) => {
    const asked: unknown[] = [];
    const context = {
      getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
      async makeRoutingRequest({ options }: RoutedRequest) {
        asked.push(options.qs);
        const { limit, cursor = '0' } = options.qs as { limit: number; cursor?: string };
        const from = Number(cursor);
        const data = Array.from({ length: Math.min(limit, total - from) }, (_, at) => ({ id: from + at }));
        const next_cursor = from + data.length < total ? String(from + data.length) : null;
        return [{ json: { data, next_cursor } }];
      },
    } as unknown as IExecutePaginationFunctions;
    const items = readPages.call(context, { options: { url: '/x', qs: { tag: 'vip' } } });
    return { asked, items };
  };

  it('reads all pages when all are wanted', async () => {
    const { asked, items } = pages(450, { returnAll: true });
    expect((await items).map(({ json }) => json.id)).toEqual(Array.from({ length: 450 }, (_, at) => at));
    expect(asked).toEqual([
      { tag: 'vip', limit: 200 },
      { tag: 'vip', limit: 200, cursor: '200' },
      { tag: 'vip', limit: 200, cursor: '400' },
    ]);
  });

  it('reads no more than is wanted', async () => {
    const { asked, items } = pages(450, { limit: 250 });
    expect(await items).toHaveLength(250);
    expect(asked).toEqual([
      { tag: 'vip', limit: 200 },
      { tag: 'vip', limit: 50, cursor: '200' },
    ]);
  });

  it('is content with none', async () => {
    expect(await pages(0, {}).items).toEqual([]);
  });
});

describe('a refusal', () => {
  const explain = (statusCode: number, body: unknown) =>
    explainRefusal.call({} as IExecutePaginationFunctions, [{ json: {} }], { statusCode, body });

  it('is thrown in the words of the gateway', async () => {
    const problem = {
      title: 'The phone number is not valid',
      detail: 'Check the number.',
      code: 'invalid_phone_number',
      request_id: 'req_1',
      errors: [{ pointer: '/to', detail: 'Too short.' }],
    };
    const expected = {
      message: 'The phone number is not valid',
      description: 'Check the number. /to: Too short. (code invalid_phone_number, request req_1)',
      statusCode: 422,
    };
    await expect(explain(422, problem)).rejects.toMatchObject(expected);
    await expect(explain(422, JSON.stringify(problem))).rejects.toMatchObject(expected);
  });

  it('may come from somebody else', async () => {
    const expected = { message: 'The gateway answered 502', description: '<h1>nginx</h1>' };
    await expect(explain(502, '<h1>nginx</h1>')).rejects.toMatchObject(expected);
  });

  it('is not seen in a good answer', async () => {
    expect(await explain(200, { code: 'x' })).toEqual([{ json: {} }]);
  });
});
