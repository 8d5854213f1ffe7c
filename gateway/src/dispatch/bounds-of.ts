// The range of ids that a batch touches.

/**
 * The smallest and the largest id: they tell the planner which partitions are meant.
 *
 * A write that has such bounds finds its rows by `id = any (ids)`, with an array of one from a materialized CTE, and never
 * by `id = id`. PostgreSQL 18 prunes partitions by the bounds when a cached plan begins and by an equality while it runs;
 * where it does both, a row that somebody else has just changed is silently skipped instead of looked at again.
 */
export const boundsOf = (rows: readonly { readonly id: string }[]): [string, string] => {
  let [smallest, largest] = [rows[0]?.id ?? '', rows[0]?.id ?? ''];
  for (const { id } of rows) {
    if (id < smallest) smallest = id;
    if (id > largest) largest = id;
  }
  return [smallest, largest];
};
