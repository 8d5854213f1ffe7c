// From which number on changes are folded. Rows are numbered when they are written and committed a little later, so one with
// a lower number may turn up after a higher one was folded: the floor stays a minute behind, which is longer than any
// statement of ours may take, and now and then everything is read. Below the floor are only deleted rows, which an
// index scan would still visit until they are vacuumed.

const lagMilliseconds = 60_000;
const fullLookMilliseconds = 600_000;
const writeMilliseconds = 60_000;

export interface FoldFloor {
  /** Where to begin now. */
  readonly current: string;
  /** The highest number that was folded. */
  saw(highest: string): void;
  /** The floor to write for readers of rows that are not folded; null when no write is due. */
  toWrite(): string | null;
}

export const createFoldFloor = (now: () => number = () => performance.now()): FoldFloor => {
  let floor = '0';
  let fullLookAt = now() + fullLookMilliseconds;
  let seen: { readonly at: number; readonly highest: string }[] = [];
  let written = { at: Number.NEGATIVE_INFINITY, floor };
  const rise = (): void => {
    const old = seen.filter(({ at }) => at <= now() - lagMilliseconds);
    floor = old.at(-1)?.highest ?? floor;
    seen = seen.slice(old.length);
  };
  return {
    get current() {
      const time = now();
      if (time >= fullLookAt) {
        fullLookAt = time + fullLookMilliseconds;
        return '0';
      }
      rise();
      return floor;
    },
    toWrite() {
      rise();
      if (floor === written.floor || now() - written.at < writeMilliseconds) return null;
      written = { at: now(), floor };
      return floor;
    },
    saw(highest) {
      const last = seen.at(-1);
      // One write a second is enough, however often changes are folded.
      if (!last || now() - last.at >= 1_000) seen.push({ at: now(), highest });
    },
  };
};
