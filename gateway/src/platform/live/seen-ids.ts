// The ids that were already emitted. A row gets its id before it is committed, and a slow request or call is committed
// long after: so a stream rereads recent rows, and knows by this which ones are new.

export interface SeenIds {
  /** The ids that were not seen before, in the order given; they count as seen from now on. */
  takeNew(ids: readonly string[]): string[];
  /** They could not be emitted after all. */
  giveBack(ids: readonly string[]): void;
  forgetBefore(id: string): void;
  readonly size: number;
}

export const createSeenIds = (): SeenIds => {
  const seen = new Set<string>();
  return {
    takeNew: (ids) =>
      ids.filter((id) => {
        if (seen.has(id)) return false;
        seen.add(id);
        return true;
      }),
    giveBack(ids) {
      for (const id of ids) seen.delete(id);
    },
    forgetBefore(first) {
      for (const id of seen) if (id < first) seen.delete(id);
    },
    get size() {
      return seen.size;
    },
  };
};
