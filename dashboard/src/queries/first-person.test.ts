import { describe, expect, it } from 'vitest';
import { sampleContact } from '../pages/contacts/sample-contact.ts';
import { valuesOf } from './first-person.ts';

const contact = { ...sampleContact, fields: { city: 'Jeddah', orders: 3, member: true } };

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
