// The messages of a batch whose number no country has: they are accepted if the person has written in from it.

import type pg from 'pg';
import { findKnownNumbers } from '../../contacts/addresses/find-people.ts';
import { type BatchItem, within } from '../accept-batch.ts';
import { doubtfulNumber } from './read-recipient.ts';

export interface ReadItem {
  readonly item: BatchItem;
  /** The field that has a number which no country has. */
  readonly doubtful?: string;
}

/** One query for all numbers in doubt: have their people written in? */
export const settleDoubts = async (
  pool: pg.Pool,
  companyId: string,
  read: readonly ReadItem[],
): Promise<BatchItem[]> => {
  const numbers = read.flatMap(({ item, doubtful }) =>
    doubtful !== undefined && 'command' in item ? [item.command.phoneNumber] : [],
  );
  const known = await findKnownNumbers(pool, companyId, numbers);
  return read.map(({ item, doubtful }, index) =>
    doubtful === undefined || !('command' in item) || known.has(item.command.phoneNumber)
      ? item
      : { errors: within(index, [doubtfulNumber(doubtful)]) },
  );
};
