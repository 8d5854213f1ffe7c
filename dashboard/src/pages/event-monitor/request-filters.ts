// The filters of the Event Monitor, as they stand in its address.

import type { RequestQuery } from '@hudhud/contract/requests.ts';
import { choiceFilter, textFilter, withoutUnset } from '../../parts/search-filters.ts';
import { parseTimeRange, type TimeRange } from '../../parts/time-range.ts';

export const outcomes = ['accepted', 'failed'] as const satisfies readonly RequestQuery['outcome'][];
export const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
] as const satisfies readonly RequestQuery['method'][];

/** An interface would not do: the list takes any object of texts, and only a type alias counts as one. */
export type RequestFilters = TimeRange & {
  readonly outcome?: (typeof outcomes)[number] | undefined;
  readonly code?: string | undefined;
  readonly method?: (typeof methods)[number] | undefined;
  readonly path?: string | undefined;
};

export function parseRequestFilters(search: Record<string, unknown>): RequestFilters {
  return withoutUnset({
    outcome: choiceFilter(search, 'outcome', outcomes),
    code: textFilter(search, 'code', 64),
    method: choiceFilter(search, 'method', methods),
    path: textFilter(search, 'path', 200),
    ...parseTimeRange(search),
  });
}
