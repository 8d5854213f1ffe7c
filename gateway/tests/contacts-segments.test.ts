// Segments: filters with a name, who they mean, and how many; and the same filter as a part of a statement.

import type { Contact } from '@hudhud/contract/contacts.ts';
import type { ContactCount, ContactFilter, Segment } from '@hudhud/contract/segments.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileAudience } from '../src/contacts/audience.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const other = await gateway.createCompany();

for (const [name, type] of [
  ['city', 'text'],
  ['age', 'number'],
  ['born', 'date'],
  ['member', 'boolean'],
])
  await company.call('POST', '/api/v1/contact-fields', { body: { name, type } });
const store = (await company.call<{ id: string }>('POST', '/api/v1/stores', { body: { name: 'Main' } })).body
  .id;

const people = [
  { name: 'A', tags: ['vip', 'new'], fields: { city: 'Riyadh', age: 30, born: '1990-05-01', member: true } },
  { name: 'B', tags: ['vip'], language: 'ar', fields: { city: 'Jeddah', age: 8, member: false } },
  { name: 'C', tags: ['old'], store_id: store, fields: { city: 'riyadh north', born: '2001-01-01' } },
  { name: 'D', consent: { state: 'opted_in' } },
];
for (const [index, person] of people.entries())
  await company.call('POST', '/api/v1/contacts', {
    body: { phone_number: `+96650123456${index}`, ...person },
  });
await other.call('POST', '/api/v1/contacts', { body: { phone_number: '+966501234560', tags: ['vip'] } });
await gateway.database.query(
  `update contacts set last_seen_at = now() - interval '10 days' where company_id = $1 and name = 'A'`,
  [company.uuid],
);
await gateway.database.query(
  `update contacts set last_seen_at = now() - interval '1 hour' where company_id = $1 and name = 'B'`,
  [company.uuid],
);

const count = (filter: ContactFilter) =>
  company.call<ContactCount>('POST', '/api/v1/contacts/count', { body: { filter } });

const create = (name: string, filter: ContactFilter) =>
  company.call<Segment>('POST', '/api/v1/segments', { body: { name, filter } });

const membersOf = async (segment: Segment): Promise<string> => {
  const { body } = await company.get<{ data: Contact[] }>(
    `/api/v1/contacts?sort=name&segment_id=${segment.id}`,
  );
  return body.data.map(({ name }) => name).join('');
};

const field = (name: string, operator: string, value?: unknown) =>
  ({ fields: [{ name, operator, ...(value !== undefined && { value }) }] }) as ContactFilter;

