// What the audit log can be narrowed to, as its address says it.

import { textFilter, withoutUnset } from '../../parts/list/search-filters.ts';
import { type AuditActorKind, auditActors } from '../../queries/audit.ts';
import { parseTimeRange, type TimeRange } from '../../queries/time-range.ts';

export interface AuditFilters extends TimeRange {
  readonly user_id?: string | undefined;
  readonly actor?: AuditActorKind | undefined;
}

export const parseAuditFilters = (search: Record<string, unknown>): AuditFilters => ({
  ...parseTimeRange(search),
  ...withoutUnset({
    user_id: textFilter(search, 'user_id', 60),
    actor: auditActors.find((kind) => kind === search.actor),
  }),
});
