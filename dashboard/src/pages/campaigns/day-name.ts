// The short name of a day of the week, Monday being 1.

import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../parts/text/locale.ts';
import { dayMilliseconds } from '../../queries/time-range.ts';

/** A Monday. */
const monday = Date.UTC(2024, 0, 1);

export function useDayName(): (day: number) => string {
  const { language } = useTranslation().i18n;
  return (day) =>
    dateFormat(language, { timeZone: 'UTC', weekday: 'short' }).format(
      new Date(monday + (day - 1) * dayMilliseconds),
    );
}
