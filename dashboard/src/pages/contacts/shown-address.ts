// What a person is called who may have no phone number: by their number, else by their username, else by the id that
// WhatsApp gives them.

import type { Contact } from '@hudhud/contract/contacts.ts';

const addressOf = ({ addresses }: Contact, kind: Contact['addresses'][number]['kind']): string | undefined =>
  addresses.find((address) => address.kind === kind)?.value;

export const shownAddress = (contact: Contact): string =>
  contact.phone_number || (addressOf(contact, 'username') ?? addressOf(contact, 'bsuid') ?? '');

/** The filter that finds all messages of the person. */
export const messagesOf = (contact: Contact): Readonly<Record<string, string>> =>
  contact.phone_number === ''
    ? { recipient: addressOf(contact, 'bsuid') ?? addressOf(contact, 'parent_bsuid') ?? '' }
    : { phone_number: contact.phone_number };
