// The filters of the operator's list of companies, as they stand in its address.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import { choiceFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';

const planSet: Record<CompanyPlan, true> = { trial: true, active: true, suspended: true };
export const plans = Object.keys(planSet) as CompanyPlan[];

export interface CompanyFilters {
  readonly name?: string | undefined;
  readonly plan?: CompanyPlan | undefined;
}

export const parseCompanyFilters = (search: Readonly<Record<string, unknown>>): CompanyFilters =>
  withoutUnset({ name: textFilter(search, 'name'), plan: choiceFilter(search, 'plan', plans) });
