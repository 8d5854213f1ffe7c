// The filters of the Event Monitor, as they stand in its address.

import type { RequestQuery } from '@hudhud/contract/requests.ts';
import { choiceFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';
import { parseTimeRange, type TimeRange } from '../../queries/time-range.ts';

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
  readonly phone_number?: string | undefined;
  readonly text?: string | undefined;
};

const digitsMin = 4;
const phoneCharacters = /^\+?[0-9 ().-]{1,39}$/;

/** A part of a number that the gateway would search for. */
export const isPhonePart = (text: string): boolean =>
  phoneCharacters.test(text) &&
  text.replace(/\D/g, '').length >= digitsMin &&
  text.replace(/\D/g, '').length <= 20;

const phonePart = (text: string | undefined): string | undefined =>
  text !== undefined && isPhonePart(text) ? text : undefined;

export function parseRequestFilters(search: Record<string, unknown>): RequestFilters {
  return withoutUnset({
    outcome: choiceFilter(search, 'outcome', outcomes),
    code: textFilter(search, 'code', 64),
    method: choiceFilter(search, 'method', methods),
    path: textFilter(search, 'path', 200),
    phone_number: phonePart(textFilter(search, 'phone_number', 40)),
    text: textFilter(search, 'text', 200),
    ...parseTimeRange(search),
  });
}

/** Filters for the requests in a group of failures; the path up to the first id in it. */
export function filtersOfFailure({ code, route }: { code: string; route: string | null }): RequestFilters {
  const [method, path] = route?.split(' ') ?? [];
  return withoutUnset({
    outcome: 'failed',
    code,
    method: methods.find((known) => known === method),
    path: path?.split('{')[0],
  });
}
