// Statements about many contacts look each one up, also for a company that PostgreSQL has no figures of yet.

import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { addNewCompany } from '../../tests/support/new-company.ts';
import { type StatementWork, watchWork } from '../../tests/support/statement-work.ts';
import { inTransaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import { findPersonKeys } from './addresses/find-people.ts';
import { knowPeople } from './addresses/know-people.ts';
import { findAddresses, listAddresses, noteWaIds } from './addresses/queries.ts';
import { compileFilter } from './audience/queries.ts';
import { changeConsents, findOptedOut } from './consent/change-consent.ts';
import { stripField } from './fields/queries.ts';
import { findExisting } from './imports/queries.ts';
import { noteSeen, setPhoneNumbers } from './incoming/queries.ts';
import { mergeContacts, undoMerge } from './merges/merge-contacts.ts';
import { foreseeMerge, listMerges } from './merges/queries.ts';
import {
  changeTags,
  deleteContact,
  findContact,
  findContactValues,
  listContacts,
  lockContact,
  updateContact,
} from './queries.ts';
import type { ContactWrite } from './saving/queries.ts';
import { saveContacts } from './saving/save-contacts.ts';
import { contactWrite } from './tests-support/contact-write.ts';
import { findTraits } from './traits/find-traits.ts';

const database = await useDatabase();
const pool = database.openPool(1);
const watch = watchWork(pool);
const people = 1_000;
const { companyId, contacts } = await addNewCompany(database, people);
const keys = contacts.map(({ key }) => key);
const ids = contacts.map(({ id }) => id);
const numbers = contacts.map(({ phoneNumber }) => phoneNumber);
const at = (index: number) => contacts[index] as (typeof contacts)[number];

const expectFew = (work: StatementWork, rows: number): void => {
  expect(work.rows, work.text).toBeLessThanOrEqual(rows);
};

const toWrite = (phoneNumber: string, change: Partial<ContactWrite> = {}): ContactWrite =>
  contactWrite(phoneNumber, 'sara', { language: 'ar', fields: '{"city": "Jeddah"}', tags: ['a'], ...change });

describe('one contact', () => {
  const { id, key, phoneNumber } = at(people / 2);
  const one: readonly [string, () => Promise<unknown>][] = [
    ['is found', async () => expect(await findContact(pool, companyId, id)).toMatchObject({ id })],
    [
      'is locked',
      () =>
        inTransaction(pool, async (client) =>
          expect(await lockContact(client, companyId, id)).not.toBeNull(),
        ),
    ],
    [
      'is changed',
      async () => {
        const nothing = { phoneNumber: null, sortName: null, language: null, storeId: null, notes: null };
        const change = { ...nothing, name: 'Mona', fields: null, tags: null };
        expect(await updateContact(pool, companyId, id, change)).toBe(true);
      },
    ],
    ['is known by address', () => findAddresses(pool, [{ companyId, key }])],
    [
      'is found with all addresses',
      async () => expect(await findPersonKeys(pool, companyId, key)).toEqual([key]),
    ],
    ['shows addresses', async () => expect(await listAddresses(pool, companyId, [id])).toHaveLength(1)],
    ['is asked for consent', () => findOptedOut(pool, companyId, [phoneNumber])],
    ['is foreseen with another', () => foreseeMerge(pool, companyId, id, at(1).id)],
    ['is deleted', async () => expect(await deleteContact(pool, companyId, at(people - 1).id)).toBe(true)],
  ];

  it.each(one)('%s by key', async (_name, work) => {
    expectFew(await watch(work), 12);
  });
});

it('one of many who opts out is looked up by key', async () => {
  const { phoneNumber } = at(5);
  const person = { companyId, addresses: [{ kind: 'phone' as const, value: phoneNumber }] };
  const wish = { person, state: 'opted_out' as const, source: 'stop_word', at: new Date() };
  expectFew(await watch(() => changeConsents(pool, [wish])), 60);
});

describe('many contacts', () => {
  it('fill placeholders', async () => {
    const work = await watch(async () => {
      expect((await findContactValues(pool, companyId, keys)).length).toBeGreaterThan(people - 2);
    });
    expectFew(work, people * 12);
  });

  it('are asked for their traits', async () => {
    const work = await watch(async () => {
      expect((await findTraits(pool, companyId, numbers)).size).toBeGreaterThan(people - 2);
    });
    expectFew(work, people * 12);
  });

  it('are recognised before an import', async () => {
    const work = await watch(async () => {
      expect((await findExisting(pool, companyId, numbers)).size).toBeGreaterThan(people - 2);
    });
    expectFew(work, people * 12);
  });

  it('are imported when they are there already', async () => {
    const rows = numbers.map((number) => toWrite(number));
    const work = await watch(async () => {
      expect(await saveContacts(pool, companyId, rows)).toHaveLength(people);
    });
    expectFew(work, people * 40);
  });

  it('are imported and left as they are', async () => {
    const rows = numbers.map((number) => toWrite(number));
    const work = await watch(async () => {
      expect(await saveContacts(pool, companyId, rows, false)).toHaveLength(people);
    });
    expectFew(work, people * 40);
  });

  it('are imported when they are new, with their consent', async () => {
    const rows = Array.from({ length: people }, (_, index) =>
      toWrite(`+9715${10_000_000 + index}`, { consent: { state: 'opted_in', source: 'import' } }),
    );
    const work = await watch(async () => {
      expect(await saveContacts(pool, companyId, rows)).toHaveLength(people);
    });
    expectFew(work, people * 40);
  });

  it('get a tag', async () => {
    const work = await watch(() => changeTags(pool, companyId, ids, ['b'], ['a']));
    expectFew(work, people * 12);
  });

  it('lose a field', async () => {
    const work = await watch(async () => {
      const last = await stripField(pool, { companyId, name: 'city' }, ids[0] as string, people / 2);
      expect(last).not.toBeNull();
    });
    expectFew(work, people * 12);
  });

  it('show their addresses', async () => {
    const work = await watch(async () => {
      expect(await listAddresses(pool, companyId, ids.slice(0, 100))).toHaveLength(100);
    });
    expectFew(work, 600);
  });

  it('are learned', async () => {
    const wanted = contacts.map(({ phoneNumber }, index) => ({
      companyId,
      addresses: [
        { kind: 'phone' as const, value: phoneNumber },
        { kind: 'bsuid' as const, value: `SA.${10_000 + index}` },
      ],
    }));
    const work = await watch(async () => {
      expect(await knowPeople(pool, wanted)).toHaveLength(people);
    });
    expectFew(work, people * 16);
  });

  it('get the names that WhatsApp has for them', async () => {
    const notes = contacts.map(({ key }) => ({ companyId, key, waId: `${key}0` }));
    expectFew(await watch(() => noteWaIds(pool, notes)), people * 12);
  });

  it('are seen', async () => {
    const seen = contacts.map(({ id, phoneNumber }) => ({
      companyId,
      contactId: id,
      phoneNumber,
      name: 'Sara',
      sortName: 'sara',
      at: new Date().toISOString(),
      isWanted: true,
    }));
    expectFew(await watch(() => noteSeen(pool, seen)), people * 16);
  });

  it('get new numbers', async () => {
    const moved = ids.map((contactId, index) => ({
      companyId,
      contactId,
      phoneNumber: `+9725${10_000_000 + index}`,
    }));
    expectFew(await watch(() => setPhoneNumbers(pool, moved)), people * 16);
  });

  it('opt out', async () => {
    const wishes = numbers.map((value) => ({
      person: { companyId, addresses: [{ kind: 'phone' as const, value }] },
      state: 'opted_out' as const,
      source: 'stop_word',
      at: new Date(),
    }));
    expectFew(await watch(() => changeConsents(pool, wishes)), people * 40);
    const work = await watch(async () => {
      expect((await findOptedOut(pool, companyId, numbers)).size).toBeGreaterThan(people - 2);
    });
    expectFew(work, people * 4);
  });
});

describe('two contacts that are one person', () => {
  it('are merged and parted by their keys', async () => {
    const [kept, gone] = [at(10), at(11)];
    let id = '';
    const merging = await watch(async () => {
      ({ id } = await mergeContacts(pool, { companyId, keptId: kept.id, goneId: gone.id, source: 'api' }));
    });
    expectFew(merging, 20);
    expectFew(await watch(() => listMerges(pool, companyId, kept.id)), 4);
    expectFew(await watch(() => undoMerge(pool, companyId, id)), 20);
  });
});

describe('a page of a list', () => {
  const condition = compileFilter(companyId, {});

  beforeAll(async () => {
    await database.query(
      `update contacts set sort_name = 'name ' || phone_number, last_seen_at = now() - make_interval(mins => 1)
       where company_id = $1`,
      [companyId],
    );
    await database.query('analyze contacts');
  });

  it.each(['name', 'last_seen', 'created'] as const)('by %s ends where it is full', async (sort) => {
    const work = await watch(async () => {
      const rows = await listContacts(pool, condition, sort, null, 50);
      expect(rows).toHaveLength(51);
    });
    expectFew(work, 51 * 5);
  });

  it.each([
    ['end', '10000123', 2],
    ['beginning', '+97251000012', 10],
  ])('of people with this %s of a number is read from its index', async (_name, search, count) => {
    const found = compileFilter(companyId, { search });
    const work = await watch(async () => {
      expect(await listContacts(pool, found, 'name', null, 50)).toHaveLength(count);
    });
    expectFew(work, count * 8 + 16);
  });

  it.each([
    ['name', 'asc'],
    ['created', 'desc'],
  ] as const)('by %s of people whose name many have does not read all of them', async (sort, order) => {
    const many = 6_000;
    const ids = Array.from({ length: many }, () => newUuid());
    const of = newUuid();
    await database.query(
      `insert into contacts (company_id, id, phone_number, name, sort_name)
       select $1, id, '+96659' || (1000000 + n), 'Khan', 'khan ' || (1000000 + n)
       from unnest($2::uuid[]) with ordinality as row (id, n)`,
      [of, ids],
    );
    const frequent = compileFilter(of, { search: 'khan' });
    const work = await watch(async () => {
      const rows = await listContacts(pool, frequent, sort, null, 50);
      const expected = order === 'asc' ? ids.slice(0, 51) : ids.toReversed().slice(0, 51);
      expect(rows.map(({ id }) => id)).toEqual(expected);
    });
    // Each part of a plan counts the rows that pass through it.
    expectFew(work, 4_000);
  });

  it('of people whose name many have, all at the end of the list, is complete', async () => {
    const of = newUuid();
    await database.query(
      `insert into contacts (company_id, id, phone_number, name, sort_name)
       select $1, gen_random_uuid(), '+96658' || (1000000 + n), 'A', case when n <= 4000 then 'ali ' else 'zain ' end || n
       from generate_series(1, 5200) n`,
      [of],
    );
    const rows = await listContacts(pool, compileFilter(of, { search: 'zain' }), 'name', null, 50);
    expect(rows.map((row) => row.sort_name)).toEqual(
      Array.from({ length: 51 }, (_, index) => `zain ${4_001 + index}`),
    );
  });

  it('of people who were seen lately is read from its index', async () => {
    const seen = compileFilter(companyId, { seen_within_days: 1 });
    expectFew(await watch(() => listContacts(pool, seen, 'last_seen', null, 50)), 51 * 5);
  });
});

it('no index that begins with the company offers itself for a look by another key', async () => {
  const offering = await database.query(
    `select indexrelid::regclass::text as name
     from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0] and attname = 'company_id'
     where indrelid = any ($1::regclass[]) and not indisprimary and indpred is null`,
    [
      [
        'contacts',
        'contact_addresses',
        'contact_merges',
        'consent_changes',
        'conversation_windows',
        'segments',
      ],
    ],
  );
  expect(offering).toEqual([]);
});
