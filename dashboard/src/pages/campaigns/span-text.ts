// How long something takes, as people say it: the two largest units.

import { localeOf } from '../../parts/text/locale.ts';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const unitsMax = 2;

export function spanText(seconds: number, language: string): string {
  const locale = localeOf(language);
  let left = Math.max(1, Math.round(seconds));
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    // A gap ends it: "1 day 3 seconds" would be more exact than true.
    if (count === 0 && parts.length > 0) break;
    if (count > 0) {
      parts.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
    }
    if (parts.length === unitsMax) break;
  }
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(parts);
}

export const percentText = (share: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1 }).format(share);
