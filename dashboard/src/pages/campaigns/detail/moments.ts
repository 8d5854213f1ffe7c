// What happened in each minute or hour of a campaign, without gaps: a quiet hour is a fact, too.

import type { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import type { Campaign } from '@hudhud/contract/campaigns.ts';

export type Moment = CampaignStatistics['over_time'][number];
export type Period = 'minute' | 'hour';

const milliseconds: Readonly<Record<Period, number>> = { minute: 60_000, hour: 3_600_000 };
const minutesShown = 3 * 60;

/** More bars than this cannot be told apart; the latest are shown. */
const momentsMax = 96;

export function fillGaps(overTime: readonly Moment[], by: Period): Moment[] {
  const [first] = overTime;
  const last = overTime.at(-1);
  if (!first || !last) return [];
  const step = milliseconds[by];
  const known = new Map(overTime.map((moment) => [Date.parse(moment.at), moment]));
  const end = Date.parse(last.at);
  const start = Math.max(Date.parse(first.at), end - (momentsMax - 1) * step);
  const filled: Moment[] = [];
  for (let at = start; at <= end; at += step) {
    filled.push(
      known.get(at) ?? {
        at: new Date(at).toISOString(),
        sent: 0,
        delivered: 0,
        read: 0,
        failed: 0,
        replied: 0,
      },
    );
  }
  return filled;
}

/** Minutes for what is short, hours for what is long. */
export function usualPeriod(
  { started_at, finished_at }: Pick<Campaign, 'started_at' | 'finished_at'>,
  now: Date,
): Period {
  if (started_at === null) return 'minute';
  const end = finished_at === null ? now.getTime() : Date.parse(finished_at);
  return end - Date.parse(started_at) > minutesShown * milliseconds.minute ? 'hour' : 'minute';
}
