import { describe, expect, it } from 'vitest';
import { auditDetails } from './audit-details.ts';

describe('the details of an audit entry', () => {
  it('are told on one line, without what is empty and without ids of requests', () => {
    expect(auditDetails({ name: 'Branch', role: 'viewer', role_before: 'admin' })).toBe(
      'name: Branch · role: viewer · role before: admin',
    );
    expect(auditDetails({ request_id: 'req_1', fields: ['name', 'url'] })).toBe('fields: name, url');
    expect(auditDetails({ request_id: 'req_1', fields: [], note: '', trial_ends_at: null })).toBe('');
    expect(auditDetails({ grace_seconds: 0, is_chosen: true })).toBe('grace seconds: 0 · is chosen: true');
  });
});
