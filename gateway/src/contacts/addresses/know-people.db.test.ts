// One person under all their addresses: any order of messages, ids, stops, starts and merges leaves one person with one
// consent, and no address that gets around a stop.

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { personKey } from '../../platform/person-key.ts';
import { changeConsents, findOptedOut } from '../consent/change-consent.ts';
import { writeConsents } from '../consent/queries.ts';
import { mergeContacts, undoMerge } from '../merges/merge-contacts.ts';
import { saveContacts } from '../saving/save-contacts.ts';
import { contactWrite } from '../tests-support/contact-write.ts';
import type { Address } from './address.ts';
import { knowPeople } from './know-people.ts';

const database = await useDatabase();
const pool = database.openPool(4);

const phone = (value: string): Address => ({ kind: 'phone', value });
const bsuid = (value: string): Address => ({ kind: 'bsuid', value });
const username = (value: string): Address => ({ kind: 'username', value });

const know = async (companyId: string, ...addresses: Address[]): Promise<string> => {
  const [person] = await knowPeople(pool, [{ companyId, addresses }]);
  return person?.contactId ?? '';
};

const say = async (
  companyId: string,
  state: 'opted_in' | 'opted_out',
  addresses: Address[],
  at = new Date(),
) => await changeConsents(pool, [{ person: { companyId, addresses }, state, source: 'stop_word', at }]);

/** The pool, but before a statement of a transaction something else happens. */
const poolWith = (before: (text: string) => Promise<void>): pg.Pool => {
  const connect = async () => {
    const client = await pool.connect();
    const query = async (text: string, values?: unknown[]) => {
      await before(text);
      return await client.query(text, values);
    };
    return Object.assign(Object.create(client), { query });
  };
  return Object.assign(Object.create(pool), { connect, query: pool.query.bind(pool) });
};

const isRefused = async (companyId: string, address: string): Promise<boolean> =>
  (await findOptedOut(pool, companyId, [address])).has(address);

describe('the key of a person in the database', () => {
  it('is the one of the code, for any address', async () => {
    const digits = fc.tuple(
      fc.constantFrom('+55', '+52', '+54', '+966', '+1', 'US.'),
      fc.stringMatching(/^[0-9]{5,13}$/),
    );
    const addresses = [
      ...fc.sample(digits, 500).map(([start, rest]) => `${start}${rest}`),
      ...['+5531987654321', '+553187654321', '+5215512345678', '+5491123456789', '+5511941234567'],
    ];
    const rows = await database.query<{ key: string }>(
      'select person_key(address) as key from unnest($1::text[]) as row (address)',
      [addresses],
    );
    expect(rows.map(({ key }) => key)).toEqual(addresses.map(personKey));
  });
});

