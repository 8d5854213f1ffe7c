// Times as people read them. Pure: the moment "now", the zone and the language are always given.

import { dateFormat, localeOf, numberFormat, relativeFormat } from '../text/locale.ts';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "3 minutes ago", "in 2 days"; "now" within the last few seconds, whichever clock runs ahead. */
export function relativeTime(
  instant: string,
  now: Date,
  language: string,
  style: 'long' | 'narrow' = 'long',
): string {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1_000);
  const format = relativeFormat(language, style);
  if (Math.abs(seconds) < 5) return format.format(0, 'second');
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** "15 Nov 2026, 12:30:00 GMT+3": everything, for details and tooltips. */
export function absoluteTime(instant: string, timeZone: string, language: string): string {
  return dateFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** "12:30:00" today, "14 Nov, 12:30:00" on other days: short enough for a table. */
export function shortTime(instant: string, now: Date, timeZone: string, language: string): string {
  const date = new Date(instant);
  const isToday = isSameDay(date, now, timeZone);
  return dateFormat(language, {
    timeZone,
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(date);
}

/** "12:30": the wall clock. */
export function clockTime(instant: Date, timeZone: string, language: string): string {
  return dateFormat(language, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
}

/** "29 November 2026": a day to remember. */
export function longDay(instant: string, timeZone: string, language: string): string {
  return dateFormat(language, { timeZone, dateStyle: 'long' }).format(new Date(instant));
}

const dayIn = (date: Date, timeZone: string): string => dateFormat('en-CA', { timeZone }).format(date);

export const isSameDay = (one: Date, other: Date, timeZone: string): boolean =>
  dayIn(one, timeZone) === dayIn(other, timeZone);

export interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes';
  readonly count: number;
}

/**
 * The time left until the end in its largest fitting unit; null when over. A day that has begun counts: on its first
 * day a trial of 14 days has 14 left. Hours and minutes are rounded down.
 */
export function timeLeft(end: string, now: Date): TimeLeft | null {
  const minutes = Math.floor((new Date(end).getTime() - now.getTime()) / 60_000);
  if (minutes < 0) return null;
  if (minutes >= 48 * 60) return { unit: 'days', count: Math.ceil(minutes / (24 * 60)) };
  if (minutes >= 60) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'minutes', count: minutes };
}

/** "0.8ms", "42ms", "1.25s", "4m 30s", "23h 57m": from a minute on, the two largest units. */
export function duration(milliseconds: number, language: string): string {
  if (milliseconds >= 60_000) return longDuration(Math.round(milliseconds / 1_000), language);
  const isLong = milliseconds >= 1_000;
  return numberFormat(language, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    unitDisplay: 'narrow',
    maximumFractionDigits: isLong ? 2 : milliseconds < 10 ? 1 : 0,
  }).format(isLong ? milliseconds / 1_000 : milliseconds);
}

function longDuration(seconds: number, language: string): string {
  return largestUnits(seconds)
    .map(([unit, count]) =>
      numberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count),
    )
    .join(' ');
}

/** "2 days, 7 hours", "3 minutes": how long something takes, as people say it. At least a second. */
export function spanText(seconds: number, language: string): string {
  const parts = largestUnits(Math.max(1, Math.round(seconds))).map(([unit, count]) =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  );
  return new Intl.ListFormat(localeOf(language), { type: 'unit', style: 'long' }).format(parts);
}

/** The largest unit that fits and the one below it, unless that is nothing: "1 day 3 seconds" would be more exact than true. */
function largestUnits(seconds: number): [unit: (typeof units)[number][0], count: number][] {
  const from = units.findIndex(([, size]) => seconds >= size);
  let left = seconds;
  const counts = units.slice(from, from + 2).map(([unit, size]): [typeof unit, number] => {
    const count = Math.floor(left / size);
    left -= count * size;
    return [unit, count];
  });
  return counts.filter(([, count]) => count > 0);
}
