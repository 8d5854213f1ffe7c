// By which sender, when and how fast, as a form holds it, and as the gateway takes it.

import type { Campaign, CampaignChange } from '@hudhud/contract/campaigns.ts';
import { fromZonedInput, toZonedInput } from '../../../parts/time/zoned-input.ts';

export interface SendingValues {
  /** Empty: the company's default. */
  readonly from: string;
  /** Wall-clock time in the company's zone, as a date-time field holds it; empty: as soon as it is started. */
  readonly schedule: string;
  readonly hasHours: boolean;
  readonly hoursFrom: string;
  readonly hoursUntil: string;
  /** Monday is 1. */
  readonly days: readonly number[];
  /** Null: as fast as the sender goes. */
  readonly perSecond: number | null;
  readonly hasAutoPause: boolean;
  readonly failurePercent: number | null;
  readonly failureWindow: number | null;
}

export type SendingProblem = 'schedule' | 'hours' | 'days';

const usualPercent = 30;
const usualWindow = 50;
const speedMax = 1_000;
const windowMin = 10;
const windowMax = 1_000;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Sunday first, as most of our readers have it; a calendar says otherwise only to who asks. */
export const weekDays = [7, 1, 2, 3, 4, 5, 6] as const;

const wholeWeek: readonly number[] = weekDays;

export function toSendingValues(campaign: Campaign, timeZone: string): SendingValues {
  const { sending_hours: hours, auto_pause: pause } = campaign;
  return {
    from: campaign.sender_id ?? '',
    schedule: campaign.schedule_at === null ? '' : toZonedInput(campaign.schedule_at, timeZone),
    hasHours: hours !== null,
    hoursFrom: hours?.from ?? '09:00',
    hoursUntil: hours?.until ?? '21:00',
    days: hours?.days ?? wholeWeek,
    perSecond: campaign.messages_per_second,
    hasAutoPause: pause !== null,
    failurePercent: pause ? Math.round(pause.failure_rate * 100) : usualPercent,
    failureWindow: pause?.window ?? usualWindow,
  };
}

const hour = /^([01]\d|2[0-3]):[0-5]\d$/;

export function checkSending(values: SendingValues, timeZone: string, now: Date): SendingProblem | null {
  if (values.schedule !== '') {
    const instant = fromZonedInput(values.schedule, timeZone);
    if (instant === undefined || new Date(instant) < now) return 'schedule';
  }
  if (!values.hasHours) return null;
  const { hoursFrom, hoursUntil } = values;
  if (!hour.test(hoursFrom) || !hour.test(hoursUntil) || hoursFrom === hoursUntil) return 'hours';
  return values.days.length === 0 ? 'days' : null;
}

/** Only of values without a problem. */
export function toSendingChange(values: SendingValues, timeZone: string): CampaignChange {
  const isWholeWeek = values.days.length === wholeWeek.length;
  return {
    from: values.from === '' ? null : values.from,
    schedule_at: values.schedule === '' ? null : (fromZonedInput(values.schedule, timeZone) ?? null),
    sending_hours: values.hasHours
      ? {
          from: values.hoursFrom,
          until: values.hoursUntil,
          ...(!isWholeWeek && { days: values.days.toSorted() }),
        }
      : null,
    messages_per_second: values.perSecond === null ? null : within(values.perSecond, 1, speedMax),
    auto_pause: values.hasAutoPause
      ? {
          failure_rate: within(values.failurePercent ?? usualPercent, 1, 100) / 100,
          window: within(values.failureWindow ?? usualWindow, windowMin, windowMax),
        }
      : null,
  };
}
