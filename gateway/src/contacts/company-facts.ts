// The fields, stores and country of a company that its contacts may name. Read together before contacts are written.

import type pg from 'pg';
import { toDefinitions } from './fields/check-values.ts';
import { listFields } from './fields/queries.ts';
import { listStoreIds } from './queries.ts';
import type { CompanyFacts } from './read-contact.ts';
import { type SettingsDirectory, settingsOf } from './settings/directory.ts';

export const loadCompanyFacts = async (
  pool: pg.Pool,
  settings: SettingsDirectory,
  companyId: string,
): Promise<CompanyFacts> => {
  const [known, fields, stores] = await Promise.all([
    settingsOf(settings, companyId),
    listFields(pool, companyId),
    listStoreIds(pool, companyId),
  ]);
  return {
    country: known.row.default_country,
    definitions: toDefinitions(fields),
    storeIds: new Set(stores),
  };
};
