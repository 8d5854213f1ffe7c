// Puts calls, statuses and deliveries in the order in which they happened. Their times alone do not say it: a provider
// reports whole seconds, so a message seems to be delivered before it was sent, and two things may happen in the same
// millisecond. A delivery follows the status it reports, and the calls to its webhook follow the delivery.

import type { MessageStatus } from '@hudhud/contract/states.ts';
import { timeOfUuid } from '../../platform/ids.ts';
import type { StoryCallRow, StoryDeliveryRow, StoryStatusRow } from './queries.ts';

export type StoryStep =
  | { readonly kind: 'call'; readonly row: StoryCallRow }
  | { readonly kind: 'status'; readonly row: StoryStatusRow }
  | { readonly kind: 'delivery'; readonly row: StoryDeliveryRow };

/** Calls and deliveries in the order of their ids. */
export interface StoryRows {
  readonly calls: readonly StoryCallRow[];
  readonly statuses: readonly StoryStatusRow[];
  readonly deliveries: readonly StoryDeliveryRow[];
}

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

const reportedByProvider: ReadonlySet<MessageStatus> = new Set([
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
]);

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
    // A provider's report of an attempt comes after our call, even if its clock is wrong.
    const start = reportedByProvider.has(row.status) ? (starts.get(row.attempt) ?? 0) : 0;
    moments.set(keyOf(row), Math.max(moments.get(keyOf(row)) ?? 0, latestMoment(row), start));
  }
  return new Map(statuses.map((row) => [row, moments.get(keyOf(row)) ?? 0]));
};

/** Where something stands in the story: compared from the first field to the last. */
interface Place {
  readonly moment: number;
  /** The attempt of the message. */
  readonly attempt: number;
  /** Within the attempt. */
  readonly order: number;
  /** Orders a step, then the delivery that reports it, then the calls of that delivery. */
  readonly depth: number;
}

const comparePlaces = (one: Place, two: Place): number =>
  one.moment - two.moment || one.attempt - two.attempt || one.order - two.order || one.depth - two.depth;

/** A message that is queued after an attempt waits for its next one. */
const orderOf = (status: MessageStatus, attempt: number): number =>
  status === 'queued' && attempt > 0 ? usualOrder.length : usualOrder.indexOf(status);

const placeStatuses = ({ calls, statuses }: StoryRows): Map<StoryStatusRow, Place> => {
  const moments = momentsOf(statuses, startsOfAttempts(calls));
  return new Map(
    statuses.map((row) => {
      const { attempt, status } = row;
      return [row, { moment: moments.get(row) ?? 0, attempt, order: orderOf(status, attempt), depth: 0 }];
    }),
  );
};

/** By the id of the delivery. */
const placeDeliveries = (
  deliveries: readonly StoryDeliveryRow[],
  statuses: ReadonlyMap<StoryStatusRow, Place>,
): Map<string, Place> => {
  const places = new Map([...statuses].map(([row, place]) => [`${row.attempt} ${row.status}`, place]));
  return new Map(
    deliveries.map(({ id, event_status, event_attempt }) => {
      const attempt = event_attempt ?? 0;
      const moment = timeOfUuid(id).getTime();
      const place = event_status === null ? undefined : places.get(`${attempt} ${event_status}`);
      const order = orderOf(event_status ?? 'received', attempt);
      return [id, { moment: Math.max(moment, place?.moment ?? 0), attempt, order, depth: 1 }];
    }),
  );
};

const placeCall = (row: StoryCallRow, deliveries: ReadonlyMap<string, Place>): Place => {
  const moment = timeOfUuid(row.id).getTime();
  const delivery = row.delivery_id === null ? undefined : deliveries.get(row.delivery_id);
  if (delivery) return { ...delivery, moment: Math.max(moment, delivery.moment), depth: 2 };
  return { moment, attempt: row.attempt, order: usualOrder.indexOf('call'), depth: 0 };
};

export const orderStory = (rows: StoryRows): StoryStep[] => {
  const statuses = placeStatuses(rows);
  const deliveries = placeDeliveries(rows.deliveries, statuses);
  const steps: (readonly [Place, StoryStep])[] = [
    ...[...statuses].map(([row, place]) => [place, { kind: 'status', row }] as const),
    ...rows.calls.map((row) => [placeCall(row, deliveries), { kind: 'call', row }] as const),
  ];
  for (const row of rows.deliveries) {
    const place = deliveries.get(row.id);
    if (place) steps.push([place, { kind: 'delivery', row }]);
  }
  return steps.sort(([one], [two]) => comparePlaces(one, two)).map(([, step]) => step);
};
