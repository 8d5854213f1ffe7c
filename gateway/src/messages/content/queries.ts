// The SQL of messages that another message quotes or reacts to.

import type pg from 'pg';

export interface TargetRow {
  readonly id: string;
  readonly type: string;
  readonly provider_message_id: string | null;
  readonly sender_id: string | null;
}

/** The company's messages among these ids. */
export const findTargets = async (
  db: pg.Pool,
  companyId: string,
  ids: readonly string[],
): Promise<TargetRow[]> => {
  const { rows } = await db.query<TargetRow>({
    name: 'find-targets',
    text: `select id, type, provider_message_id, sender_id
      from messages where company_id = $1 and id = any($2::uuid[])`,
    values: [companyId, ids],
  });
  return rows;
};
