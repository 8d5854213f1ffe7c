// Takes a table of rates into use: by the operator's page and by the command line.

import type { RatesImported } from '@hudhud/contract/costs.ts';
import type pg from 'pg';
import { countRates, upsertRates } from './queries.ts';
import { readRates } from './read-rates.ts';

export const importRates = async (pool: pg.Pool, csv: string): Promise<RatesImported> => {
  const rates = readRates(csv);
  await upsertRates(pool, rates);
  return { imported: rates.length, rates: await countRates(pool) };
};
