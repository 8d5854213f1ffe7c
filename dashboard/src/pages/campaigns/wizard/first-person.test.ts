import type { Contact } from '@hudhud/contract/contacts.ts';
import { describe, expect, it } from 'vitest';
import { valuesOf } from './first-person.ts';

const contact: Contact = {
  id: 'con_01kagx5p9ne0ps4a2v7qk3m8dz',
  phone_number: '+966501234567',
  addresses: [{ kind: 'phone', value: '+966501234567' }],
  name: 'Sara Ali',
  language: 'ar',
  store_id: null,
  notes: '',
  tags: [],
  fields: { city: 'Jeddah', orders: 3, member: true },
  consent: { state: 'unknown', at: null, source: null },
  last_seen_at: null,
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
};

describe('the values of a contact', () => {
  it('are its name, first name, number, language and own fields, as texts', () => {
    expect(valuesOf(contact)).toEqual({
      name: 'Sara Ali',
      first_name: 'Sara',
      phone_number: '+966501234567',
      language: 'ar',
      city: 'Jeddah',
      orders: '3',
      member: 'true',
    });
  });

  it('leave out what is not known, so that a fallback takes its place', () => {
    expect(valuesOf({ ...contact, name: '', language: null, fields: {} })).toEqual({
      phone_number: '+966501234567',
    });
  });
});
