// Contacts by the API: one, many, found again, and gone.

import type { BulkContactsAnswer, Contact } from '@hudhud/contract/contacts.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { type TestCompany, useGateway } from './support/gateway.ts';
import { type ListPage, readPages } from './support/read-pages.ts';

const gateway = await useGateway({ environment: { ROLES: 'api,campaigns' } });

type Page = ListPage<Contact>;

const create = (company: TestCompany, body: object) =>
  company.call<Contact>('POST', '/api/v1/contacts', { body });
const put = (company: TestCompany, phone: string, body: object) =>
  company.call<Contact>('PUT', `/api/v1/contacts/by-phone/${phone}`, { body });
const list = async (company: TestCompany, query = ''): Promise<Page> => {
  const answer = await company.get<Page>(`/api/v1/contacts?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const names = async (company: TestCompany, query: string): Promise<string[]> =>
  (await list(company, query)).data.map(({ name }) => name);
const addField = (company: TestCompany, body: object) =>
  company.call('POST', '/api/v1/contact-fields', { body });

describe('a contact', () => {
  it('is added with everything that is known of the person, and read back', async () => {
    const company = await gateway.createCompany();
    await addField(company, { name: 'city', type: 'text' });
    await addField(company, { name: 'visits', type: 'number' });
    const made = await create(company, {
      phone_number: '+966 50 123 4567',
      name: 'سارة أحمد',
      language: 'ar',
      notes: 'Prefers mornings',
      tags: ['vip', 'clinic', 'vip'],
      fields: { city: 'Riyadh', visits: 3 },
      consent: { state: 'opted_in', source: 'order form' },
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      phone_number: '+966501234567',
      name: 'سارة أحمد',
      language: 'ar',
      notes: 'Prefers mornings',
      tags: ['clinic', 'vip'],
      fields: { city: 'Riyadh', visits: 3 },
      consent: { state: 'opted_in', source: 'order form' },
      last_seen_at: null,
    });
    const read = await company.get<Contact>(`/api/v1/contacts/${made.body.id}`);
    expect(read.body).toEqual(made.body);
  });

  it('is refused when the number belongs to another one already', async () => {
    const company = await gateway.createCompany();
    await create(company, { phone_number: '+966501234567' });
    expectProblem(await create(company, { phone_number: '00966501234567' }), 'contact_exists');
  });

  it('is refused with an impossible number, and with one that lacks its country', async () => {
    const company = await gateway.createCompany();
    expectProblem(await create(company, { phone_number: '+123' }), 'invalid_phone_number');
    expectProblem(await create(company, { phone_number: '0501234567' }), 'default_country_missing');
  });

  it('may have a local number once the company has a country', async () => {
    const company = await gateway.createCompany();
    await company.call('PATCH', '/api/v1/contact-settings', { body: { default_country: 'SA' } });
    const made = await create(company, { phone_number: '٠٥٠١٢٣٤٥٦٧' });
    expect(made.body.phone_number).toBe('+966501234567');
  });

  it('is refused with a field that does not exist or does not fit', async () => {
    const company = await gateway.createCompany();
    await addField(company, { name: 'born', type: 'date' });
    const body = (fields: object) => ({ phone_number: '+966501234567', fields });
    expectProblem(await create(company, body({ town: 'x' })), 'contact_field_invalid');
    expectProblem(await create(company, body({ born: '2026-02-30' })), 'contact_field_invalid');
    expectProblem(await create(company, body({ born: 5 })), 'contact_field_invalid');
  });

  it('is changed: what is left out stays, null takes a value away', async () => {
    const company = await gateway.createCompany();
    await addField(company, { name: 'city', type: 'text' });
    await addField(company, { name: 'job', type: 'text' });
    const { body: made } = await create(company, {
      phone_number: '+966501234567',
      name: 'Sara',
      language: 'ar',
      tags: ['a'],
      fields: { city: 'Riyadh', job: 'nurse' },
    });
    const changed = await company.call<Contact>('PATCH', `/api/v1/contacts/${made.id}`, {
      body: { language: null, fields: { job: null }, phone_number: '+966501234568' },
    });
    expect(changed.body).toMatchObject({
      phone_number: '+966501234568',
      name: 'Sara',
      language: null,
      tags: ['a'],
      fields: { city: 'Riyadh' },
    });
    expect(changed.body.fields).not.toHaveProperty('job');
  });

  it('does not take the number of another one', async () => {
    const company = await gateway.createCompany();
    await create(company, { phone_number: '+966501234567' });
    const { body: other } = await create(company, { phone_number: '+966501234568' });
    const change = { body: { phone_number: '+966501234567' } };
    expectProblem(await company.call('PATCH', `/api/v1/contacts/${other.id}`, change), 'contact_exists');
  });

  it('is gone once it is deleted', async () => {
    const company = await gateway.createCompany();
    const { body: made } = await create(company, { phone_number: '+966501234567' });
    expect((await company.call('DELETE', `/api/v1/contacts/${made.id}`)).status).toBe(204);
    expectProblem(await company.get(`/api/v1/contacts/${made.id}`), 'contact_not_found');
    expect((await list(company)).data).toEqual([]);
  });
});

describe('PUT by phone', () => {
  it('adds the person, then changes the same one', async () => {
    const company = await gateway.createCompany();
    const first = await put(company, '966501234567', { name: 'Sara', tags: ['a'] });
    const second = await put(company, '+966501234567', { name: 'Sara Ahmed' });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toMatchObject({ id: first.body.id, name: 'Sara Ahmed', tags: ['a'] });
  });

  it('makes one contact of many requests at the same moment', async () => {
    const company = await gateway.createCompany();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => put(company, '+966501234567', { notes: `${index}` })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('many contacts in one request', () => {
  it('have a result each: created, updated or refused with the reason', async () => {
    const company = await gateway.createCompany();
    await create(company, { phone_number: '+966501234567', name: 'Old' });
    const contacts = [
      { phone_number: '+966501234567', name: 'New' },
      { phone_number: '+966501234568', name: 'Second' },
      { phone_number: 'nonsense' },
      { phone_number: '+966501234568' },
      { phone_number: '+966501234569', nmae: 'x' },
      'text',
    ];
    const { body, status } = await company.call<BulkContactsAnswer>('POST', '/api/v1/contacts/bulk', {
      body: { contacts },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 1, updated: 1, refused: 4 });
    expect(body.results.map(({ status: outcome, code }) => code ?? outcome)).toEqual([
      'updated',
      'created',
      'invalid_phone_number',
      'contact_exists',
      'unknown_field',
      'wrong_type',
    ]);
    expect(await names(company, 'sort=name')).toEqual(['New', 'Second']);
  });

  it('may be ten thousand', async () => {
    const company = await gateway.createCompany();
    const contacts = Array.from({ length: 10_000 }, (_, index) => ({
      phone_number: `+9665${String(index).padStart(8, '0')}`,
      name: `Person ${index}`,
      tags: [`group ${index % 7}`],
    }));
    const first = await company.call<BulkContactsAnswer>('POST', '/api/v1/contacts/bulk', {
      body: { contacts },
    });
    expect(first.body).toMatchObject({ created: 10_000, updated: 0, refused: 0 });
    const again = await company.call<BulkContactsAnswer>('POST', '/api/v1/contacts/bulk', {
      body: { contacts },
    });
    expect(again.body).toMatchObject({ created: 0, updated: 10_000, refused: 0 });
  }, 180_000);

  it('get and lose tags together', async () => {
    const company = await gateway.createCompany();
    const one = (await create(company, { phone_number: '+966501234567', tags: ['old'] })).body.id;
    const two = (await create(company, { phone_number: '+966501234568' })).body.id;
    const changed = await company.call('POST', '/api/v1/contacts/tags', {
      body: { contact_ids: [one, two], add: ['new'], remove: ['old'] },
    });
    expect(changed.body).toEqual({ changed: 2 });
    const used = await company.get<{ data: object[] }>('/api/v1/contacts/tags');
    expect(used.body.data).toEqual([{ tag: 'new', contacts: 2 }]);
  });
});

describe('the list', async () => {
  const company = await gateway.createCompany();
  await addField(company, { name: 'city', type: 'text' });
  await addField(company, { name: 'age', type: 'number' });
  const people = [
    {
      phone_number: '+966501111111',
      name: 'Sara Ahmed',
      tags: ['vip', 'a'],
      fields: { city: 'Riyadh', age: 30 },
    },
    { phone_number: '+966502222222', name: 'أحمد علي', tags: ['vip'], fields: { city: 'جدة', age: 8 } },
    { phone_number: '+20101234567', name: 'Mohammed Ali', language: 'ar', fields: { city: 'Cairo' } },
    { phone_number: '+14155552671', name: "O'Brien \\ 100%", consent: { state: 'opted_in' } },
  ];
  for (const person of people) await create(company, person);

  it.each([
    ['the beginning of any word of the name', 'q=ahm', ['Sara Ahmed']],
    ['several words', 'q=moh al', ['Mohammed Ali']],
    ['Arabic in another spelling', `q=${encodeURIComponent('احـمد')}`, ['أحمد علي']],
    ['a name with signs in it', `q=${encodeURIComponent("o'bri")}`, ["O'Brien \\ 100%"]],
    ['the beginning of the number', 'q=%2B96650111', ['Sara Ahmed']],
    ['the end of the number', 'q=2222', ['أحمد علي']],
    ['the number as people at home write it', 'q=0501111111', ['Sara Ahmed']],
    ['a tag', 'tag=a', ['Sara Ahmed']],
    ['all of several tags', 'tag=vip,a', ['Sara Ahmed']],
    ['a field', 'field.city=Riyadh', ['Sara Ahmed']],
    ['a field of numbers', 'field.age=8', ['أحمد علي']],
    ['the consent', 'consent=opted_in', ["O'Brien \\ 100%"]],
    ['the language', 'language=ar', ['Mohammed Ali']],
    ['nothing that is there', 'q=nobody', []],
  ])('is searched by %s', async (_name, query, expected) => {
    expect(await names(company, query)).toEqual(expected);
  });

  it.each(['created', 'name', 'last_seen'])('is read page by page, sorted by %s', async (sort) => {
    const whole = (await list(company, `sort=${sort}`)).data.map(({ id }) => id);
    const pages = await readPages<Contact>(company, `/api/v1/contacts?sort=${sort}&limit=1`);
    expect(pages.map(({ id }) => id)).toEqual(whole);
    expect(pages).toHaveLength(4);
  });

  it('refuses the cursor of another order', async () => {
    const { next_cursor: cursor } = await list(company, 'sort=name&limit=1');
    expectProblem(await company.get(`/api/v1/contacts?cursor=${cursor}`), 'invalid_cursor');
  });

  it('refuses a field that the company does not have', async () => {
    expectProblem(await company.get('/api/v1/contacts?field.town=x'), 'contact_field_invalid');
  });

  it('is exported as a file that does no harm and can be read again', async () => {
    const other = await gateway.createCompany();
    await addField(other, { name: 'note', type: 'text' });
    await create(other, {
      phone_number: '+966501111111',
      name: '=HYPERLINK("x")',
      fields: { note: 'a;b\n"c"' },
    });
    const { text, headers } = await other.get('/api/v1/contacts/export');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, line] = text.split('\r\n');
    expect(heading).toContain('phone_number,name,language');
    expect(line).toContain(`+966501111111,"'=HYPERLINK(""x"")"`);
    expect(text).toContain('"a;b\n""c"""');
  });
});

describe('a field of the company', () => {
  it('cannot be called like something that every contact has, nor be there twice', async () => {
    const company = await gateway.createCompany();
    expectProblem(await addField(company, { name: 'Name', type: 'text' }), 'contact_field_reserved');
    await addField(company, { name: 'city', type: 'text' });
    expectProblem(await addField(company, { name: 'city', type: 'number' }), 'contact_field_exists');
  });

  it('holds one of its choices, however it is spelt', async () => {
    const company = await gateway.createCompany();
    await addField(company, { name: 'size', type: 'choice', choices: ['Small', 'Large'] });
    const made = await create(company, { phone_number: '+966501234567', fields: { size: 'large' } });
    expect(made.body.fields).toEqual({ size: 'Large' });
  });

  it('takes its values with it when it is deleted, and then its name is free', async () => {
    const company = await gateway.createCompany();
    await addField(company, { name: 'city', type: 'text' });
    const { body: made } = await create(company, { phone_number: '+966501234567', fields: { city: 'x' } });
    expect((await company.call('DELETE', '/api/v1/contact-fields/city')).status).toBe(204);
    expect((await company.get<Contact>(`/api/v1/contacts/${made.id}`)).body.fields).toEqual({});
    await expect
      .poll(() => addField(company, { name: 'city', type: 'number' }).then(({ status }) => status), {
        timeout: 30_000,
      })
      .toBe(201);
    expect((await company.get<Contact>(`/api/v1/contacts/${made.id}`)).body.fields).toEqual({});
  });
});
