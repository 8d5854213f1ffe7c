// Long work in short slices: one request with a thousand things in it must not make a hundred others wait until the last
// of them is done.

import { setImmediate as turn } from 'node:timers/promises';

/** Does it for every item, in order, and lets others have their turn after every slice. */
export const inSlices = async <Item, Result>(
  items: readonly Item[],
  perSlice: number,
  work: (item: Item, index: number) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perSlice === 0) await turn();
    results.push(work(item, index));
  }
  return results;
};
