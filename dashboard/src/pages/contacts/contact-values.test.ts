import { describe, expect, it } from 'vitest';
import { contactChangeBody, initialContactValues, newContactBody } from './contact-values.ts';
import { sampleFields as fields, sampleContact } from './sample-contact.ts';

const sara = { ...sampleContact, tags: ['vip'], fields: { points: 12, member: true } };

describe('the contact form', () => {
  it('sends a new person with typed values, and nothing that was left empty', () => {
    const values = {
      ...initialContactValues(null, fields),
      phone_number: ' +966 50-123 4567 ',
      name: ' Sara ',
      fields: { city: '', points: '12.5', member: 'false' },
      is_opted_in: true,
      consent_source: 'order form',
    };
    expect(newContactBody(values, fields)).toEqual({
      phone_number: '+966501234567',
      name: 'Sara',
      notes: '',
      tags: [],
      fields: { points: 12.5, member: false },
      consent: { state: 'opted_in', source: 'order form' },
    });
  });

  it('sends nothing for a person without changes', () => {
    const before = initialContactValues(sara, fields);
    expect(contactChangeBody(structuredClone(before), before, fields)).toEqual({});
  });

  it('sends only what is changed, and null for what was emptied', () => {
    const before = initialContactValues(sara, fields);
    const values = {
      ...before,
      language: '',
      tags: [],
      fields: { ...before.fields, points: '', city: 'Jeddah' },
    };
    expect(contactChangeBody(values, before, fields)).toEqual({
      language: null,
      tags: [],
      fields: { city: 'Jeddah', points: null },
    });
  });

  it('leaves it to the gateway to refuse what is no number', () => {
    const values = { ...initialContactValues(null, fields), fields: { points: 'many' } };
    expect(newContactBody(values, fields).fields).toEqual({ points: 'many' });
  });
});
