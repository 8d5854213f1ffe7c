// Estimates the highest cost of a campaign. The provider alone decides which messages it gives for nothing, and reports it
// only with their statuses, so every message is priced.

import type { CostEstimate } from '@hudhud/contract/costs.ts';
import type pg from 'pg';
import { addAmounts } from './add-amounts.ts';
import { countRates, priceCountries } from './queries.ts';

/** Without rates nothing can be estimated, and no recipients need be counted. */
export const hasRates = async (pool: pg.Pool): Promise<boolean> => (await countRates(pool)) > 0;

/** `counts`: messages by country. `day`: the rates of which day. */
export const estimateCosts = async (
  pool: pg.Pool,
  counts: ReadonlyMap<string, number>,
  category: string,
  day: string,
): Promise<CostEstimate> => {
  const countries = await priceCountries(pool, counts, category, day);
  const sum = (rows: typeof countries): number => rows.reduce((total, { count }) => total + count, 0);
  return {
    category,
    messages: sum(countries),
    unpriced: sum(countries.filter(({ currency }) => currency === null)),
    amounts: addAmounts(countries),
    countries: countries.map(({ country, count, currency, amount }) => ({
      country,
      messages: count,
      currency,
      amount,
    })),
  };
};
