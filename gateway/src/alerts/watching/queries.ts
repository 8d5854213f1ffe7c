// The SQL that looks for what is wrong, over all companies at once. Each statement starts from the small tables that know a
// state (webhooks, senders, running campaigns, counts of the last hour) and never from messages.

import type { AlertRuleKind } from '@hudhud/contract/alert-kinds.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { StoredRules } from '../rules.ts';

export interface TroubleRow {
  company_id: string;
  kind: AlertRuleKind;
  /** UUID of what it is about; null: the company itself. */
  subject_id: string | null;
  /** Tells stages of one trouble apart; else empty. */
  stage: string;
  data: Record<string, unknown>;
}

/** Only one process looks at a time; the others have nothing to do meanwhile. */
const lookLock = 4_801_028;

export const tryLookLock = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.query<{ is_held: boolean }>('select pg_try_advisory_xact_lock($1) as is_held', [
    lookLock,
  ]);
  return rows[0]?.is_held ?? false;
};

/** A webhook counts as failing when it only failed for a minute, so that one lost packet alerts no one. */
export const findWebhookTroubles = async (db: Queryable): Promise<TroubleRow[]> => {
  const { rows } = await db.query<TroubleRow>(
    `select endpoints.company_id, 'webhook_failing' as kind, id as subject_id,
       case when state = 'disabled' then 'disabled' else '' end as stage,
       json_build_object(
         'url', split_part(url, '?', 1), 'is_disabled', state = 'disabled',
         'reason', coalesce(coalesce(reason, last_failure)::json ->> 'title', '')) as data
     from endpoints
     left join endpoint_lanes on endpoint_lanes.company_id = endpoints.company_id and endpoint_id = id
     where deleted_at is null
       and (state = 'disabled'
         or (state = 'active' and consecutive_failures >= 3
           and first_failure_at < now() - interval '1 minute'))`,
  );
  return rows;
};

/** Senders that do not send, that WhatsApp rates low or restricts, and whose token ends within two weeks. */
export const findSenderTroubles = async (db: Queryable): Promise<TroubleRow[]> => {
  const { rows } = await db.query<TroubleRow>(
    `with known as (
       select company_id, id, name, state, failure::json as failure, health,
         (health ->> 'tokenEndsAt')::timestamptz as token_ends_at
       from senders
     )
     select company_id, 'sender_suspended' as kind, id as subject_id, '' as stage,
       json_build_object('name', name, 'reason', coalesce((failure ->> 'title') || '.', ''),
         'action', coalesce(failure ->> 'action', '')) as data
     from known where state = 'suspended'
     union all
     select company_id, 'sender_degraded', id, '',
       json_build_object('name', name, 'reason', case
         when state = 'failing' then coalesce(failure ->> 'title', 'Its provider does not answer') || '.'
         when health ->> 'quality' = 'red' then 'WhatsApp rates its quality as low.'
         else 'WhatsApp restricts it.' end)
     from known
     where state = 'failing' or (state <> 'suspended'
       and (health ->> 'quality' = 'red' or jsonb_array_length(coalesce(health -> 'restrictions', '[]')) > 0))
     union all
     select company_id, 'token_end', id, case when token_ends_at < now() + interval '3 days' then '3' else '14' end,
       json_build_object('name', name, 'ends_at', token_ends_at, 'is_sender', true)
     from known where token_ends_at between now() - interval '1 day' and now() + interval '14 days'`,
  );
  return rows;
};

/** How much of its daily limit each sender has used, where there is one. Which share is too much, the rule says. */
export const findQuotaUse = async (db: Queryable): Promise<TroubleRow[]> => {
  const { rows } = await db.query<TroubleRow>(
    `select company_id, 'quota' as kind, id as subject_id, '' as stage,
       json_build_object('name', name, 'used', used, 'limit', allowed, 'percent', used * 100 / allowed) as data
     from (
       select company_id, id, name, (health ->> 'peopleReached')::bigint as used,
         (health ->> 'peoplePerDay')::bigint as allowed
       from senders
     ) as known
     where allowed > 0 and used > 0`,
  );
  return rows;
};

/** Named tokens that end within a week, and those that ended yesterday. */
export const findEndingTokens = async (db: Queryable): Promise<TroubleRow[]> => {
  const { rows } = await db.query<TroubleRow>(
    `select company_id, 'token_end' as kind, id as subject_id, '' as stage,
       json_build_object('name', name, 'ends_at', expires_at, 'is_sender', false) as data
     from tokens
     where name is not null and expires_at between now() - interval '1 day' and now() + interval '7 days'
       -- One that was made for a few days is meant to end.
       and expires_at - created_at > interval '14 days'`,
  );
  return rows;
};

/** A campaign that a person paused needs no alert. */
export const findPausedCampaigns = async (db: Queryable): Promise<TroubleRow[]> => {
  const { rows } = await db.query<TroubleRow>(
    `select company_id, 'campaign_paused' as kind, id as subject_id, '' as stage,
       json_build_object('name', name, 'reason', coalesce(pause_reason ->> 'detail', '')) as data
     from campaigns
     where state <> 'draft' and finished_at is null and state = 'paused'
       and pause_reason ->> 'kind' <> 'person'`,
  );
  return rows;
};

/** The share of messages that failed, of those accepted in the last hour. Which share is too much, the rule says. */
export const findFailureRates = async (db: Queryable, messagesMin: number): Promise<TroubleRow[]> => {
  const { rows } = await db.query<TroubleRow>(
    `select companies.id as company_id, 'failure_rate' as kind, null as subject_id, '' as stage,
       json_build_object('failed', failed, 'total', total, 'percent', failed * 100 / total) as data
     from companies
     cross join lateral (
       select coalesce(sum(count), 0)::bigint as total,
         coalesce(sum(count) filter (where status = 'failed'), 0)::bigint as failed
       from message_counts
       where company_id = companies.id and starts_at > now() - interval '75 minutes'
         and direction = 'out' and status in ('sent', 'delivered', 'read', 'played', 'failed')
     ) as counted
     where deleting_at is null and total >= $1 and failed > 0`,
    [messagesMin],
  );
  return rows;
};

export const listStoredRules = async (db: Queryable): Promise<Map<string, StoredRules>> => {
  const { rows } = await db.query<{ company_id: string; rules: StoredRules }>(
    `select company_id, rules from alert_settings where rules <> '{}'`,
  );
  return new Map(rows.map((row) => [row.company_id, row.rules]));
};