describe('people', () => {
  it('that are merged between the lookup of the person and of their words are looked up again', async () => {
    const companyId = newUuid();
    const gone = await know(companyId, bsuid('US.1'));
    const kept = await know(companyId, phone('+966501234567'));
    await know(companyId, bsuid('US.1'), phone('+966501234567'));
    const left = (await know(companyId, bsuid('US.1'))) === kept ? gone : kept;
    const stop = { state: 'opted_out', source: 'stop_word', at: new Date().toISOString() } as const;
    const row = {
      companyId,
      contactId: left,
      phoneNumber: null,
      messageId: null,
      changeId: newUuid(),
      ...stop,
    };
    expect(await writeConsents(pool, [row])).toMatchObject([{ contact_id: left, outcome: 'unsettled' }]);
    expect(await database.query('select 1 from contacts where id = $1', [left])).toEqual([]);
  });

  it.each([
    ['+5531987654321', '+553187654321'],
    ['+5215512345678', '+525512345678'],
    ['+5491123456789', '+541123456789'],
  ])('are the same under %s and %s', async (one, other) => {
    const companyId = newUuid();
    expect(await know(companyId, phone(one))).toBe(await know(companyId, phone(other)));
    await say(companyId, 'opted_out', [phone(one)]);
    expect(await isRefused(companyId, other)).toBe(true);
  });

  it('with user ids only are as many as their ids', async () => {
    const companyId = newUuid();
    const people = Array.from({ length: 1_000 }, (_, index) => ({
      companyId,
      addresses: [bsuid(`US.${1_000_000 + index}`)],
    }));
    const known = await knowPeople(pool, people);
    expect(new Set(known.map(({ contactId }) => contactId)).size).toBe(1_000);
  });

  it('become one when a number turns up, with the stricter consent, and can be parted again', async () => {
    const companyId = newUuid();
    await say(companyId, 'opted_out', [bsuid('US.77')]);
    await say(companyId, 'opted_in', [phone('+966501111111')]);
    expect(await isRefused(companyId, '+966501111111')).toBe(false);
    const merged = await know(companyId, phone('+966501111111'), bsuid('US.77'));
    expect(await isRefused(companyId, '+966501111111')).toBe(true);
    expect(await isRefused(companyId, 'US.77')).toBe(true);
    const [row] = await database.query<{ id: string; kept_id: string }>(
      'select id, kept_id from contact_merges where company_id = $1',
      [companyId],
    );
    expect(row?.kept_id).toBe(merged);
    await undoMerge(pool, companyId, row?.id ?? '');
    expect(await know(companyId, phone('+966501111111'))).not.toBe(await know(companyId, bsuid('US.77')));
    // Consent only gets stricter.
    expect(await isRefused(companyId, '+966501111111')).toBe(true);
  });

  it('keep their username when it is theirs, and lose it to the next who uses it', async () => {
    const companyId = newUuid();
    const first = await know(companyId, bsuid('US.1'), username('@Sara'));
    const second = await know(companyId, bsuid('US.2'), username('@sara'));
    expect(second).not.toBe(first);
    const owners = await database.query<{ contact_id: string }>(
      `select contact_id from contact_addresses where company_id = $1 and kind = 'username'`,
      [companyId],
    );
    expect(owners).toEqual([{ contact_id: second }]);
  });

  it('that several processes learn of at once are one person', async () => {
    const companyId = newUuid();
    const lists = [
      [phone('+966502222222'), bsuid('US.9')],
      [bsuid('US.9')],
      [phone('+966502222222')],
      [phone('+966502222222'), bsuid('US.9'), username('@nine')],
    ];
    await Promise.all(lists.map((addresses) => know(companyId, ...addresses)));
    const ids = await Promise.all([know(companyId, phone('+966502222222')), know(companyId, bsuid('US.9'))]);
    expect(new Set(ids).size).toBe(1);
  });

  it('keep an address that is learned while they become one with another', async () => {
    const companyId = newUuid();
    const [number, id, newNumber] = [phone('+966501000001'), bsuid('US.8'), phone('+966501000002')];
    // The first of two people is kept, so the number is the one that moves.
    await know(companyId, id);
    await know(companyId, number);
    const committing = Promise.withResolvers<void>();
    const slow = poolWith(async (text) => {
      if (text !== 'commit') return;
      committing.resolve();
      await sleep(200);
    });
    const becomingOne = knowPeople(slow, [{ companyId, addresses: [number, id] }]);
    await committing.promise;
    await know(companyId, number, newNumber);
    await becomingOne;
    const owners = await database.query(
      'select distinct contact_id from contact_addresses where company_id = $1',
      [companyId],
    );
    expect(owners).toHaveLength(1);
  });

  it('stay stopped when they say so while they become one with another', async () => {
    for (let round = 0; round < 60; round += 1) {
      const companyId = newUuid();
      const [number, id] = [phone('+966501000001'), bsuid('US.8')];
      await know(companyId, number);
      await say(companyId, 'opted_in', [id]);
      await Promise.all([
        know(companyId, number, id),
        say(companyId, 'opted_out', [number], new Date(Date.now() + 5_000)),
      ]);
      expect(await isRefused(companyId, number.value), `number, round ${round}`).toBe(true);
      expect(await isRefused(companyId, id.value), `id, round ${round}`).toBe(true);
    }
  });

  it('stay stopped when they say so while they are parted again', async () => {
    const companyId = newUuid();
    const [number, id] = [phone('+966501000001'), bsuid('US.8')];
    await say(companyId, 'opted_in', [number]);
    await say(companyId, 'opted_in', [id]);
    await know(companyId, number, id);
    const [merge] = await database.query<{ id: string }>(
      'select id from contact_merges where company_id = $1',
      [companyId],
    );
    const committing = Promise.withResolvers<void>();
    const slow = poolWith(async (text) => {
      if (text !== 'commit') return;
      committing.resolve();
      await sleep(200);
    });
    const parting = undoMerge(slow, companyId, merge?.id ?? '');
    await committing.promise;
    // Not yet committed: the addresses still lead to the one contact that there is.
    await Promise.all([
      parting,
      say(companyId, 'opted_out', [number], new Date(Date.now() + 5_000)),
      say(companyId, 'opted_out', [id], new Date(Date.now() + 5_000)),
    ]);
    expect(await know(companyId, number)).not.toBe(await know(companyId, id));
    expect(await isRefused(companyId, number.value)).toBe(true);
    expect(await isRefused(companyId, id.value)).toBe(true);
  });

  it('added under another form of a number are the contact that is there', async () => {
    const companyId = newUuid();
    const [first, second] = await saveContacts(pool, companyId, [
      contactWrite('+5531987654321', 'a'),
      contactWrite('+553187654321', 'b'),
    ]);
    expect(second?.id).toBe(first?.id);
    expect([first?.outcome, second?.outcome]).toEqual(['created', 'updated']);
  });
});

