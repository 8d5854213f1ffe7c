// The SQL of the overview. What waits is counted by the index of what waits, up to a bound: it costs the same however many
// messages a company has sent.

import type { SenderState } from '@hudhud/contract/senders.ts';
import type { WebhookState } from '@hudhud/contract/webhooks.ts';
import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';

export interface SenderNowRow {
  id: string;
  name: string;
  state: SenderState;
  failure: string | null;
  state_changed_at: Date;
  waiting: number;
}

export interface WebhookNowRow {
  id: string;
  url: string;
  state: WebhookState;
  reason: string | null;
  last_failure: string | null;
  first_failure_at: Date | null;
  waiting: number;
}

export interface NowBounds {
  readonly rowsMax: number;
  readonly countMax: number;
}

/** No message that waits is older than this id: the counts show in which quarters of an hour some are queued. */
const findQueuedFloor = async (db: pg.Pool, companyId: string): Promise<string> => {
  const { rows } = await db.query<{ floor: string }>({
    name: 'find-queued-floor',
    text: `
      select first_id_at(coalesce(least(
        (select starts_at from message_counts
         where company_id = $1 and status = 'queued' and count > 0 order by starts_at limit 1),
        (select min(starts_at) from unfolded_message_counts
         where company_id = $1 and status = 'queued' and change > 0)
      ), now())) as floor`,
    values: [companyId],
  });
  return rows[0]?.floor ?? firstUuidAt(0);
};

export const listSendersNow = async (
  db: pg.Pool,
  companyId: string,
  { rowsMax, countMax }: NowBounds,
): Promise<SenderNowRow[]> => {
  const floor = await findQueuedFloor(db, companyId);
  const { rows } = await db.query<SenderNowRow>(
    `select id, name, state, failure, state_changed_at, (
       select count(*) from (
         select 1 from messages
         where messages.company_id = senders.company_id and lane_id = senders.id and due_at is null
           and messages.id >= $4
         limit $3) as found
     )::integer as waiting
     from senders
     where company_id = $1
     order by state = 'connected', id desc
     limit $2`,
    [companyId, rowsMax, countMax, floor],
  );
  return rows;
};

/**
 * How many deliveries wait, by webhook, or null when there are more than a bound: then those of one could hide the others.
 * Mostly few wait, and are found by one look at each day.
 */
const countWaitingDeliveries = async (
  db: pg.Pool,
  companyId: string,
  countMax: number,
): Promise<Map<string, number> | null> => {
  const { rows } = await db.query<{ id: string; waiting: number }>({
    name: 'count-waiting-deliveries',
    text: `
      select lane_id as id, count(*)::integer as waiting
      from (
        (select lane_id from deliveries
         where company_id = $1 and lane_id is not null and due_at is null limit $2)
        union all
        (select lane_id from deliveries
         where company_id = $1 and lane_id is not null and due_at is not null limit $2)
      ) as found
      group by lane_id`,
    values: [companyId, countMax],
  });
  const all = rows.reduce((sum, { waiting }) => sum + waiting, 0);
  return all < countMax ? new Map(rows.map(({ id, waiting }) => [id, waiting])) : null;
};

/** How many wait for each of these webhooks, up to a bound for each of them. */
const countWaitingOfEach = async (
  db: pg.Pool,
  companyId: string,
  webhookIds: readonly string[],
  countMax: number,
): Promise<Map<string, number>> => {
  const { rows } = await db.query<{ id: string; waiting: number }>({
    name: 'count-waiting-of-each',
    text: `
      select id, least($3, (
        select count(*) from (
          select 1 from deliveries
          where company_id = $1 and lane_id = webhook.id and due_at is null
          limit $3) as now
      ) + (
        select count(*) from (
          select 1 from deliveries
          where company_id = $1 and lane_id = webhook.id and due_at is not null
          limit $3) as later
      ))::integer as waiting
      from unnest($2::uuid[]) as webhook (id)`,
    values: [companyId, webhookIds, countMax],
  });
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
};

export const listWebhooksNow = async (
  db: pg.Pool,
  companyId: string,
  { rowsMax, countMax }: NowBounds,
): Promise<WebhookNowRow[]> => {
  const { rows } = await db.query<Omit<WebhookNowRow, 'waiting'>>({
    name: 'list-webhooks-now',
    text: `
      select id, url, state, reason, last_failure, first_failure_at
      from endpoints
      left join endpoint_lanes on endpoint_lanes.company_id = endpoints.company_id and endpoint_id = id
      where endpoints.company_id = $1 and deleted_at is null
      order by state = 'active' and first_failure_at is null, id desc
      limit $2`,
    values: [companyId, rowsMax],
  });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const waiting =
    (await countWaitingDeliveries(db, companyId, countMax)) ??
    (await countWaitingOfEach(db, companyId, ids, countMax));
  return rows.map((row) => ({ ...row, waiting: waiting.get(row.id) ?? 0 }));
};
