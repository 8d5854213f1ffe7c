// Moments as customers read them: local time with the numeric UTC offset of the company, never `Z`.

import { memoize } from '../platform/memo.ts';

const quarterMilliseconds = 15 * 60_000;

const zonesMax = 1_000;
const offsets = new Map<string, { quarter: number; minutes: number }>();

const formatOf = memoize(zonesMax, (timezone): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  } catch {
    // A zone that this machine does not know must not cost a delivery: the moment is right in UTC too.
    return null;
  }
});

const readOffset = (at: Date, timezone: string): number => {
  const parts = formatOf(timezone)?.formatToParts(at) ?? [];
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** Formatting is slow, and no zone changes its offset within a quarter of an hour, so the last answer is kept. */
const offsetOf = (at: Date, timezone: string): number => {
  const quarter = Math.floor(at.getTime() / quarterMilliseconds);
  const last = offsets.get(timezone);
  if (last?.quarter === quarter) return last.minutes;
  const minutes = readOffset(at, timezone);
  offsets.set(timezone, { quarter, minutes });
  return minutes;
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-15T12:30:00+03:00`, or to the millisecond. */
export const toOffsetTime = (
  at: Date,
  timezone: string,
  precision: 'second' | 'millisecond' = 'second',
): string => {
  const minutes = offsetOf(at, timezone);
  const local = new Date(at.getTime() + minutes * 60_000).toISOString();
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
  return `${local.slice(0, precision === 'second' ? -5 : -1)}${offset}`;
};
