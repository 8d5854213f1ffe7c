// Whether a campaign may send now, by the clock of its company, and when it may next. Pure arithmetic over minutes of the
// week; days that are an hour shorter or longer are met by looking again.

import type { SendingHours } from '@hudhud/contract/campaigns.ts';
import { memoize } from '../platform/memo.ts';
import { dayMinutes, minuteMilliseconds, minuteOfDay } from '../platform/time.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];

interface LocalTime {
  /** Monday is 1. */
  readonly day: number;
  /** Minute of the day. */
  readonly minute: number;
}

const dayNumbers: Readonly<Record<string, number>> = {
  Mon: 1,
  Tue: 2,
  Wed: 3,
  Thu: 4,
  Fri: 5,
  Sat: 6,
  Sun: 7,
};

const zonesMax = 1_000;
const formatOf = memoize(
  zonesMax,
  (timezone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

const toLocal = (at: Date, timezone: string): LocalTime => {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: dayNumbers[parts.weekday ?? ''] ?? 1,
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
};

const dayBefore = (day: number): number => (day === 1 ? 7 : day - 1);

/** Hours that end before they begin go over midnight and belong to the day they begin on; equal ones are a whole day. */
export const isOpen = (hours: SendingHours | null, timezone: string, at: Date): boolean => {
  if (!hours) return true;
  const { day, minute } = toLocal(at, timezone);
  const days = hours.days ?? everyDay;
  const [from, until] = [minuteOfDay(hours.from), minuteOfDay(hours.until)];
  if (from < until) return days.includes(day) && minute >= from && minute < until;
  return (days.includes(day) && minute >= from) || (days.includes(dayBefore(day)) && minute < until);
};

/** A difference of minutes of the day as the shorter way round the clock. */
const aside = (minutes: number): number => {
  const ahead = (minutes + dayMinutes) % dayMinutes;
  return ahead > dayMinutes / 2 ? ahead - dayMinutes : ahead;
};

/** When it opens next; now when it is open. To the minute. */
export const opensAt = (hours: SendingHours | null, timezone: string, at: Date): Date => {
  if (!hours || isOpen(hours, timezone, at)) return at;
  let time = Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds;
  const end = time + 9 * dayMinutes * minuteMilliseconds;
  const from = minuteOfDay(hours.from);
  while (time < end) {
    const ahead = (from - toLocal(new Date(time), timezone).minute + dayMinutes) % dayMinutes;
    time += (ahead === 0 ? dayMinutes : ahead) * minuteMilliseconds;
    // The clock may have been changed on the way.
    time -= aside(toLocal(new Date(time), timezone).minute - from) * minuteMilliseconds;
    const opened = new Date(time);
    if (isOpen(hours, timezone, opened)) return opened;
  }
  return new Date(end);
};

/** How long sending takes when only so many minutes of every day are open. */
export const stretch = (seconds: number, hours: SendingHours | null): number => {
  if (!hours) return seconds;
  const open = (minuteOfDay(hours.until) - minuteOfDay(hours.from) + dayMinutes) % dayMinutes || dayMinutes;
  const share = (open / dayMinutes) * ((hours.days ?? everyDay).length / 7);
  const openSeconds = open * 60;
  // A campaign that fits into one day's hours is not stretched.
  return seconds <= openSeconds ? seconds : Math.ceil(seconds / share);
};
