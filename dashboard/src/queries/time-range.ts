// A span of time as a filter: either relative to now ("1h") or two fixed ends. Kept in the URL in exactly this form.

export const dayMilliseconds = 86_400_000;

export const timeSpans = ['15m', '1h', '24h', '7d'] as const;
export type TimeSpan = (typeof timeSpans)[number];

export interface TimeRange {
  readonly time?: TimeSpan | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const spanMilliseconds: Record<TimeSpan, number> = {
  '15m': 15 * 60_000,
  '1h': 60 * 60_000,
  '24h': dayMilliseconds,
  '7d': 7 * dayMilliseconds,
};

/** The two ends as the API takes them. A relative span wins over fixed ends. */
export function resolveTimeRange(range: TimeRange, now: Date): { since?: string; until?: string } {
  if (range.time) return { since: new Date(now.getTime() - spanMilliseconds[range.time]).toISOString() };
  return {
    ...(range.since ? { since: range.since } : {}),
    ...(range.until ? { until: range.until } : {}),
  };
}

/** Takes the time range out of a URL's search; what cannot be understood is left out. */
export function parseTimeRange(search: Readonly<Record<string, unknown>>): TimeRange {
  const time = timeSpans.find((span) => span === search.time);
  if (time) return { time };
  const since = parseInstant(search.since);
  const until = parseInstant(search.until);
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}

function parseInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}
