// The SQL that deletes the remains of campaigns: ledgers whose retention has ended, and lists that no campaign names any
// more.

import type pg from 'pg';
import type { CampaignKey } from '../campaign-row.ts';

/**
 * Campaigns that ended before a moment and still have people; marked first, so that no statement counts half a ledger.
 */
export const markForgotten = async (
  db: pg.Pool,
  finishedBefore: Date,
  rowsMax: number,
): Promise<CampaignKey[]> => {
  const { rows } = await db.query<{ company_id: string; id: string }>(
    `update campaigns set forgotten_at = coalesce(forgotten_at, now())
     where (company_id, id) in (
       select company_id, id from campaigns campaign
       where finished_at < $1 and (forgotten_at is null or exists (
         select from campaign_recipients recipient
         where recipient.company_id = campaign.company_id and recipient.campaign_id = campaign.id))
       order by finished_at limit $2)
     returning company_id, id`,
    [finishedBefore, rowsMax],
  );
  return rows.map((row) => ({ companyId: row.company_id, id: row.id }));
};

/**
 * Deletes some people of a ledger; its counts stay. Answers how many. The ids are an array, which is made once: a joined
 * subselect ran again for every row while the ledger had no statistics, and skipped the rows it had locked itself.
 */
export const deleteRecipients = async (db: pg.Pool, key: CampaignKey, rowsMax: number): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from campaign_recipients
     where company_id = $1 and campaign_id = $2 and position = any (array(
       select position from campaign_recipients
       where company_id = $1 and campaign_id = $2 order by position limit $3
       for update skip locked))`,
    [key.companyId, key.id, rowsMax],
  );
  return rowCount ?? 0;
};

/** Lists that were begun before an id and that no campaign names, or none whose people are still kept. */
export const findStrayLists = async (
  db: pg.Pool,
  belowId: string,
  rowsMax: number,
): Promise<{ companyId: string; listId: string }[]> => {
  const { rows } = await db.query<{ company_id: string; id: string }>(
    `select company_id, id from campaign_lists list
     where id < $1 and not exists (
       select from campaigns
       where campaigns.company_id = list.company_id and campaigns.audience ->> 'listId' = list.id::text
         and campaigns.forgotten_at is null)
     order by id limit $2`,
    [belowId, rowsMax],
  );
  return rows.map((row) => ({ companyId: row.company_id, listId: row.id }));
};
