// Starts an import once the mapping of its columns makes sense.

import type { ImportStart } from '@hudhud/contract/imports.ts';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { isCountry } from '../../platform/read-phone-number.ts';
import { listFields } from '../fields/queries.ts';
import { findImport, type ImportKey, queueImport } from './queries.ts';

const ownTargets = new Set(['phone_number', 'name', 'language', 'notes', 'tags']);

const wrongMapping = (index: number | null, detail: string): AppError =>
  new AppError('contact_import_mapping', {
    detail,
    errors: [
      { code: 'contact_import_mapping', pointer: index === null ? '/mapping' : `/mapping/${index}`, detail },
    ],
  });

const checkMapping = (mapping: ImportStart['mapping'], fieldNames: ReadonlySet<string>): void => {
  const seen = new Set<string>();
  mapping.forEach((target, index) => {
    if (target === null) return;
    const isField = target.startsWith('field.') && fieldNames.has(target.slice('field.'.length));
    if (!isField && !ownTargets.has(target))
      throw wrongMapping(index, `Nothing is called "${target}"; a field of your own is "field.<name>".`);
    if (seen.has(target)) throw wrongMapping(index, `Two columns are mapped to "${target}".`);
    seen.add(target);
  });
  if (!seen.has('phone_number')) throw wrongMapping(null, 'No column is mapped to "phone_number".');
};

export const startImport = async (pool: pg.Pool, key: ImportKey, options: ImportStart): Promise<void> => {
  const job = await findImport(pool, key);
  if (!job) throw new AppError('contact_import_not_found');
  const { default_country: country } = options;
  if (typeof country === 'string' && !isCountry(country)) throw new AppError('unknown_country');
  const fields = await listFields(pool, key.companyId);
  checkMapping(options.mapping, new Set(fields.map(({ name }) => name)));
  if (!(await queueImport(pool, key, options)))
    throw new AppError('contact_import_state', { detail: `The import is ${job.state}.` });
};
