// Look-ups of addresses for other rooms: whether a person is known by one, and by which others they are known.

import type pg from 'pg';
import { personKey } from '../../platform/person-key.ts';
import { findAddresses, findKeysOfPerson } from './queries.ts';

/** Which of these numbers belong to people whom the company knows. */
export const findKnownNumbers = async (
  pool: pg.Pool,
  companyId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (numbers.length === 0) return new Set();
  const keys = numbers.map((number) => ({ companyId, key: personKey(number) }));
  const known = new Set((await findAddresses(pool, keys)).map(({ key }) => key));
  return new Set(numbers.filter((number) => known.has(personKey(number))));
};

/** The keys of the person with this address, its own among them. */
export const findPersonKeys = async (
  pool: pg.Pool,
  companyId: string,
  address: string,
): Promise<readonly string[]> => {
  const key = personKey(address);
  return [...new Set([key, ...(await findKeysOfPerson(pool, companyId, key))])];
};
