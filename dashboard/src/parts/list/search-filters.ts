// Filters as they stand in a URL: plain strings, and nothing that is empty or unknown.

import type { TimeRange } from '../../queries/time-range.ts';

type Search = Readonly<Record<string, unknown>>;

export function textFilter(search: Search, name: string, charactersMax = 200): string | undefined {
  const value = search[name];
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' || trimmed.length > charactersMax ? undefined : trimmed;
}

export function choiceFilter<Choice extends string>(
  search: Search,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === search[name]);
}

const idTail = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether the text is a whole id of this kind; the gateway could only refuse anything else. */
export const isId = (text: string, prefix: string): boolean =>
  text.startsWith(`${prefix}_`) && idTail.test(text.slice(prefix.length + 1));

export function idFilter(search: Search, name: string, prefix: string): string | undefined {
  const text = textFilter(search, name);
  return text !== undefined && isId(text, prefix) ? text : undefined;
}

/** The same filters for any time. */
export function withoutTime<Filters extends TimeRange>(filters: Filters): Omit<Filters, keyof TimeRange> {
  const { time: _, since: __, until: ___, ...rest } = filters;
  return rest;
}

/** The same filters without the ones that are not set, so that URLs stay short and keys comparable. */
export function withoutUnset<Filters extends object>(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as Filters;
}
