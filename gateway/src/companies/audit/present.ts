// Audit rows as the company reads them.

import type { AuditChange, AuditEntry } from '@hudhud/contract/audit.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { AuditRow } from './queries.ts';

export const presentAudit = ({ data: { changes, ...data }, ...row }: AuditRow): AuditEntry => ({
  id: toPublicId('audit', row.id),
  at: timeOfUuid(row.id).toISOString(),
  actor: {
    kind: row.actor,
    user_id: row.user_id && toPublicId('user', row.user_id),
    name: row.user_name,
  },
  action: row.action,
  target: row.target,
  data,
  changes: Array.isArray(changes) ? (changes as AuditChange[]) : [],
});
