// People opt out and in. Whoever asks for the change, it is kept with its time, its source and its history, and told to the
// company's webhooks. It is about the person, whatever address it came from.

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
  /** Those whose consent is another one now. */
  readonly changed: readonly Person[];
}

export const changeConsents = async (
  pool: pg.Pool,
  wishes: readonly ConsentWish[],
): Promise<ChangedConsents> => {
  const people = await knowPeople(
    pool,
    wishes.map(({ person }) => person),
  );
  let left = lastOfEach(wishes.flatMap((wish, index) => ({ ...wish, known: people[index] as Person })));
  const changed: Person[] = [];
  for (let tries = 1; left.length > 0; tries += 1) {
    const outcomes = await writeConsents(pool, left);
    for (const { company_id: companyId, contact_id: contactId, outcome } of outcomes) {
      if (outcome === 'changed') changed.push({ companyId, contactId });
    }
    const unsettled = new Set(
      outcomes
        .filter(({ outcome }) => outcome === 'unsettled')
        .map((row) => keyOf({ companyId: row.company_id, contactId: row.contact_id })),
    );
    left = left.filter((row) => unsettled.has(keyOf(row)));
    if (left.length > 0 && tries >= triesMax) throw new Error('a consent could not be settled');
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
