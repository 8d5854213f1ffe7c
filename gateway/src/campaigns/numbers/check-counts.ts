// Recounts the ledgers of all campaigns and reports where the numbers differ: they never should.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { toPublicId } from '../../platform/ids.ts';
import { type CountDifference, findDifferences, listStarted } from './queries.ts';

export interface CampaignDifference extends CountDifference {
  readonly campaign_id: string;
}

export const checkCampaignCounts = async (
  pool: pg.Pool,
): Promise<{ campaigns: number; differences: CampaignDifference[] }> => {
  const keys = await listStarted(pool);
  const differences: CampaignDifference[] = [];
  for (const key of keys) {
    const found = await inTransaction(pool, (client) => findDifferences(client, key));
    for (const difference of found) {
      differences.push({ ...difference, campaign_id: toPublicId('campaign', key.id) });
    }
  }
  return { campaigns: keys.length, differences };
};
