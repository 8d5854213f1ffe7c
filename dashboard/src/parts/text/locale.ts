// How numbers and times are written in each language of the dashboard.

/** Latin digits and the Gregorian calendar in every language, so that times sit well beside ids and phone numbers.
 * English days come before months: readers of every country understand "3 Nov". */
export const localeOf = (language: string): string =>
  `${language === 'en' ? 'en-GB' : language}-u-ca-gregory-nu-latn`;

type DateOptions = Intl.DateTimeFormatOptions;

/** Making a format costs far more than using it, and a list uses the same few for every row. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

export function dateFormat(language: string, options: DateOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(localeOf(language), options);
  dateFormats.set(key, made);
  return made;
}

export function relativeFormat(language: string, style: 'long' | 'narrow'): Intl.RelativeTimeFormat {
  const key = `${language} ${style}`;
  const known = relativeFormats.get(key);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto', style });
  relativeFormats.set(key, made);
  return made;
}

export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(localeOf(language), options);
  numberFormats.set(key, made);
  return made;
}

export const numberText = (value: number, language: string): string => numberFormat(language).format(value);

/** With one digit behind the point where it is not a whole number. */
export const rateText = (share: number, language: string): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** One digit behind the point where a whole number would hide a difference. */
export const percentText = (share: number, language: string): string =>
  numberFormat(language, {
    style: 'percent',
    maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0,
  }).format(share);
