// The addresses of a person: the ways WhatsApp and the company know them.

import type { addressKinds } from '@hudhud/contract/contacts.ts';
import { personKey } from '../../platform/person-key.ts';

/** `wa_id`: WhatsApp's id for a number, where it is no form of the number. `bsuid`: a user id that is scoped to the business. */
export type AddressKind = (typeof addressKinds)[number];

export interface Address {
  readonly kind: AddressKind;
  /** With a plus for numbers, with an @ for usernames. */
  readonly value: string;
}

/** A person of a company, by every address that is known of them at this moment. Numbers and user ids come first. */
export interface PersonAddresses {
  readonly companyId: string;
  readonly addresses: readonly Address[];
}

/** A person as the company knows them: the id of their contact, whether or not it is in the list of contacts. */
export interface Person {
  readonly companyId: string;
  readonly contactId: string;
}

/** Usernames are not case sensitive. */
export const addressKey = ({ kind, value }: Address): string =>
  kind === 'username' ? value.toLowerCase() : personKey(value);

/** A username can be given up and taken by another person, so it never identifies anyone. */
export const identifies = ({ kind }: Address): boolean => kind !== 'username';

export const phoneOf = (addresses: readonly Address[]): string | null =>
  (addresses.find(({ kind }) => kind === 'phone') ?? addresses.find(({ kind }) => kind === 'wa_id'))?.value ??
  null;