/** The events of the property test are about these six addresses of at most three people. */
const addresses: readonly Address[] = [
  phone('+5531987654321'),
  phone('+553187654321'),
  phone('+966501234567'),
  bsuid('US.100'),
  bsuid('US.200'),
  { kind: 'parent_bsuid', value: 'US.ENT.300' },
];
const some = fc.uniqueArray(fc.constantFrom(...addresses), {
  minLength: 1,
  maxLength: 2,
  selector: ({ value }) => value,
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('received' as const), of: some }),
  fc.record({ kind: fc.constantFrom('stop' as const, 'start' as const), of: some }),
  fc.record({
    kind: fc.constant('merge' as const),
    of: fc.tuple(fc.constantFrom(...addresses), fc.constantFrom(...addresses)),
  }),
);

describe('any order of messages, ids, stops, starts and merges', () => {
  it('leaves one consent to a person, never weaker than their last word', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        runs += 1;
        const companyId = newUuid();
        // The model: groups of keys, each with the last word of its people, where a merge takes the stricter one.
        const groups = new Map<string, { keys: Set<string>; word: 'in' | 'out' | null }>();
        const groupOf = (address: Address) => {
          const key = personKey(address.value);
          const found = groups.get(key) ?? { keys: new Set([key]), word: null };
          groups.set(key, found);
          return found;
        };
        const join = (of: readonly Address[]) => {
          const all = of.map(groupOf);
          const words = all.map(({ word }) => word);
          const word = words.includes('out') ? 'out' : (words.find((one) => one !== null) ?? null);
          const joined = {
            keys: new Set(all.flatMap(({ keys }) => [...keys])),
            word: word as 'in' | 'out' | null,
          };
          for (const key of joined.keys) groups.set(key, joined);
          return joined;
        };
        let time = Date.now() - 1_000_000;
        for (const { kind, of } of steps) {
          time += 10_000;
          const group = join(of);
          if (kind === 'received') await know(companyId, ...of);
          if (kind === 'merge') {
            const [keptId, goneId] = [await know(companyId, of[0]), await know(companyId, of[1])];
            if (keptId !== goneId) await mergeContacts(pool, { companyId, keptId, goneId, source: 'api' });
          }
          if (kind === 'stop' || kind === 'start') {
            await say(companyId, kind === 'stop' ? 'opted_out' : 'opted_in', [...of], new Date(time));
            group.word = kind === 'stop' ? 'out' : 'in';
          }
        }
        for (const address of addresses) {
          if (!groups.has(personKey(address.value))) continue;
          expect(await isRefused(companyId, address.value), address.value).toBe(
            groupOf(address).word === 'out',
          );
        }
        const persons = new Set([...groups.values()]);
        const ids = await Promise.all(
          [...persons].map(async ({ keys }) => {
            const rows = await database.query<{ contact_id: string }>(
              'select distinct contact_id from contact_addresses where company_id = $1 and key = any ($2::text[])',
              [companyId, [...keys]],
            );
            return rows.length;
          }),
        );
        expect(ids.every((count) => count === 1)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(runs).toBeGreaterThanOrEqual(60);
  });
});
