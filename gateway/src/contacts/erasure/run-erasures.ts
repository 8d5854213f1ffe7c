// Forgets people on request: the contact at once, then their messages and everything that holds their words, one span
// of time after the other, from the latest back. Each span can be repeated without harm.

import type pg from 'pg';
import { inTransaction, isTakingTooLong } from '../../platform/database/database.ts';
import { firstUuidAt, newUuid, timeOfUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { type AddressRow, listAddresses } from '../addresses/queries.ts';
import {
  advanceErasure,
  type ErasureRow,
  finishErasure,
  forgetContact,
  forgetMergesOf,
  forgetRefusals,
  insertErasure,
  listWaitingErasures,
  lockForErasure,
} from './queries.ts';

export interface ErasedPerson {
  readonly companyId: string;
  /** Every address of the person, in every form that is known: numbers with their plus, user ids. */
  readonly addresses: readonly string[];
}

/** Erases the data of rooms above about a person, among rows between two ids. Answers how many messages were erased. */
export type EraseSpan = (person: ErasedPerson, fromId: string, belowId: string) => Promise<number>;

const shownDigits = 4;

/** An address as it was written, as WhatsApp writes it, and as its key. */
const formsOf = ({ key, value, wa_id: waId }: AddressRow): string[] =>
  [value, waId, key].filter((form) => form !== null);

/** Null when there is no such contact. `also` runs in the same transaction. */
export const startErasure = (
  pool: pg.Pool,
  companyId: string,
  contactId: string,
  also: (client: pg.ClientBase, erasure: { id: string; lastDigits: string }) => Promise<void>,
): Promise<string | null> =>
  inTransaction(pool, async (client) => {
    if (!(await lockForErasure(client, companyId, contactId))) return null;
    const rows = await listAddresses(client, companyId, [contactId]);
    const addresses = [...new Set(rows.flatMap((row) => formsOf(row)))];
    const id = newUuid();
    const lastDigits = (addresses[0] ?? '').slice(-shownDigits);
    await forgetContact(client, companyId, contactId);
    await forgetMergesOf(client, companyId, contactId);
    for (const number of addresses.filter((address) => address.startsWith('+'))) {
      await forgetRefusals(client, companyId, number.slice(-9));
    }
    await insertErasure(client, {
      company_id: companyId,
      id,
      contact_id: contactId,
      addresses,
      last_digits: lastDigits,
      below_id: firstUuidAt(Date.now() + dayMilliseconds),
    });
    await also(client, { id, lastDigits });
    return id;
  });

const shortestMilliseconds = 60_000;

/** A span with too much in it for one statement is cut in two. */
const eraseSpan = async (
  erase: EraseSpan,
  person: ErasedPerson,
  from: number,
  below: number,
): Promise<number> => {
  try {
    return await erase(person, firstUuidAt(from), firstUuidAt(below));
  } catch (error) {
    if (!isTakingTooLong(error) || below - from < shortestMilliseconds) throw error;
    const middle = Math.floor((from + below) / 2);
    const later = await eraseSpan(erase, person, middle, below);
    return later + (await eraseSpan(erase, person, from, middle));
  }
};

const runErasure = async (
  pool: pg.Pool,
  erase: EraseSpan,
  erasure: ErasureRow,
  oldest: number,
): Promise<void> => {
  const { company_id: companyId, addresses } = erasure;
  if (addresses === null) return;
  let row = erasure;
  for (;;) {
    const below = timeOfUuid(row.below_id).getTime();
    if (below <= oldest) return await finishErasure(pool, row);
    const from = below - dayMilliseconds;
    const erased = await eraseSpan(erase, { companyId, addresses }, from, below);
    const belowId = firstUuidAt(from);
    // Another process is doing it.
    if (!(await advanceErasure(pool, row, belowId, erased))) return;
    row = { ...row, below_id: belowId };
  }
};

export const runErasures = async (pool: pg.Pool, erase: EraseSpan, keptDays: number): Promise<void> => {
  const oldest = Date.now() - (keptDays + 2) * dayMilliseconds;
  for (const row of await listWaitingErasures(pool)) await runErasure(pool, erase, row, oldest);
};
