// The SQL of a campaign that runs: its next messages, holding them back while it is paused, and taking them back for good.
// Changing the state of a campaign and producing for it both lock its row first: after a committed pause nothing is
// produced.

import { statusEvent } from '../../events/event-columns.ts';
import { messageColumns, type NewMessage } from '../../messages/message-columns.ts';
import { batchedStatement, expectFew, shared } from '../../platform/database/batched-statement.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray } from '../../platform/database/sql-array.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { isCompanyThere } from '../is-company-there.ts';

/** Single messages are 0. */
export const campaignPriority = 1;

export interface WaitingRecipient {
  readonly position: number;
  readonly phone_number: string;
  readonly person_key: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** The next people in order. */
export const findWaiting = async (
  db: Queryable,
  key: CampaignKey,
  afterPosition: number,
  rowsMax: number,
): Promise<WaitingRecipient[]> => {
  const { rows } = await db.query<WaitingRecipient>({
    name: 'find-waiting-recipients',
    text: `
      select position, phone_number, person_key, variables from campaign_recipients
      where company_id = $1 and campaign_id = $2 and position > $3 and state = 'waiting'
      order by position limit $4`,
    values: [key.companyId, key.id, afterPosition, rowsMax],
  });
  return rows;
};

/** The message of one person, or why there is none. */
export interface ProducedMessage extends NewMessage {
  readonly campaignPosition: number;
  /** Why it is not sent. Null: it is. */
  readonly reason: string | null;
}

export interface ProduceStep {
  readonly key: CampaignKey;
  readonly epoch: string;
  /** The position after which these people come. */
  readonly after: number;
  readonly messages: readonly ProducedMessage[];
}

/** A campaign's message was asked for by no request, and its provider has said nothing of it. */
const messageRows = messageColumns.without(
  'request_id',
  'reference',
  'on_unknown',
  'schedule_at',
  'attempt',
  'owner_epoch',
  'transactional_reason',
  'provider_message_id',
  'contact_name',
  'contact_user_id',
  'contact_username',
  'raw',
);

const producing = batchedStatement(
  'produce-campaign-messages',
  {
    company: shared,
    campaign: shared,
    epoch: shared,
    after: shared,
    last: shared,
    positions: shared,
    messages: messageRows.and<ProducedMessage>({ reason: ['text', (row) => row.reason] }),
  },
  ({ company, campaign, epoch, after, last, positions, messages }) => `
  with campaign as materialized (
    select id from campaigns
    where company_id = ${company} and id = ${campaign} and state = 'running' and owner_epoch = ${epoch}
      and produced_position = ${after} and ${isCompanyThere('campaigns.company_id')}
    for no key update
  ),
  held as materialized (
    select recipient.position
    from campaign
    join campaign_recipients recipient on recipient.company_id = ${company} and recipient.campaign_id = ${campaign}
      -- By the array: the index is then used however little is known of the table.
      and recipient.position = any (${positions}::integer[])
    where recipient.state = 'waiting'
    order by recipient.position
    for no key update of recipient
  ),
  chosen as materialized (
    select row.*,
      case
        when row.reason is not null then row.reason
        when exists (
          select 1 from contact_addresses
          where contact_addresses.company_id = ${company}
            and contact_addresses.key = coalesce(row.person_key, row.phone_number) collate "C" and is_opted_out
        ) then 'opted_out'
      end as skipped_for
    from ${messages.rows}
    -- A look into a hash: of two sets that are expected to have one row each, a join compares all rows.
    where ${expectFew('row.priority')} and (row.campaign_position in (select position from held)) is true
  ),
  stored as (
    insert into messages (direction, ${messageRows.names})
    select 'out', ${messageRows.names}
    from chosen
    where skipped_for is null
    order by campaign_position
    returning id
  ),
  marked as (
    update campaign_recipients recipient
    set state = case when skipped_for is null then 'queued' else 'skipped' end, reason = skipped_for,
      message_id = case when skipped_for is null then chosen.id end
    from chosen
    -- By the whole key: with constants in it, the rows of both sides may be compared with each other.
    where recipient.company_id = chosen.company_id and recipient.campaign_id = chosen.campaign_id
      and recipient.position = chosen.campaign_position
  )
  update campaigns set produced_position = ${last}, updated_at = now()
  from campaign
  where campaigns.company_id = ${company} and campaigns.id = campaign.id
  returning (select count(*) from stored)::integer as queued`,
);

/**
 * Messages and their places in the ledger, in one statement: a crash leaves both or none. The campaign must still run, be
 * ours and be where we left it. People who have opted out by now are skipped; erased ones are no longer `waiting`.
 * Null: it is no longer ours to produce.
 */
export const produce = async (db: Queryable, step: ProduceStep): Promise<{ queued: number } | null> => {
  const { key, epoch, after, messages } = step;
  const { rows } = await db.query<{ queued: number }>(
    producing({
      company: key.companyId,
      campaign: key.id,
      epoch,
      after,
      last: messages.at(-1)?.campaignPosition ?? after,
      positions: plainArray(messages.map((message) => message.campaignPosition)),
      messages,
    }),
  );
  return rows[0] ?? null;
};

/** The campaign's messages that wait in a lane: both ways of waiting have an index of their own. */
const inLane = (lane: string): string => `
  select id from messages
  where company_id = $1 and lane_id = ${lane} and priority = ${campaignPriority} and due_at is null
    and campaign_id = $2 and status = 'queued'
  union all
  select id from messages
  where lane_id is not null and due_at is not null and company_id = $1 and lane_id = ${lane} and campaign_id = $2
    and status = 'queued'`;

const held = inLane('$2::uuid');
const inSendersLane = inLane('$3::uuid');

/**
 * Ids of the waiting messages, in the order in which rows are locked. Found first and changed then, by keys and their bounds: in one
 * statement each was looked for in every day there is.
 */
const findQueued = async (
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({ name, text, values: [...values] });
  return rows.map(({ id }) => id).toSorted();
};

/** By an array and no join, which is the key of the table in any plan. */
const isOneOf = `messages.company_id = $1 and messages.id = any ($2::uuid[]) and ${isWithin('messages.id', '$3', '$4')}
        and messages.status = 'queued'`;

/** The parameters of `isOneOf`. */
const keysOf = (companyId: string, ids: readonly string[]): unknown[] => [
  companyId,
  plainArray(ids),
  ...boundsOf(ids),
];

/**
 * Moves messages that have not begun out of the sender's lane into a lane of the campaign's own, which no process sends
 * for. They stay `queued`; only messages that the provider already has are sent. Only while the campaign is paused: a
 * resume at the same moment moves everything back.
 */
export const holdMessages = async (db: Queryable, key: CampaignKey, senderId: string): Promise<number> => {
  const waiting = [key.companyId, key.id, senderId];
  const ids = await findQueued(db, 'find-campaign-messages', inSendersLane, waiting);
  if (ids.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'hold-campaign-messages',
    text: `
      with campaign as materialized (
        select id from campaigns where company_id = $1 and id = $5 and state = 'paused' for no key update
      )
      update messages set lane_id = campaign.id, due_at = null
      from campaign
      where ${isOneOf} and messages.lane_id = $6::uuid`,
    values: [...keysOf(key.companyId, ids), key.id, senderId],
  });
  return rowCount ?? 0;
};

