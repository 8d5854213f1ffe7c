// Whether so many of the last messages failed that the campaign had better stop until a person has looked.

import type { PauseReason } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { type CampaignRow, keyOf } from '../campaign-row.ts';
import { findFailures } from './queries.ts';

/** A few failures at the very beginning are no rate. */
const settledMin = 10;
/** Known outcomes lie behind the queued messages; the search goes no further back than this. */
const lookBeyond = 5_000;

/** Null: go on. */
export const judgeFailures = async (pool: pg.Pool, row: CampaignRow): Promise<PauseReason | null> => {
  if (!row.auto_pause || row.produced_position <= row.judged_from) return null;
  const { window, failure_rate: rateMax } = row.auto_pause;
  const { settled, failed, reasons } = await findFailures(pool, keyOf(row), {
    from: row.judged_from,
    until: row.produced_position,
    window,
    lookMax: window + lookBeyond,
  });
  if (settled < Math.min(window, settledMin) || failed / settled < rateMax) return null;
  return {
    kind: 'failure_rate',
    detail: `${failed} of the last ${settled} messages failed.`,
    reasons: [...(reasons ?? [])],
  };
};
