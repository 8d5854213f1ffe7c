// The SQL that looks for messages of earlier days that wait. Nearly always there are none, so reads of single lanes need not
// open the partitions of those days.

import type { Queryable } from '../../platform/database/database.ts';
import { plainArray } from '../../platform/database/sql-array.ts';
import type { LaneKey } from '../lane-key.ts';

/** Longer than any wait but what a provider asks for. Scheduled messages wait longer, and there may be any number of them. */
export const retryWithin = '10 minutes';

/** Whether anything below this id waits in any lane. Give it the start of a day: of that day nothing is read then. */
const hasOlderWaiting = async (db: Queryable, floor: string): Promise<boolean> => {
  const { rows } = await db.query<{ has_older: boolean }>({
    name: 'has-older-waiting',
    text: `
      select exists (
        select 1 from messages where lane_id is not null and due_at is null and id < $1
      ) as has_older`,
    values: [floor],
  });
  return rows[0]?.has_older ?? true;
};

/** Whether anything below this id waits for another attempt that is due soon. */
export const hasOlderRetrying = async (db: Queryable, floor: string): Promise<boolean> => {
  const { rows } = await db.query<{ has_older: boolean }>({
    name: 'has-older-retrying',
    text: `
      select exists (
        select 1 from messages
        where lane_id is not null and due_at is not null and due_at <= now() + interval '${retryWithin}' and id < $1
      ) as has_older`,
    values: [floor],
  });
  return rows[0]?.has_older ?? true;
};

/** By the index of what waits, which holds each class in the order of its ids. */
const oldestOfClass = (priority: number): string => `(
          select id from messages
          where messages.company_id = lane.company_id and messages.lane_id = lane.sender_id and priority = ${priority}
            and due_at is null and messages.id < $3
          order by id
          limit 1
        )`;

/** By sender: the oldest message below this id that waits in its lane. Lanes without one are left out. */
export const findOldestWaiting = async (
  db: Queryable,
  lanes: readonly LaneKey[],
  floor: string,
): Promise<Map<string, string>> => {
  if (lanes.length === 0 || !(await hasOlderWaiting(db, floor))) return new Map();
  const { rows } = await db.query<{ sender_id: string; id: string | null }>({
    name: 'find-oldest-waiting',
    text: `
      select sender_id, least(${oldestOfClass(0)}, ${oldestOfClass(1)}) as id
      from unnest($1::uuid[], $2::uuid[]) as lane (company_id, sender_id)`,
    values: [
      plainArray(lanes.map((lane) => lane.companyId)),
      plainArray(lanes.map((lane) => lane.senderId)),
      floor,
    ],
  });
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.sender_id, row.id] as const])));
};
