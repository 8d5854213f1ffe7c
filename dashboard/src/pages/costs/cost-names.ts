// What costs are counted by, in the reader's language; the gateway's own word for what this build does not know.

import type { CostGroup, Costs } from '@hudhud/contract/costs.ts';
import { useTranslation } from 'react-i18next';
import { longDay } from '../../parts/time/times.ts';

/** "Saudi Arabia" of SA, "Marketing" of marketing, "17 November 2026" of 2026-11-17. */
export function useCostNames() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  const isCountry = (code: string) => /^[A-Z]{2}$/.test(code);
  return {
    country: (code: string): string => (isCountry(code) ? (regions.of(code) ?? code) : code),
    category: (name: string): string =>
      i18n.exists(`cost_category.${name}`) ? t(`cost_category.${name as 'service'}`) : name,
    /** A day of the calendar, wherever the reader is. */
    day: (day: string): string => longDay(day, 'UTC', language),
  };
}

export function useRowName(group: CostGroup): (row: Costs['data'][number]) => string {
  const { t } = useTranslation();
  const names = useCostNames();
  return ({ key, name }) => {
    if (name === '') return t('costs.none');
    if (group === 'day' || group === 'country' || group === 'category') return names[group](key);
    return name;
  };
}
