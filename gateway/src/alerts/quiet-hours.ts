// When quiet hours end, by the clock of a company. Pure arithmetic over minutes of the day; a day that is an hour shorter
// or longer is met by asking again when the time has come.

import type { QuietHours } from '@hudhud/contract/alerts.ts';
import { dayMinutes, minuteMilliseconds, minuteOfDay } from '../platform/time.ts';

const localMinute = (at: Date, timezone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return minuteOfDay(format.format(at));
};

/** Null when it is not quiet now. Hours that begin and end at the same minute are no hours at all. */
export const quietUntil = (hours: QuietHours | null, timezone: string, at: Date): Date | null => {
  if (!hours) return null;
  const [from, until, now] = [minuteOfDay(hours.from), minuteOfDay(hours.until), localMinute(at, timezone)];
  const isQuiet = from <= until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return null;
  const left = (until - now + dayMinutes) % dayMinutes;
  const minute = Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds;
  return new Date(minute + left * minuteMilliseconds);
};
