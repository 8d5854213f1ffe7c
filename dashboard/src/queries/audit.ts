// What was changed in the company, by whom.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type ListFilters, listPages } from './list-pages.ts';

/** The kinds of actors that can have made a change. */
export const auditActors = [
  'user',
  'token',
  'operator',
] as const satisfies readonly AuditEntry['actor']['kind'][];
export type AuditActorKind = (typeof auditActors)[number];

const auditKeys = { list: (filters: ListFilters) => ['audit', filters] as const };

export const auditQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: auditKeys.list(filters),
    ...listPages<AuditEntry>('/audit', filters),
  });