/**
 * Puts held-back messages into the sender's lane, in its old order, with its whole time before it. The caller has locked the
 * campaign: nothing is held back meanwhile.
 */
export const releaseMessages = async (
  db: Queryable,
  key: CampaignKey,
  senderId: string,
  expiresAt: Date,
): Promise<number> => {
  const ids = await findQueued(db, 'find-held-messages', held, [key.companyId, key.id]);
  if (ids.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'release-campaign-messages',
    text: `
      update messages set lane_id = $6, sender_id = $6, expires_at = $7
      where ${isOneOf} and messages.lane_id = $5::uuid`,
    values: [...keysOf(key.companyId, ids), key.id, senderId, expiresAt],
  });
  return rowCount ?? 0;
};

/**
 * Cancels the waiting messages, in the sender's lane or held back, as cancelling each one would. Ids are made here, and any
 * of them is good for any message.
 */
export const cancelMessages = async (
  db: Queryable,
  key: CampaignKey,
  senderId: string,
  newEventIds: (count: number) => readonly string[],
): Promise<number> => {
  const everywhere = `${inSendersLane} union all ${held}`;
  const ids = await findQueued(db, 'find-all-campaign-messages', everywhere, [
    key.companyId,
    key.id,
    senderId,
  ]);
  if (ids.length === 0) return 0;
  const { rowCount } = await db.query({
    name: 'cancel-campaign-messages',
    text: `
      with changed as (
        update messages
        set status = 'cancelled', is_exceptional = true, lane_id = null, due_at = null, updated_at = now()
        where ${isOneOf} and messages.lane_id is not null
        returning messages.company_id, messages.id, messages.attempt, messages.sender_id
      ),
      cancelled as (select *, ($5::uuid[])[row_number() over ()] as event_id from changed),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'cancelled', now() from cancelled
        on conflict do nothing
      )
      insert into events ${statusEvent({ message_id: 'id', status: `'cancelled'` })}
      from cancelled`,
    values: [...keysOf(key.companyId, ids), plainArray(newEventIds(ids.length))],
  });
  return rowCount ?? 0;
};

