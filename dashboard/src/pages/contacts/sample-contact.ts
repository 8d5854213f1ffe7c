// A contact and fields of a company's own, for tests.

import type { Contact, ContactField } from '@hudhud/contract/contacts.ts';

export const sampleContact: Contact = {
  id: 'con_01kagx5p9ne0ps4a2v7qk3m8dz',
  phone_number: '+966501234567',
  addresses: [{ kind: 'phone', value: '+966501234567' }],
  name: 'Sara Ali',
  language: 'ar',
  store_id: null,
  notes: '',
  tags: [],
  fields: {},
  consent: { state: 'unknown', at: null, source: null },
  last_seen_at: null,
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
};

export const sampleField = (name: string, type: ContactField['type']): ContactField => ({
  name,
  label: name,
  type,
  choices: [],
  created_at: '2026-11-15T09:00:00.000Z',
});

export const sampleFields = [
  sampleField('city', 'text'),
  sampleField('points', 'number'),
  sampleField('member', 'boolean'),
];
