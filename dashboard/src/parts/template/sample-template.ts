// A template for tests: a text with a named variable, and a button whose address has an end of its own.

import type { Template } from '@hudhud/contract/templates.ts';

export const sampleTemplate: Template = {
  id: 'tpl_01kxyzabcdefghjkmnpqrstvwx',
  name: 'visit_reminder',
  language: 'en',
  category: 'utility',
  next_category: null,
  next_category_at: null,
  status: 'approved',
  reason: null,
  quality: null,
  parameter_format: 'named',
  components: [
    { type: 'BODY', text: 'See you, {{name}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Confirm', url: 'https://example.com/{{1}}' }] },
  ],
  fields: [
    { kind: 'variable', name: 'name', label: 'name', required: true },
    { kind: 'button', name: '0', label: 'Confirm', required: true },
  ],
  provider: 'simulator',
  account: '1',
  sender_ids: [],
  created_at: '2026-11-16T12:00:00.000Z',
  updated_at: '2026-11-16T12:00:00.000Z',
};
