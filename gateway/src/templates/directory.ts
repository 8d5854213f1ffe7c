// The templates of the companies a process has seen lately, so that a message finds its template without a query. A renewal
// costs one small query while nothing has changed: an account may have thousands of templates.

import { readDefinition } from '@hudhud/contract/template-definition.ts';
import type pg from 'pg';
import { createFreshMap, type FreshMap } from '../platform/fresh-map.ts';
import { findOtpTemplate, findStamp, listTemplates, type TemplateRow } from './queries.ts';
import type { CompanyTemplates, KnownTemplate } from './template.ts';

export type TemplateDirectory = FreshMap<CompanyTemplates>;

const freshMilliseconds = 2_000;
const usableMilliseconds = 60_000;
const companiesMax = 5_000;

const toKnown = (row: TemplateRow): KnownTemplate => ({
  id: row.id,
  provider: row.provider,
  account: row.account,
  reference: row.reference,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  reason: row.reason,
  parameterFormat: row.parameter_format,
  components: row.components,
  definition: readDefinition(row.components, row.category),
});

interface Read {
  readonly stamp: string;
  readonly templates: CompanyTemplates;
}

export const createTemplateDirectory = (pool: pg.Pool, now: () => number = Date.now): TemplateDirectory => {
  const last = new Map<string, Read>();

  const load = async (companyId: string): Promise<CompanyTemplates> => {
    const stamp = await findStamp(pool, companyId);
    const known = last.get(companyId);
    const otpTemplate = await findOtpTemplate(pool, companyId);
    if (known?.stamp === stamp && known.templates.otpTemplate === otpTemplate) return known.templates;
    const templates = { all: (await listTemplates(pool, companyId)).map(toKnown), otpTemplate };
    if (last.size >= companiesMax) last.clear();
    last.set(companyId, { stamp, templates });
    return templates;
  };

  const map = createFreshMap<CompanyTemplates>({
    load,
    freshMilliseconds,
    usableMilliseconds,
    entriesMax: companiesMax,
    now,
  });
  return {
    ...map,
    forget(companyId) {
      last.delete(companyId);
      map.forget(companyId);
    },
  };
};
