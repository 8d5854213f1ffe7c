// Finds the keys that a person's messages are stored under: those of every address known of them.

import type { MessageQuery } from '@hudhud/contract/messages.ts';
import type pg from 'pg';
import { findPersonKeys } from '../../contacts/addresses/find-people.ts';
import { parsePhoneNumber, toLooseNumber } from '../../platform/phone-number.ts';

const addressOf = ({ phone_number: number, recipient }: MessageQuery): string | null => {
  if (recipient !== undefined) return /^\d+$/.test(recipient) ? `+${recipient}` : recipient;
  return number === undefined ? null : (parsePhoneNumber(number) ?? toLooseNumber(number) ?? number);
};

/** Null: messages of all people are wanted. */
export const findKeysOf = async (
  pool: pg.Pool,
  companyId: string,
  query: MessageQuery,
): Promise<readonly string[] | null> => {
  const address = addressOf(query);
  return address === null ? null : await findPersonKeys(pool, companyId, address);
};
