// The functions of times.ts with the company's zone and the reader's language filled in.

import { useTranslation } from 'react-i18next';
import { useMe } from '../../queries/me.ts';
import { numberText, percentText, rateText } from '../text/locale.ts';
import { absoluteTime, clockTime, duration, longDay, relativeTime, shortTime, spanText } from './times.ts';
import { useNow } from './use-now.ts';

export function useTimeText() {
  const { language } = useTranslation().i18n;
  const timeZone = useMe().company.timezone;
  const now = useNow();
  return {
    isPast: (instant: string) => new Date(instant).getTime() <= now.getTime(),
    relative: (instant: string) => relativeTime(instant, now, language),
    absolute: (instant: string) => absoluteTime(instant, timeZone, language),
    short: (instant: string) => shortTime(instant, now, timeZone, language),
    clock: (instant: Date) => clockTime(instant, timeZone, language),
    day: (instant: string) => longDay(instant, timeZone, language),
    duration: (milliseconds: number) => duration(milliseconds, language),
    span: (seconds: number) => spanText(seconds, language),
    number: (value: number) => numberText(value, language),
    percent: (share: number) => percentText(share, language),
    rate: (share: number) => rateText(share, language),
  };
}
