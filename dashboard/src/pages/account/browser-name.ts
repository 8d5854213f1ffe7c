// A browser by the name that people know it by. What browsers say of themselves is long and mostly untrue; the first of
// these words that occurs is the honest one.

export interface BrowserName {
  readonly name: string;
  readonly isPhone: boolean;
}

const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

type Named = readonly (readonly [RegExp, string])[];
const find = (names: Named, text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Null: it did not say. */
export function browserName(userAgent: string | null): BrowserName | null {
  if (userAgent === null || userAgent === '') return null;
  const isPhone = /Mobile|iPhone|Android/.test(userAgent);
  const parts = [find(browsers, userAgent), find(systems, userAgent)].filter((part) => part !== undefined);
  return { name: parts.length > 0 ? parts.join(' · ') : userAgent.slice(0, 60), isPhone };
}
