// Freezes the audience of a campaign into its ledger, a bite at a time. Its progress is in the row: the process that
// takes over after a crash continues after the last bite that was committed.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import type { SenderDirectory } from '../../senders/directory.ts';
import { freezeBite } from '../audience/queries.ts';
import { windowFor } from '../audience/survey/survey-audience.ts';
import { type CampaignRow, contentOf, keyOf } from '../campaign-row.ts';
import { emitCampaignEvent } from '../events.ts';
import { listPlaceholders } from '../placeholders.ts';
import { analyzeLedger, findCampaign, markPrepared } from '../queries.ts';

/** Large enough to cost little per person, small enough that a pause or a stop does not wait. */
const rowsPerBite = 10_000;

/** After so many new people the planner needs new statistics. */
const analyzedFrom = 1_000;

export interface FreezeOptions {
  readonly pool: pg.Pool;
  readonly epoch: string;
  readonly senders: SenderDirectory;
  readonly mayContinue: () => boolean;
}

/** True when it is prepared and runs. */
export const freezeAudience = async (
  { pool, epoch, senders, mayContinue }: FreezeOptions,
  row: CampaignRow,
): Promise<boolean> => {
  const key = keyOf(row);
  const content = contentOf(row);
  const placeholders = listPlaceholders(content);
  const sender = (await senders.find(row.company_id)).find(({ id }) => id === row.sender_id);
  const window = sender ? windowFor(sender, content) : null;
  let after = row.freeze_after;
  let frozen = 0;
  while (row.audience && mayContinue()) {
    const bite = await freezeBite(pool, {
      key,
      epoch,
      audience: row.audience,
      placeholders,
      // Looked up only where it decides: a million people are frozen in one run.
      window: window?.isChecked ? window : null,
      after,
      rowsMax: rowsPerBite,
    });
    if (!bite) return false;
    after = bite.after;
    frozen += bite.taken;
    if (bite.taken === rowsPerBite) continue;
    if (frozen >= analyzedFrom) await analyzeLedger(pool);
    return await finish(pool, row, epoch);
  }
  return false;
};

const finish = (pool: pg.Pool, row: CampaignRow, epoch: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const key = keyOf(row);
    if (!(await markPrepared(client, key, epoch))) return false;
    const running = await findCampaign(client, key);
    if (running) await emitCampaignEvent(client, 'campaign_started', running);
    return true;
  });
