// The store and the tags of people, which decide about their route.

import type pg from 'pg';
import { personKey } from '../../platform/person-key.ts';
import { findContactTraits } from './queries.ts';

/** The traits that routes ask for, by address, of people who are contacts; one query for all of them. */
export const findTraits = async (
  pool: pg.Pool,
  companyId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, { readonly storeId: string | null; readonly tags: readonly string[] }>> => {
  const rows = await findContactTraits(pool, companyId, [...new Set(addresses.map(personKey))]);
  const byKey = new Map(rows.map((row) => [row.key, { storeId: row.store_id, tags: row.tags }]));
  return new Map(
    addresses.flatMap((address) => {
      const traits = byKey.get(personKey(address));
      return traits ? [[address, traits] as const] : [];
    }),
  );
};
