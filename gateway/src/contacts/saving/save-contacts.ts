// Writes contacts until every one of them is settled: a person whom another process adds in the same moment is written
// again, now as one who is there.

import type { Queryable } from '../../platform/database/database.ts';
import { personKey } from '../../platform/person-key.ts';
import { type ContactWrite, type WrittenContact, writeContacts } from './queries.ts';

const triesMax = 5;

/** No two rows of one statement may be about the same person: a second form of a number waits for the next. */
const firstOfEach = (rows: readonly ContactWrite[]): ContactWrite[] => [
  ...new Map(rows.toReversed().map((row) => [personKey(row.phoneNumber), row])).values(),
];

/** One answer for each row, in their order. No two rows may have the same number. */
export const saveContacts = async (
  db: Queryable,
  companyId: string,
  rows: readonly ContactWrite[],
  updatesExisting = true,
): Promise<WrittenContact[]> => {
  const written = new Map<string, WrittenContact>();
  let left = rows;
  for (let tries = 1; left.length > 0; tries += 1) {
    if (tries > triesMax) throw new Error('contacts could not be settled');
    for (const row of await writeContacts(db, companyId, firstOfEach(left), updatesExisting)) {
      written.set(row.phone_number, row);
    }
    left = left.filter((row) => !written.has(row.phoneNumber));
  }
  return rows.flatMap((row) => written.get(row.phoneNumber) ?? []);
};
