// The values for the placeholders of a message to a person: the contact's own fields, by name.

import type pg from 'pg';
import { personKey } from '../platform/person-key.ts';
import { type ContactValuesRow, findContactValues } from './queries.ts';

export type PlaceholderValues = Readonly<Record<string, string>>;

const toValues = (row: ContactValuesRow): PlaceholderValues => {
  const values: Record<string, string> = {};
  if (row.phone_number !== null) values.phone_number = row.phone_number;
  if (row.name !== '') {
    values.name = row.name;
    values.first_name = row.name.split(/\s+/)[0] ?? row.name;
  }
  if (row.language !== null) values.language = row.language;
  for (const [name, value] of Object.entries(row.fields)) values[name] = String(value);
  return values;
};

/** Values by address, for those who are contacts; one query for all of them. */
export const findPlaceholderValues = async (
  pool: pg.Pool,
  companyId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PlaceholderValues>> => {
  const rows = await findContactValues(pool, companyId, [...new Set(addresses.map(personKey))]);
  const byKey = new Map(rows.map((row) => [row.key, toValues(row)]));
  return new Map(
    addresses.flatMap((address) => {
      const values = byKey.get(personKey(address));
      return values ? [[address, values] as const] : [];
    }),
  );
};
