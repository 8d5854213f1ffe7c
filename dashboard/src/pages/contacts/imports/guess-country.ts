// Which country the numbers of a file are from: what its international numbers say, or where the company's clock stands.

import type { ImportPreview } from '@hudhud/contract/imports.ts';
import { countriesOfNumber, countryCodes } from '../countries.ts';

/** Browsers know the time zones of a country; older ones by a property, newer ones by a function. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

const zonesOf = (country: string): readonly string[] => {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

/** Null when no country or several have this zone: half a guess would be wrong for many. */
export function countryOfZone(timeZone: string): string | null {
  const [first, ...others] = countryCodes.filter((country) => zonesOf(country).includes(timeZone));
  return first !== undefined && others.length === 0 ? first : null;
}

/** The country that most international numbers of the preview begin with. */
export function countryOfNumbers({ mapping, rows }: Pick<ImportPreview, 'mapping' | 'rows'>): string | null {
  const column = mapping.indexOf('phone_number');
  const counts = new Map<string, number>();
  for (const row of rows) {
    const cell = (row[column] ?? '').replaceAll(/[^+\d]/g, '').replace(/^00/, '+');
    const [country] = countriesOfNumber(cell);
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, two]) => two - one);
  return most?.[0] ?? null;
}

export const guessCountry = (preview: ImportPreview, timeZone: string): string | null =>
  countryOfNumbers(preview) ?? countryOfZone(timeZone);