describe('a segment', () => {
  it.each<[string, ContactFilter, string]>([
    ['everybody', {}, 'ABCD'],
    ['any of some tags', { tags_any: ['new', 'old'] }, 'AC'],
    ['all of some tags', { tags_all: ['vip', 'new'] }, 'A'],
    ['none of some tags', { tags_none: ['vip'] }, 'CD'],
    ['a consent', { consent: ['opted_in'] }, 'D'],
    ['a language', { languages: ['ar'] }, 'B'],
    ['a store', { store_ids: [store] }, 'C'],
    ['a text that is equal', field('city', 'equals', 'Riyadh'), 'A'],
    ['a text that is not', field('city', 'not_equals', 'Riyadh'), 'BCD'],
    ['a text that contains', field('city', 'contains', 'RIYADH'), 'AC'],
    ['a text that begins', field('city', 'starts_with', 'riyadh n'), 'C'],
    ['a larger number', field('age', 'greater_than', 8), 'A'],
    ['a number that is at least', field('age', 'at_least', 8), 'AB'],
    ['a smaller number', field('age', 'less_than', 9), 'B'],
    ['an earlier day', field('born', 'less_than', '2000-01-01'), 'A'],
    ['yes', field('member', 'equals', true), 'A'],
    ['a value that is there', field('age', 'is_set'), 'AB'],
    ['a value that is not there', field('age', 'is_not_set'), 'CD'],
    [
      'one of some values',
      { fields: [{ name: 'city', operator: 'one_of', values: ['Riyadh', 'Jeddah'] }] },
      'AB',
    ],
    ['seen lately', { seen_within_days: 1 }, 'B'],
    ['not seen lately, or never', { not_seen_within_days: 1 }, 'ACD'],
    ['last seen before a moment', { seen_before: new Date(Date.now() - 86_400_000).toISOString() }, 'A'],
    ['added after a moment', { created_after: new Date(Date.now() + 60_000).toISOString() }, ''],
    ['several things at once', { tags_any: ['vip'], languages: ['ar'] }, 'B'],
    ['a search', { search: '66501234562' }, 'C'],
  ])('of %s means those people, and counts them', async (name, filter, expected) => {
    const made = await create(name, filter);
    expect(made.status, made.text).toBe(201);
    expect(await membersOf(made.body)).toBe(expected);
    const counted = await company.get<ContactCount>(`/api/v1/segments/${made.body.id}/count`);
    expect(counted.body).toEqual({ count: expected.length, is_exact: true });
    expect((await count(filter)).body.count).toBe(expected.length);
  });

  it.each<[string, object]>([
    ['a field that does not exist', field('town', 'equals', 'x')],
    ['a comparison that the field does not know', field('age', 'contains', '1')],
    ['an order of texts', field('city', 'greater_than', 'a')],
    ['a value of another type', field('age', 'equals', 'x')],
    ['a comparison without a value', field('city', 'equals')],
  ])('is refused with %s', async (_name, filter) => {
    expectProblem(await create('never', filter), 'contact_field_invalid');
  });

  it('has a name of its own, and can be changed and deleted', async () => {
    const { body } = await create('Twice', {});
    expectProblem(await create('TWICE', {}), 'segment_exists');
    const changed = await company.call<Segment>('PATCH', `/api/v1/segments/${body.id}`, {
      body: { filter: { tags_any: ['old'] } },
    });
    expect(changed.body).toMatchObject({ name: 'Twice', filter: { tags_any: ['old'] } });
    expect((await company.call('DELETE', `/api/v1/segments/${body.id}`)).status).toBe(204);
    expectProblem(await company.get(`/api/v1/segments/${body.id}`), 'segment_not_found');
  });

  it('can be narrowed by the query of a list', async () => {
    const { body } = await create('Very important', { tags_any: ['vip'] });
    const page = await company.get<{ data: Contact[] }>(
      `/api/v1/contacts?segment_id=${body.id}&field.city=Jeddah`,
    );
    expect(page.body.data.map(({ name }) => name)).toEqual(['B']);
  });
});

describe('a filter as a part of a statement', () => {
  it('freezes an audience by one insert', async () => {
    const { where, values } = compileAudience(company.uuid, { tags_any: ['vip'] }, 2);
    const rows = await gateway.database.query<{ phone_number: string }>(
      `with frozen as (select $1::text as campaign, phone_number from contacts where ${where})
       select phone_number from frozen where campaign = 'x' order by 1`,
      ['x', ...values],
    );
    expect(rows.map((row) => row.phone_number)).toEqual(['+966501234560', '+966501234561']);
  });

  it('holds whatever texts it is given as values, never as a part of the statement', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .map((value) => value.toWellFormed().replaceAll('\u0000', ''));
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.constantFrom('equals', 'contains', 'starts_with', 'less_than'),
        async (one, two, operator) => {
          const filter = {
            search: one,
            tags_any: [two],
            fields: [{ name: one.slice(0, 60), operator, value: two }],
          } as ContactFilter;
          const { where, values } = compileAudience(company.uuid, filter);
          await gateway.database.query(`select 1 from contacts where ${where}`, values);
        },
      ),
      { numRuns: 150 },
    );
  });
});
