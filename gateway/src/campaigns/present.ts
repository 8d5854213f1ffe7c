// A campaign's row as the outside sees it.

import {
  type AudienceSummary,
  type Campaign,
  type RecipientState,
  recipientStates,
} from '@hudhud/contract/campaigns.ts';
import { toPublicId } from '../platform/ids.ts';
import type { StoredAudience } from './audience/stored-audience.ts';
import { type CampaignRow, contentOf } from './campaign-row.ts';
import type { StateCount } from './numbers/queries.ts';
import { isOpen, opensAt } from './sending-hours.ts';

export type Counts = Record<RecipientState, number>;

export const noCounts = (): Counts =>
  Object.fromEntries(recipientStates.map((state) => [state, 0])) as Counts;

export const totalOf = (counts: Counts): number =>
  recipientStates.reduce((sum, state) => sum + counts[state], 0);

export interface CampaignNumbers {
  readonly counts: Counts;
  readonly replied: number;
}

/** The numbers of campaigns by their UUID. */
export const toNumbers = (rows: readonly StateCount[]): ReadonlyMap<string, CampaignNumbers> => {
  const found = new Map<string, { counts: Counts; replied: number }>();
  for (const { campaign_id: id, state, count } of rows) {
    const numbers = found.get(id) ?? { counts: noCounts(), replied: 0 };
    if (state === 'replied') numbers.replied = count;
    else numbers.counts[state] = count;
    found.set(id, numbers);
  }
  return found;
};

const presentAudience = (audience: StoredAudience): AudienceSummary => {
  switch (audience.kind) {
    case 'segment':
      return { kind: 'segment', segment_id: toPublicId('segment', audience.segmentId) };
    case 'filter':
      return { kind: 'filter', filter: audience.filter };
    case 'tags':
      return { kind: 'tags', tags: [...audience.tags] };
    case 'list':
      return { kind: 'list', listed: audience.listed, file_name: audience.fileName };
    case 'retry':
      return {
        kind: 'retry',
        campaign_id: toPublicId('campaign', audience.campaignId),
        states: [...audience.states],
        ...(audience.reasons && { reasons: [...audience.reasons] }),
      };
  }
};

const waitsUntil = (row: CampaignRow, timezone: string, now: Date): string | null =>
  row.state === 'running' && !isOpen(row.sending_hours, timezone, now)
    ? opensAt(row.sending_hours, timezone, now).toISOString()
    : null;

export const presentCampaign = (
  row: CampaignRow,
  timezone: string,
  { counts, replied }: CampaignNumbers = { counts: noCounts(), replied: 0 },
  now: Date = new Date(),
): Campaign => ({
  id: toPublicId('campaign', row.id),
  name: row.name,
  state: row.state,
  text: row.text,
  content: row.text === '' ? null : contentOf(row),
  sender_id: row.sender_id && toPublicId('sender', row.sender_id),
  audience: row.audience && presentAudience(row.audience),
  schedule_at: row.schedule_at?.toISOString() ?? null,
  sending_hours: row.sending_hours,
  messages_per_second: row.messages_per_second,
  auto_pause: row.auto_pause,
  excluded: [...row.exclude],
  pause_reason: row.state === 'paused' ? row.pause_reason : null,
  waits_until: waitsUntil(row, timezone, now),
  total: totalOf(counts),
  counts,
  replied,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  prepared_at: row.prepared_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  forgotten_at: row.forgotten_at?.toISOString() ?? null,
});
