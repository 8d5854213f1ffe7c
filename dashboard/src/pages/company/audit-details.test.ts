import { describe, expect, it } from 'vitest';
import { auditDetails, shownValue } from './audit-details.ts';

/** Values are kept apart from the text around them. */
const plain = (data: Record<string, unknown>): string => auditDetails(data).replaceAll(/[\u2068\u2069]/g, '');

describe('the details of an audit entry', () => {
  it('are told on one line, without what is empty and without ids of requests', () => {
    expect(plain({ name: 'Branch', role: 'viewer', role_before: 'admin' })).toBe(
      'name: Branch · role: viewer · role before: admin',
    );
    expect(plain({ request_id: 'req_1', fields: ['name', 'url'] })).toBe('fields: name, url');
    expect(plain({ request_id: 'req_1', fields: [], note: '', trial_ends_at: null })).toBe('');
    expect(plain({ grace_seconds: 0, is_chosen: true })).toBe('grace seconds: 0 · is chosen: true');
  });

  it('are readable where they are more than a word', () => {
    expect(shownValue({ from: '22:00', until: '07:00' })).toBe('from: 22:00, until: 07:00');
    expect(shownValue('2027-11-01T00:00:00.000Z')).toBe('2027-11-01 00:00 UTC');
    expect(shownValue([])).toBe('–');
  });
});
