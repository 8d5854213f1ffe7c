// The range of ids that a batch touches: it tells PostgreSQL which partitions are meant.

/** The smallest and the largest. */
export const boundsOf = (ids: readonly string[]): [string, string] => {
  let [smallest, largest] = [ids[0] ?? '', ids[0] ?? ''];
  for (const id of ids) {
    if (id < smallest) smallest = id;
    if (id > largest) largest = id;
  }
  return [smallest, largest];
};

/**
 * The condition for it, with two parameters like `$5`. A write that has it finds its rows by `id = any (ids)`, with an array
 * of one from a materialized CTE, and never by `id = id`. PostgreSQL 18 prunes partitions by the bounds when a cached plan
 * begins and by an equality while it runs; where it does both, a row that another transaction has just changed is
 * silently skipped instead of looked at again (ADR 10).
 *
 * It is not `between`, which the planner takes for so rare that reading all that lies between the bounds seems as good as
 * looking rows up by their keys. It decides so while the tables are small and keeps to it when they have grown (ADR 12).
 */
export const isWithin = (column: string, smallest: string, largest: string): string =>
  `${column} >= ${smallest}::uuid and ${column} <= any (array[${largest}::uuid])`;
