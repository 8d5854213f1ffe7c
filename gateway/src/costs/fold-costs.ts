// Adds up charged messages by day, and notifies a company when a template begins to be charged as a more expensive
// category.

import type pg from 'pg';
import { foldFrom } from '../platform/database/fold-changes.ts';
import { createFoldFloor, type FoldFloor } from '../platform/database/fold-floor.ts';
import { type CategoryRate, type FoldedCategory, findCategoryRates, foldCosts } from './queries.ts';

export interface DriftAlert {
  readonly kind: 'cost_drift';
  readonly detail: string;
  readonly action: string;
  readonly endsAt: null;
}

export type RaiseDriftAlert = (companyId: string, alert: DriftAlert) => Promise<void>;

const rowsPerBite = 5_000;

/** Where no rates are known: WhatsApp charges most for marketing everywhere, and least for what answers a person. */
const dearness = ['service', 'utility', 'authentication', 'marketing'];
const dearnessOf = (category: string): number =>
  dearness.indexOf(dearness.find((word) => category.includes(word)) ?? '');

export const isDearer = (now: CategoryRate, before: CategoryRate): boolean =>
  now.amount !== null && before.amount !== null && now.currency === before.currency
    ? Number(now.amount) > Number(before.amount)
    : dearnessOf(now.category) > dearnessOf(before.category);

const raiseIfDearer = async (pool: pg.Pool, found: FoldedCategory, raise: RaiseDriftAlert): Promise<void> => {
  const rates = await findCategoryRates(pool, found);
  const now = rates.find(({ category }) => category === found.category);
  const before = rates.filter(({ category }) => category !== found.category).at(-1);
  if (!now || !before || !isDearer(now, before)) return;
  await raise(found.company_id, {
    kind: 'cost_drift',
    detail: `The template ${found.template} is charged as ${now.category} and no longer as ${before.category}, which costs more.`,
    action: 'Look at its category at the provider; ask for a review or change its text.',
    endsAt: null,
  });
};

export const foldCostChanges = (
  pool: pg.Pool,
  raise: RaiseDriftAlert,
  floor: FoldFloor = createFoldFloor(),
): Promise<void> =>
  foldFrom(floor, rowsPerBite, async (rowsMax, from) => {
    const folded = await foldCosts(pool, rowsMax, from);
    for (const found of folded.categories) await raiseIfDearer(pool, found, raise);
    return folded;
  });
