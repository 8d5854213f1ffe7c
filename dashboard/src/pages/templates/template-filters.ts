// What the address of Templates holds.

import { choiceFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';

export const templateStatuses = ['approved', 'pending', 'rejected', 'paused', 'disabled', 'deleted'] as const;
export const categories = ['marketing', 'utility', 'authentication'] as const;

export interface TemplateFilters {
  readonly name?: string | undefined;
  readonly status?: (typeof templateStatuses)[number] | undefined;
  readonly category?: (typeof categories)[number] | undefined;
}

export const parseTemplateFilters = (search: Record<string, unknown>): TemplateFilters =>
  withoutUnset({
    name: textFilter(search, 'name'),
    status: choiceFilter(search, 'status', templateStatuses),
    category: choiceFilter(search, 'category', categories),
  });
