// Hands many rows to a group commit and waits for all of them. A row that the database refuses for what it is will be
// refused for ever: it is reported and given up, because its source would repeat it, and its neighbours, for days.

import { errorCode } from '../error-code.ts';
import type { Batcher } from './batcher.ts';

/** Data that does not fit its type, and data beyond a limit of the server. Anything else may be our own fault, and pass. */
const refusedClasses = new Set(['22', '54']);

const isRowRefused = (error: unknown): boolean => {
  const code = errorCode(error);
  return code.length === 5 && refusedClasses.has(code.slice(0, 2));
};

/** Resolves when every item is stored or refused; rejects when one of them should be brought again. */
export const storeEach = async <Item>(
  batcher: Pick<Batcher<Item, unknown>, 'add'>,
  items: readonly Item[],
  onRefused: (error: unknown, item: Item) => void,
): Promise<void> => {
  const results = await Promise.allSettled(items.map((item) => batcher.add(item)));
  let failure: PromiseRejectedResult | undefined;
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    if (isRowRefused(result.reason)) onRefused(result.reason, items[index] as Item);
    else failure ??= result;
  }
  if (failure) throw failure.reason;
};
