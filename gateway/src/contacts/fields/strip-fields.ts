// Takes the values of deleted fields out of the contacts, a page at a time, and then frees the name. Every process may do
// it at once: values that are removed already stay removed.

import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';
import { deleteField, listHiddenFields, stripField } from './queries.ts';

const rowsPerPage = 2_000;

export const stripFields = async (pool: pg.Pool): Promise<void> => {
  for (const { company_id: companyId, name } of await listHiddenFields(pool)) {
    let after: string | null = firstUuidAt(0);
    while (after !== null) after = await stripField(pool, { companyId, name }, after, rowsPerPage);
    await deleteField(pool, companyId, name);
  }
};
