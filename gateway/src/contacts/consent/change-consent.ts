// People opt out and in. Every change, from any source, is stored with its time, its source and its history, and sent
// to the company's webhooks. It is about the person, not about the address it came from.

import type pg from 'pg';
import { newUuid } from '../../platform/ids.ts';
import { personKey } from '../../platform/person-key.ts';
import { type Person, type PersonAddresses, phoneOf } from '../addresses/address.ts';
import { knowPeople } from '../addresses/know-people.ts';
import { findOptedOut as findOptedOutRows, type NewConsent, writeConsents } from './queries.ts';

export interface ConsentWish {
  readonly person: PersonAddresses;
  readonly state: 'opted_in' | 'opted_out';
  readonly source: string;
  readonly at: Date;
  readonly messageId?: string | null;
}

const keyOf = ({ companyId, contactId }: Person): string => `${companyId} ${contactId}`;

/** The last wish of each person counts. */
const lastOfEach = (wishes: readonly (ConsentWish & { readonly known: Person })[]): NewConsent[] => {
  const last = new Map<string, ConsentWish & { readonly known: Person }>();
  for (const wish of wishes) {
    const earlier = last.get(keyOf(wish.known));
    if (!earlier || earlier.at <= wish.at) last.set(keyOf(wish.known), wish);
  }
  return [...last.values()].map((wish) => ({
    ...wish.known,
    phoneNumber: phoneOf(wish.person.addresses),
    state: wish.state,
    source: wish.source,
    at: wish.at.toISOString(),
    messageId: wish.messageId ?? null,
    changeId: newUuid(),
  }));
};

const triesMax = 5;

export interface ChangedConsents {
  /** Everybody a wish was about, in the order of the wishes. */
  readonly people: readonly Person[];
  /** People whose consent has changed. */
  readonly changed: readonly Person[];
}

/**
 * Looks the people up again afterwards: two of them may have been merged in the meantime, or a merge undone. A wish that
 * found no contact, or went to somebody whose address it no longer is, is written again.
 */
export const changeConsents = async (
  pool: pg.Pool,
  wishes: readonly ConsentWish[],
): Promise<ChangedConsents> => {
  const people: Person[] = [];
  const changed: Person[] = [];
  let open = [...wishes.entries()];
  for (let tries = 1; open.length > 0; tries += 1) {
    if (tries > triesMax) throw new Error('a consent could not be settled');
    const found = await knowPeople(
      pool,
      open.map(([, { person }]) => person),
    );
    const known = open.map(([index, wish], place) => ({ ...wish, index, known: found[place] as Person }));
    for (const wish of known) people[wish.index] = wish.known;
    const unsettled = new Set<string>();
    for (const row of await writeConsents(pool, lastOfEach(known))) {
      const person = { companyId: row.company_id, contactId: row.contact_id };
      if (row.outcome === 'changed') changed.push(person);
      else unsettled.add(keyOf(person));
    }
    const now = await knowPeople(
      pool,
      open.map(([, { person }]) => person),
    );
    open = open.filter((_wish, place) => {
      const written = keyOf(found[place] as Person);
      return unsettled.has(written) || keyOf(now[place] as Person) !== written;
    });
  }
  return { people, changed };
};

/** Which of these addresses may not be written to. */
export const findOptedOut = async (
  pool: pg.Pool,
  companyId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> => {
  const keys = new Set(await findOptedOutRows(pool, companyId, [...new Set(addresses.map(personKey))]));
  return new Set(addresses.filter((address) => keys.has(personKey(address))));
};
