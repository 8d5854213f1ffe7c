// Puts calls and statuses in the order in which they happened. Their times alone do not say it: a provider tells whole
// seconds, so a message seems to be delivered before it was sent, and two things may happen in the same millisecond.

import type { MessageStatus } from '@hudhud/contract/messages.ts';
import { timeOfUuid } from '../../platform/ids.ts';
import type { StoryCallRow, StoryStatusRow } from './queries.ts';

export type StoryStep =
  | { readonly kind: 'call'; readonly row: StoryCallRow }
  | { readonly kind: 'status'; readonly row: StoryStatusRow };

const secondMilliseconds = 1_000;

/** Within one attempt and one moment; the call stands between `sending` and what came of it. */
const usualOrder: readonly (MessageStatus | 'call')[] = [
  'received',
  'queued',
  'sending',
  'call',
  'unconfirmed',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'cancelled',
  'expired',
];

const toldByProvider: ReadonlySet<MessageStatus> = new Set(['sent', 'delivered', 'read', 'played', 'failed']);

/** A time in whole seconds means any moment of that second, but none after we learned of it. */
const latestMoment = ({ at, recorded_at }: StoryStatusRow): number => {
  const time = at.getTime();
  if (time % secondMilliseconds !== 0) return time;
  return Math.max(time, Math.min(time + secondMilliseconds - 1, recorded_at.getTime()));
};

const startsOfAttempts = (calls: readonly StoryCallRow[]): Map<number, number> => {
  const starts = new Map<number, number>();
  for (const call of calls) {
    if (call.kind === 'provider' && !starts.has(call.attempt)) {
      starts.set(call.attempt, timeOfUuid(call.id).getTime());
    }
  }
  return starts;
};

/** Statuses of the same second are one moment, so that their usual order decides and not the order of their arrival. */
const momentsOf = (
  statuses: readonly StoryStatusRow[],
  starts: ReadonlyMap<number, number>,
): Map<StoryStatusRow, number> => {
  const keyOf = (row: StoryStatusRow): string => `${row.attempt} ${row.at.getTime()}`;
  const moments = new Map<string, number>();
  for (const row of statuses) {
    // What a provider tells of an attempt comes after we called it, whatever its clock says.
    const start = toldByProvider.has(row.status) ? (starts.get(row.attempt) ?? 0) : 0;
    moments.set(keyOf(row), Math.max(moments.get(keyOf(row)) ?? 0, latestMoment(row), start));
  }
  return new Map(statuses.map((row) => [row, moments.get(keyOf(row)) ?? 0]));
};

/** A message that is queued after an attempt waits for its next one. */
const orderOf = (step: StoryStep): number => {
  if (step.kind === 'call') return usualOrder.indexOf('call');
  if (step.row.status === 'queued' && step.row.attempt > 0) return usualOrder.length;
  return usualOrder.indexOf(step.row.status);
};

/** `calls` in the order of their ids. */
export const orderStory = (
  calls: readonly StoryCallRow[],
  statuses: readonly StoryStatusRow[],
): StoryStep[] => {
  const moments = momentsOf(statuses, startsOfAttempts(calls));
  const steps: { readonly step: StoryStep; readonly moment: number }[] = [
    ...calls.map((row) => ({ step: { kind: 'call' as const, row }, moment: timeOfUuid(row.id).getTime() })),
    ...statuses.map((row) => ({ step: { kind: 'status' as const, row }, moment: moments.get(row) ?? 0 })),
  ];
  return steps
    .sort(
      (one, two) =>
        one.moment - two.moment ||
        one.step.row.attempt - two.step.row.attempt ||
        orderOf(one.step) - orderOf(two.step),
    )
    .map(({ step }) => step);
};
