// Reads the recipient as the caller names them: by a phone number in any notation, or by what events call `sender_id`. A
// number that its country does not have is accepted only if the person has written in from it.

import type { FieldError } from '@hudhud/contract/problem.ts';
import type pg from 'pg';
import { findKnownNumbers } from '../../contacts/addresses/find-people.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePhoneNumber, toLooseNumber } from '../../platform/phone-number.ts';

export interface NamedPerson {
  readonly to?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly recipient?: string | undefined;
}

export interface Recipient {
  /** Empty for a person who is named by a user id. */
  readonly phoneNumber: string;
  readonly userId?: string;
  /** The field that has a number which no country has. */
  readonly doubtful?: string;
}

export type ReadRecipient = { readonly recipient: Recipient } | { readonly error: FieldError };

const doubtfulDetail = (field: string): string =>
  `"${field}" must be a possible phone number in international format with a leading plus sign, such as +966501234567.`;

export const doubtfulNumber = (field: string): FieldError => ({
  code: 'invalid_phone_number',
  detail: doubtfulDetail(field),
  pointer: `/${field}`,
});

const readNumber = (text: string, field: string): Recipient => {
  const possible = parsePhoneNumber(text);
  return possible === null
    ? { phoneNumber: toLooseNumber(text) ?? text, doubtful: field }
    : { phoneNumber: possible };
};

/** The schema has checked that one of the two is there, and its form. */
export const readRecipient = ({ to, phone_number: number, recipient }: NamedPerson): ReadRecipient => {
  const field = number === undefined ? 'to' : 'phone_number';
  const written = to ?? number;
  if (recipient !== undefined && written !== undefined) {
    const detail = `Name the person by "${field}" or by "recipient", not by both.`;
    return { error: { code: 'invalid_value', detail, pointer: '/recipient' } };
  }
  if (recipient === undefined) return { recipient: readNumber(written ?? '', field) };
  return {
    recipient: /^\d+$/.test(recipient)
      ? readNumber(`+${recipient}`, 'recipient')
      : { phoneNumber: '', userId: recipient },
  };
};

/** Refuses recipients that cannot be sent to. */
export const findRecipient = async (
  pool: pg.Pool,
  companyId: string,
  named: NamedPerson,
): Promise<Recipient> => {
  const read = readRecipient(named);
  const refuse = (error: FieldError): AppError =>
    new AppError(error.code, { detail: error.detail, errors: [error] });
  if ('error' in read) throw refuse(read.error);
  const { doubtful, phoneNumber } = read.recipient;
  if (doubtful !== undefined && !(await findKnownNumbers(pool, companyId, [phoneNumber])).has(phoneNumber))
    throw refuse(doubtfulNumber(doubtful));
  return read.recipient;
};
