// The SQL of a campaign's numbers. Triggers on the ledger write changes, which are folded later; every read sums both
// in one statement, so that the numbers add up at every moment.

import type { RecipientState } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import type { Queryable } from '../../platform/database/database.ts';
import { type Folded, takingChanges } from '../../platform/database/fold-changes.ts';
import { plainArray } from '../../platform/database/sql-array.ts';
import type { CampaignKey } from '../campaign-row.ts';

const foldLock = 4_801_009;

/** Adds a bounded number of changes to the counts, the oldest first, from a number on (see `FoldFloor`). */
export const foldChanges = async (db: Queryable, rowsMax: number, floor: string): Promise<Folded> => {
  const { rows } = await db.query<Folded>({
    name: 'fold-campaign-counts',
    text: `
      with ${takingChanges('campaign_count_changes', 'id')},
      folded as (
        insert into campaign_counts as known (company_id, campaign_id, kind, name, detail, count)
        select company_id, campaign_id, kind, name, detail, sum(change)
        from taken
        group by 1, 2, 3, 4, 5
        having sum(change) <> 0
        order by 1, 2, 3, 4, 5
        on conflict (company_id, campaign_id, kind, name, detail)
          do update set count = known.count + excluded.count
      )
      select count(*)::integer as taken, max(id)::text as highest from taken`,
    values: [foldLock, rowsMax, floor],
  });
  return rows[0] ?? { taken: 0, highest: null };
};

export interface CountRow {
  readonly campaign_id: string;
  readonly kind: 'state' | 'store' | 'minute' | 'delivered_in' | 'read_in' | 'pricing';
  readonly name: string;
  readonly detail: string;
  readonly count: number;
}

const countsAndChanges = `
  select campaign_id, kind, name, detail, count
  from campaign_counts where company_id = $1 and campaign_id = any ($2::uuid[])
  union all
  select campaign_id, kind, name, detail, change
  from campaign_count_changes where company_id = $1 and campaign_id = any ($2::uuid[])`;

/** All numbers of one campaign. */
export const sumCounts = async (db: Queryable, key: CampaignKey): Promise<CountRow[]> => {
  const { rows } = await db.query<CountRow>({
    name: 'sum-campaign-counts',
    text: `
      select campaign_id, kind, name, detail, sum(count)::integer as count
      from (${countsAndChanges}) as counted
      group by 1, 2, 3, 4
      having sum(count) <> 0`,
    values: [key.companyId, plainArray([key.id])],
  });
  return rows;
};

export interface StateCount {
  readonly campaign_id: string;
  readonly state: RecipientState | 'replied';
  readonly count: number;
}

/** How many recipients of these campaigns are in which state, and how many have replied. */
export const sumStates = async (
  db: Queryable,
  companyId: string,
  campaignIds: readonly string[],
): Promise<StateCount[]> => {
  const { rows } = await db.query<StateCount>({
    name: 'sum-campaign-states',
    text: `
      select campaign_id, case when kind = 'state' then name else detail end as state, sum(count)::integer as count
      from (${countsAndChanges}) as counted
      where kind = 'state' or (kind = 'minute' and detail = 'replied')
      group by 1, 2
      having sum(count) <> 0`,
    values: [companyId, plainArray(campaignIds)],
  });
  return rows;
};

export interface CountDifference {
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
  readonly kept: string;
  readonly counted: string;
}

/** A million people take their time. */
const checkMilliseconds = 600_000;

/** Where the kept numbers of a campaign and a count of its ledger differ. One statement, so both are of one moment. */
export const findDifferences = async (
  client: pg.ClientBase,
  key: CampaignKey,
): Promise<CountDifference[]> => {
  await client.query(`set local statement_timeout = ${checkMilliseconds}`);
  const { rows } = await client.query<CountDifference>({
    text: `with kept as (
       select kind, name, detail, sum(count) as count
       from (${countsAndChanges}) as counted
       group by 1, 2, 3
       having sum(count) <> 0
     ),
     counted as (
       select fact.kind, fact.name, fact.detail, count(*) as count
       from campaign_recipients
       cross join lateral recipient_facts(state, reason, store_id, sent_at, delivered_at, read_at, failed_at,
         replied_at, pricing) as fact
       where company_id = $1 and campaign_id = any ($2::uuid[])
       group by 1, 2, 3
     )
     select kind, name, detail, coalesce(kept.count, 0)::text as kept, coalesce(counted.count, 0)::text as counted
     from kept full join counted using (kind, name, detail)
     where kept.count is distinct from counted.count
     order by 1, 2, 3`,
    values: [key.companyId, plainArray([key.id])],
    query_timeout: checkMilliseconds,
  } as pg.QueryConfig);
  return rows;
};

/** One failure for each reason: words for what the numbers only name. */
export const findSampleFailures = async (
  db: Queryable,
  key: CampaignKey,
  reasons: readonly string[],
): Promise<{ reason: string; failure: string }[]> => {
  const { rows } = await db.query<{ reason: string; failure: string }>(
    `select wanted.reason, message.failure
     from unnest($3::text[]) as wanted (reason)
     cross join lateral (
       select message_id from campaign_recipients
       where company_id = $1 and campaign_id = $2 and reason = wanted.reason and message_id is not null
       order by position desc limit 1
     ) as sample
     cross join lateral (
       select failure from messages where company_id = $1 and id = sample.message_id limit 1
     ) as message
     where message.failure is not null`,
    [key.companyId, key.id, [...reasons]],
  );
  return rows;
};

/** Every campaign that ever started and whose people are kept, for a check of all numbers. */
export const listStarted = async (db: Queryable): Promise<CampaignKey[]> => {
  const { rows } = await db.query<{ company_id: string; id: string }>(
    `select company_id, id from campaigns where started_at is not null and forgotten_at is null order by 1, 2`,
  );
  return rows.map((row) => ({ companyId: row.company_id, id: row.id }));
};
