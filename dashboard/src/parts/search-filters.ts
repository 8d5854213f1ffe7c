// Filters as they stand in a URL: plain strings, and nothing that is empty or unknown.

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

/** The same filters without the ones that are not set, so that URLs stay short and keys comparable. */
export function withoutUnset<Filters extends object>(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as Filters;
}
