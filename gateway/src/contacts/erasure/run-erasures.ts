// Forgets people on request: the contact at once, then their messages and whatever holds their words, a span of time after
// the other, from the latest back. Each span is done again without harm.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { firstUuidAt, newUuid, timeOfUuid } from '../../platform/ids.ts';
import {
  advanceErasure,
  type ErasureRow,
  finishErasure,
  forgetContact,
  forgetRefusals,
  insertErasure,
  listWaitingErasures,
  lockNumber,
} from './queries.ts';

export interface ErasedPerson {
  readonly companyId: string;
  /** E.164. */
  readonly phoneNumber: string;
}

/** Erases what rooms above keep of a person, among what was made between two ids. Answers how many messages that were. */
export type EraseSpan = (person: ErasedPerson, fromId: string, belowId: string) => Promise<number>;

const dayMilliseconds = 86_400_000;
const shownDigits = 4;

/** Null when there is no such contact. `also` runs in the same transaction. */
export const startErasure = (
  pool: pg.Pool,
  companyId: string,
  contactId: string,
  also: (client: pg.ClientBase, erasure: { id: string; lastDigits: string }) => Promise<void>,
): Promise<string | null> =>
  inTransaction(pool, async (client) => {
    const phoneNumber = await lockNumber(client, companyId, contactId);
    if (phoneNumber === null) return null;
    const id = newUuid();
    const lastDigits = phoneNumber.slice(-shownDigits);
    await forgetContact(client, companyId, contactId);
    await forgetRefusals(client, companyId, phoneNumber.slice(-9));
    await insertErasure(client, {
      company_id: companyId,
      id,
      contact_id: contactId,
      phone_number: phoneNumber,
      last_digits: lastDigits,
      below_id: firstUuidAt(Date.now() + dayMilliseconds),
    });
    await also(client, { id, lastDigits });
    return id;
  });

const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '57014';

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
    if (!isTooSlow(error) || below - from < shortestMilliseconds) throw error;
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
  const { company_id: companyId, phone_number: phoneNumber } = erasure;
  if (phoneNumber === null) return;
  let row = erasure;
  for (;;) {
    const below = timeOfUuid(row.below_id).getTime();
    if (below <= oldest) return await finishErasure(pool, row);
    const from = below - dayMilliseconds;
    const erased = await eraseSpan(erase, { companyId, phoneNumber }, from, below);
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
