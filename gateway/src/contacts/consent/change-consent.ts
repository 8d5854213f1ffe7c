// People opt out and in. Whoever asks for the change, it is kept with its time, its source and its history, and told to the
// company's webhooks.

import { newUuid } from '../../platform/ids.ts';
import type { Queryable } from '../queries.ts';
import { findOptedOut as findOptedOutRows, type NewConsent, writeConsents } from './queries.ts';

export interface ConsentWish {
  readonly companyId: string;
  readonly phoneNumber: string;
  readonly state: 'opted_in' | 'opted_out';
  readonly source: string;
  readonly at: Date;
  readonly messageId?: string | null;
}

export interface Person {
  readonly companyId: string;
  readonly phoneNumber: string;
}

const keyOf = ({ companyId, phoneNumber }: Person): string => `${companyId} ${phoneNumber}`;

/** The last wish of each person counts. */
const lastOfEach = (wishes: readonly ConsentWish[]): ConsentWish[] => {
  const last = new Map<string, ConsentWish>();
  for (const wish of wishes) {
    const earlier = last.get(keyOf(wish));
    if (!earlier || earlier.at <= wish.at) last.set(keyOf(wish), wish);
  }
  return [...last.values()];
};

const toRow = (wish: ConsentWish): NewConsent => ({
  companyId: wish.companyId,
  phoneNumber: wish.phoneNumber,
  state: wish.state,
  source: wish.source,
  at: wish.at.toISOString(),
  messageId: wish.messageId ?? null,
  contactId: newUuid(),
  changeId: newUuid(),
});

const triesMax = 5;

/** Answers whose consent is another one now. */
export const changeConsents = async (db: Queryable, wishes: readonly ConsentWish[]): Promise<Person[]> => {
  let left = lastOfEach(wishes).map(toRow);
  const changed: Person[] = [];
  for (let tries = 1; left.length > 0; tries += 1) {
    const outcomes = await writeConsents(db, left);
    for (const { company_id: companyId, phone_number: phoneNumber, outcome } of outcomes) {
      if (outcome === 'changed') changed.push({ companyId, phoneNumber });
    }
    const unsettled = new Set(
      outcomes
        .filter(({ outcome }) => outcome === 'unsettled')
        .map((row) => keyOf({ companyId: row.company_id, phoneNumber: row.phone_number })),
    );
    left = left.filter((row) => unsettled.has(keyOf(row)));
    if (left.length > 0 && tries >= triesMax) throw new Error('a consent could not be settled');
  }
  return changed;
};

/** Which of these numbers may not be written to. */
export const findOptedOut = async (
  db: Queryable,
  companyId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlySet<string>> => new Set(await findOptedOutRows(db, companyId, phoneNumbers));
