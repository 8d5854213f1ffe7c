// The events of a campaign, written in the transaction that made the change.

import type pg from 'pg';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { type CampaignRow, keyOf } from './campaign-row.ts';
import { sumStates } from './numbers/queries.ts';
import { noCounts, toNumbers, totalOf } from './present.ts';
import { insertCampaignEvent } from './queries.ts';

export type CampaignEvent = 'campaign_started' | 'campaign_paused' | 'campaign_completed';

export const emitCampaignEvent = async (
  client: pg.ClientBase,
  type: CampaignEvent,
  row: CampaignRow,
): Promise<void> => {
  const { companyId, id } = keyOf(row);
  const numbers = toNumbers(await sumStates(client, companyId, [id])).get(id);
  const counts = numbers?.counts ?? noCounts();
  await insertCampaignEvent(client, {
    companyId,
    id: newUuid(),
    type,
    data: {
      campaign_id: toPublicId('campaign', id),
      name: row.name,
      state: row.state,
      total: totalOf(counts),
      counts,
      replied: numbers?.replied ?? 0,
      ...(type === 'campaign_paused' && { pause_reason: row.pause_reason }),
    },
  });
};
