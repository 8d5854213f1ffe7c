import type { Contact } from '@hudhud/contract/contacts.ts';
import { describe, expect, it } from 'vitest';
import { sampleContact } from './sample-contact.ts';
import { messagesOf, shownAddress } from './shown-address.ts';

const contactWith = (given: Pick<Contact, 'phone_number' | 'addresses'>): Contact => ({
  ...sampleContact,
  name: '',
  ...given,
});

describe('the shown address of a person', () => {
  it('is the number where there is one', () => {
    const person = contactWith({
      phone_number: '+966501234567',
      addresses: [{ kind: 'username', value: '@sara' }],
    });
    expect(shownAddress(person)).toBe('+966501234567');
    expect(messagesOf(person)).toEqual({ phone_number: '+966501234567' });
  });

  it('is the username, else the user id, where there is none', () => {
    const id = { kind: 'bsuid', value: 'SA.1' } as const;
    const named = contactWith({ phone_number: '', addresses: [id, { kind: 'username', value: '@sara' }] });
    expect(shownAddress(named)).toBe('@sara');
    expect(shownAddress(contactWith({ phone_number: '', addresses: [id] }))).toBe('SA.1');
    expect(messagesOf(named)).toEqual({ recipient: 'SA.1' });
  });
});
