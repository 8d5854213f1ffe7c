// A group commit of statuses of several companies. When a transaction outside the gateway has locked messages of one
// company, the statuses of the others are written without that company, and its own are retried alone until their time
// is over.

import { type Batcher, type BatcherOptions, createBatcher } from '../../platform/database/batcher.ts';
import { isTakingTooLong } from '../../platform/database/database.ts';
import { isLockedOut } from '../../platform/database/lock-patience.ts';

/** Nothing was written, because messages of a company are locked. */
export class HeldUp {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

export const heldUpOrThrow = (error: unknown): HeldUp => {
  if (isLockedOut(error) || isTakingTooLong(error)) return new HeldUp(error);
  throw error;
};

interface OfCompany {
  readonly parked: { readonly companyId: string };
  /** A moment of `performance.now()`. */
  readonly giveUpAt: number;
}

type Outcomes<Outcome> = readonly Outcome[] | HeldUp;

export interface CompanyBatcherOptions<Item extends OfCompany, Outcome>
  extends Omit<BatcherOptions<Item, Outcome>, 'flush'> {
  /** Writes the items, which are of any companies, all or none. */
  readonly write: (items: readonly Item[]) => Promise<Outcomes<Outcome>>;
}

const companyOf = ({ parked }: OfCompany): string => parked.companyId;

/** Two companies are written at the same time, so that one whose rows are locked does not stop the rest. */
const companiesAtOnce = 2;

const writeApart = async <Item extends OfCompany, Outcome>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<Outcomes<Outcome>>,
): Promise<(Outcome | HeldUp)[]> => {
  const outcomes = new Map<Item, Outcome | HeldUp>();
  const companies = [...Map.groupBy(items, companyOf).values()];
  const work = async (): Promise<void> => {
    for (let next = companies.shift(); next; next = companies.shift()) {
      const found = await write(next);
      for (const [index, item] of next.entries())
        outcomes.set(item, found instanceof HeldUp ? found : (found[index] as Outcome));
    }
  };
  await Promise.all(Array.from({ length: companiesAtOnce }, work));
  return items.map((item) => outcomes.get(item) as Outcome | HeldUp);
};

export const createCompanyBatcher = <Item extends OfCompany, Outcome>(
  options: CompanyBatcherOptions<Item, Outcome>,
): Batcher<Item, Outcome> => {
  const { write, flushers, itemsMax, bytesMax, bytesOf, isOutage } = options;
  const flush = async (items: readonly Item[]): Promise<readonly (Outcome | HeldUp)[]> => {
    const found = await write(items);
    if (!(found instanceof HeldUp)) return found;
    const isOfOne = new Set(items.map(companyOf)).size === 1;
    return isOfOne ? items.map(() => found) : await writeApart(items, write);
  };
  const { write: _, ...usual } = options;
  const together = createBatcher<Item, Outcome | HeldUp>({ ...usual, flush });
  // A company that is held up occupies one writer of its own and none of those that all others share.
  const apart = createBatcher<Item, Outcome | HeldUp>({
    flush,
    flushers: Math.min(flushers, 1),
    itemsMax,
    bytesMax,
    bytesOf,
    isOutage,
  });
  /** How many items of a company are being tried again. */
  const held = new Map<string, number>();

  const tryAgain = async (item: Item, first: HeldUp): Promise<Outcome> => {
    let outcome: Outcome | HeldUp = first;
    while (outcome instanceof HeldUp) {
      if (performance.now() > item.giveUpAt) throw outcome.cause;
      outcome = await apart.add(item);
    }
    return outcome;
  };

  return {
    async add(item) {
      const companyId = companyOf(item);
      const outcome = await (held.has(companyId) ? apart : together).add(item);
      if (!(outcome instanceof HeldUp)) return outcome;
      held.set(companyId, (held.get(companyId) ?? 0) + 1);
      try {
        return await tryAgain(item, outcome);
      } finally {
        const left = (held.get(companyId) ?? 1) - 1;
        if (left === 0) held.delete(companyId);
        else held.set(companyId, left);
      }
    },
    async drain() {
      await together.drain();
      await apart.drain();
    },
    get waiting() {
      return together.waiting + apart.waiting;
    },
  };
};
