// The window of one person at one sender, for people and programs that want to know before they write.

import type { Window } from '@hudhud/contract/windows.ts';
import type pg from 'pg';
import { personKey } from '../platform/person-key.ts';
import { parsePhoneNumber, toLooseNumber } from '../platform/phone-number.ts';
import { findLastIncoming } from './queries.ts';
import { closesAt, windowState } from './window.ts';

/** The little that must be known of a sender here. */
export interface WindowSender {
  /** UUID. */
  readonly id: string;
  readonly publicId: string;
  readonly companyId: string;
  readonly checksWindow?: boolean;
}

export type FindLastIncoming = (
  companyId: string,
  senderId: string,
  personKey: string,
) => Promise<Date | null>;

export const lastIncomingIn =
  (pool: pg.Pool): FindLastIncoming =>
  (companyId, senderId, key) =>
    findLastIncoming(pool, companyId, senderId, key);

/** Digits are a number, with or without their plus; anything else is a user id. */
const keyOf = (person: string): string => {
  const text = person.trim();
  const written = /^\d+$/.test(text) ? `+${text}` : text;
  return personKey(parsePhoneNumber(written) ?? toLooseNumber(written) ?? text);
};

export const readWindow = async (pool: pg.Pool, sender: WindowSender, person: string): Promise<Window> => {
  const last = await findLastIncoming(pool, sender.companyId, sender.id, keyOf(person));
  return {
    sender_id: sender.publicId,
    state: windowState(last, Date.now()),
    last_incoming_at: last?.toISOString() ?? null,
    closes_at: closesAt(last)?.toISOString() ?? null,
    is_enforced: sender.checksWindow === true,
  };
};
