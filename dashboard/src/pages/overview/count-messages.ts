// Counts of messages as the charts show them. Pure: statistics in, bars and steps out.

import type { MessageStatus } from '@hudhud/contract/states.ts';
import type { Statistics } from '@hudhud/contract/statistics.ts';

/** Eleven statuses are too many colours for one bar; these are what people ask about. */
export const barNames = ['waiting', 'sent', 'delivered', 'read', 'failed', 'received'] as const;
export type BarName = (typeof barNames)[number];

const barOf: Readonly<Record<MessageStatus, BarName>> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
  unconfirmed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
  received: 'received',
};

/** One bar: the beginning of its day or hour, and how many messages of each kind. */
export type Bar = { readonly period: string } & Readonly<Record<BarName, number>>;

const emptyBar = (period: string): { period: string } & Record<BarName, number> => ({
  period,
  waiting: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  received: 0,
});

const hourMilliseconds = 3_600_000;

/** Days and hours as the company's clock writes them; the zone's offset may change in between. */
const keyOf = (period: string, by: Statistics['by']): string => period.slice(0, by === 'day' ? 10 : 13);

/** Every day or hour of the range, also those without a message. */
export function toBars({ since, until, by, timezone, data }: Statistics): Bar[] {
  const bars = new Map<string, Bar>();
  const end = new Date(until).getTime();
  // Swedes write the day first and in the order of its parts. One for the hours of a month: a tenth of the page's time.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: timezone,
  });
  for (let instant = new Date(since).getTime(); instant < end; instant += hourMilliseconds) {
    const key = keyOf(clock.format(instant).replace(' ', 'T'), by);
    if (!bars.has(key)) bars.set(key, emptyBar(new Date(instant).toISOString()));
  }
  for (const { period, status, count } of data) {
    const bar = bars.get(keyOf(period, by));
    if (!bar || !status) continue;
    const name = barOf[status];
    bars.set(keyOf(period, by), { ...bar, [name]: bar[name] + count });
  }
  return [...bars.values()];
}

export const funnelSteps = ['accepted', 'sent', 'delivered', 'read'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** All of them together, by what became of them. */
export function countBars({ data }: Pick<Statistics, 'data'>): Readonly<Record<BarName, number>> {
  const { period: _all, ...total } = emptyBar('');
  for (const { status, count } of data) if (status) total[barOf[status]] += count;
  return total;
}

/** How many came at least so far; what was read was delivered and sent before. */
export function toFunnel(statistics: Pick<Statistics, 'data'>): Readonly<Record<FunnelStep, number>> {
  const total = countBars(statistics);
  const delivered = total.delivered + total.read;
  const sent = total.sent + delivered;
  return { accepted: sent + total.waiting + total.failed, sent, delivered, read: total.read };
}
