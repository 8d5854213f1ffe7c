// The SQL of the audit log.

import type { AuditActorKind } from '@hudhud/contract/audit.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { IdRange } from '../../platform/paging.ts';

export interface AuditRow {
  id: string;
  actor: AuditActorKind;
  user_id: string | null;
  user_name: string | null;
  action: string;
  target: string | null;
  data: Record<string, unknown>;
}

export const insertAudit = async (db: Queryable, companyId: string, row: AuditRow): Promise<void> => {
  await db.query(
    `insert into audit (company_id, id, actor, user_id, user_name, action, target, data)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyId, row.id, row.actor, row.user_id, row.user_name, row.action, row.target, row.data],
  );
};

export interface AuditFilter {
  /** UUID of the one who made the change. */
  readonly userId: string | null;
  readonly actor: AuditActorKind | null;
}

export const listAudit = async (
  db: Queryable,
  companyId: string,
  range: IdRange,
  { userId, actor }: AuditFilter,
): Promise<AuditRow[]> => {
  const { rows } = await db.query<AuditRow>({
    text: `
      select id, actor, user_id, user_name, action, target, data from audit
      where company_id = $1 and id >= $2 and id < $3
        ${userId === null ? 'and $5::uuid is null' : 'and user_id = $5'}
        and ($6::text is null or actor = $6)
      order by id desc limit $4`,
    values: [companyId, range.from, range.below, range.limit + 1, userId, actor],
  });
  return rows;
};
