// Messages that are long done, of three days: a statement that meets them in a test has not found its rows by a key.

import type { TestDatabase } from '../../../tests/support/database.ts';
import type { LaneKey } from '../lane-key.ts';

/** Answers their ids. */
export const insertHistory = async (
  database: TestDatabase,
  { companyId, senderId }: LaneKey,
  count: number,
): Promise<string[]> => {
  const rows = await database.query<{ id: string }>(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, attempt)
     select $1, uuidv7(make_interval(days => -(number % 3))), 'out', 'read', 'text', '+966501234567', 'Hello', 'meta_cloud',
       $2, 1
     from generate_series(1, $3::integer) as number
     returning id`,
    [companyId, senderId, count],
  );
  return rows.map(({ id }) => id);
};