/**
 * A bite of the recipients that will never get a message, by position. The campaign is cancelled, so no other statement
 * touches them, and the progress is kept in the position of the producer. False: all of them are done.
 */
export const cancelWaiting = async (db: Queryable, key: CampaignKey, rowsMax: number): Promise<boolean> => {
  const { rows } = await db.query<{ has_more: boolean }>({
    name: 'cancel-waiting-recipients',
    text: `
      with campaign as materialized (
        select id, produced_position as low, least(last_position, produced_position + $3) as high from campaigns
        where company_id = $1 and id = $2 and state = 'cancelled'
        for no key update
      ),
      cancelled as (
        update campaign_recipients set state = 'cancelled'
        where company_id = $1 and campaign_id = $2 and state = 'waiting'
          and position > (select low from campaign) and position <= (select high from campaign)
      )
      update campaigns set produced_position = campaign.high
      from campaign
      where campaigns.company_id = $1 and campaigns.id = campaign.id
      returning campaigns.last_position > campaign.high as has_more`,
    values: [key.companyId, key.id, rowsMax],
  });
  return rows[0]?.has_more ?? false;
};

export interface FailureWindow {
  readonly settled: number;
  readonly failed: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[] | null;
}

/** The last messages of a campaign whose outcome is known, down to a position. What is still queued is passed over. */
export const findFailures = async (
  db: Queryable,
  key: CampaignKey,
  range: { readonly from: number; readonly until: number; readonly window: number; readonly lookMax: number },
): Promise<FailureWindow> => {
  const { rows } = await db.query<FailureWindow>({
    name: 'find-campaign-failures',
    text: `
      with latest as materialized (
        select position, state, reason from campaign_recipients
        where company_id = $1 and campaign_id = $2 and position > $3 and position <= $4
        order by position desc limit $6
      ),
      judged as materialized (
        select state, reason from latest
        where state in ('sent', 'delivered', 'read', 'failed', 'unconfirmed')
        order by position desc limit $5
      )
      select count(*)::integer as settled, count(*) filter (where state = 'failed')::integer as failed,
        (select json_agg(grouped) from (
          select reason, count(*)::integer as count from judged where state = 'failed'
          group by reason order by count(*) desc, reason limit 10
        ) as grouped) as reasons
      from judged`,
    values: [key.companyId, key.id, range.from, range.until, range.window, range.lookMax],
  });
  return rows[0] ?? { settled: 0, failed: 0, reasons: null };
};
