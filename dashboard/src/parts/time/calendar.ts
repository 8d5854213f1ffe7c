// The arithmetic of a date field: what somebody typed, and the days of a month as rows of weeks. Values are wall-clock texts such
// as 2026-11-15T12:30, of no zone; zoned-input.ts turns them into instants.

import { dayMilliseconds } from '../../queries/time-range.ts';
import { dateFormat } from '../text/locale.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Null: not a moment (yet). Years first as in ISO, or days first as people write; without a time, the day begins at midnight. */
export function readTyped(text: string): string | null {
  const trimmed = text.trim();
  const time = '(?:[T ,]+(\\d{1,2}):(\\d{2}))?$';
  const iso = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}`).exec(trimmed);
  const written = new RegExp(`^(\\d{1,2})[./-](\\d{1,2})[./-](\\d{4})${time}`).exec(trimmed);
  const parts = iso ? iso.slice(1) : written && [written[3], written[2], written[1], written[4], written[5]];
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}` : null;
}

const asUtc = (value: string): Date => new Date(`${value}:00.000Z`);

/** "15 Nov 2026, 12:30" in the reader's language. */
export const shownMoment = (value: string, language: string): string =>
  value === ''
    ? ''
    : dateFormat(language, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(asUtc(value));

/** `2026-11`. */
export type MonthKey = string;

export function moveMonth(month: MonthKey, by: number): MonthKey {
  const date = new Date(`${month}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

export const monthName = (month: MonthKey, language: string): string =>
  dateFormat(language, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    asUtc(`${month}-01T00:00`),
  );

/** Sunday is 0. In Arabic-speaking countries weeks begin on Sunday, elsewhere on Monday. */
const firstWeekday = (language: string): number => (language === 'ar' ? 0 : 1);

/** Days of six weeks (2026-11-15), from the beginning of the week in which the month begins. */
export function daysShown(month: MonthKey, language: string): string[] {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  const before = (first.getUTCDay() - firstWeekday(language) + 7) % 7;
  const start = first.getTime() - before * dayMilliseconds;
  return Array.from({ length: 42 }, (_, index) =>
    new Date(start + index * dayMilliseconds).toISOString().slice(0, 10),
  );
}

/** Arabic has no short names but letters, as its calendars show; whole names would touch each other. */
export const weekdayNames = (language: string): string[] => {
  const weekday = language === 'ar' ? 'narrow' : 'short';
  const format = dateFormat(language, { timeZone: 'UTC', weekday });
  return daysShown('2026-11', language)
    .slice(0, 7)
    .map((day) => format.format(asUtc(`${day}T00:00`)));
};

export const dayName = (day: string, language: string): string =>
  dateFormat(language, { timeZone: 'UTC', dateStyle: 'full' }).format(asUtc(`${day}T00:00`));
