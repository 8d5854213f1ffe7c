-- What providers tell: prices as a column, failures that are tried again, notices and messages that are told once, and
-- callbacks that were refused.

-- A notice has no id of its own, and a message may come without a time that can be read: each is remembered by a digest
-- for as long as a provider repeats itself.
create table callback_parts (
  company_id uuid not null,
  digest uuid not null,
  -- Of the message or event that it became.
  id uuid not null,
  told_at timestamptz not null default now(),
  primary key (company_id, digest)
);
create index callback_parts_told_at on callback_parts using brin (told_at);

-- A provider that has no name of its own for a number is called back by the sender's address alone.
alter table senders
  alter column account drop not null,
  -- The last callback that was refused, or was about a number that no sender has: why, as JSON.
  add column callback_problem text,
  add column callback_problem_at timestamptz;

alter table parked_statuses
  add column pricing text,
  add column retry_failure text,
  add column retry_seconds real;

-- What the provider charges the message as, in the words of its adapter. No default, so no row is rewritten and the table
-- is locked for a moment only. Older rows are not filled: the ledger of a campaign keeps the price it has, and Meta tells
-- the price again with the status that follows `sent`.
alter table message_statuses add column pricing text;

-- As before, but for the price: it is read from its column and no longer out of one provider's JSON.
create or replace function follow_messages(
  companies uuid[], campaigns uuid[], positions integer[], ids uuid[], states text[], reasons text[]
) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- The ids of a batch are close together: these keep partitions of other days out of it.
  lowest constant uuid := (select id from unnest(ids) as id order by id limit 1);
  highest constant uuid := (select id from unnest(ids) as id order by id desc limit 1);
begin
  with moved as materialized (
    select * from unnest(companies, campaigns, positions, ids, states, reasons)
      as row (company_id, campaign_id, position, id, state, reason)
  ),
  held as materialized (
    select moved.*
    from moved
    join campaign_recipients recipient
      on recipient.company_id = moved.company_id and recipient.campaign_id = moved.campaign_id
        and recipient.position = moved.position
    where recipient.message_id = moved.id
      and (recipient.state, recipient.reason) is distinct from (moved.state, moved.reason)
    order by moved.company_id, moved.campaign_id, moved.position
    for no key update of recipient
  ),
  told as materialized (
    select held.*, told.sent_at, told.delivered_at, told.read_at, told.pricing
    from held
    cross join lateral (
      select min(at) filter (where status = 'sent') as sent_at,
        min(at) filter (where status = 'delivered') as delivered_at,
        min(at) filter (where status in ('read', 'played')) as read_at,
        max(message_statuses.pricing) as pricing
      from message_statuses
      where message_statuses.company_id = held.company_id and message_statuses.message_id = held.id
        and message_statuses.message_id between lowest and highest
    ) as told
  )
  update campaign_recipients recipient
  set state = told.state, reason = told.reason,
    sent_at = coalesce(recipient.sent_at, told.sent_at, told.delivered_at, told.read_at),
    delivered_at = coalesce(recipient.delivered_at, told.delivered_at),
    read_at = coalesce(recipient.read_at, told.read_at),
    failed_at = case when told.state = 'failed' then coalesce(recipient.failed_at, now()) end,
    pricing = coalesce(told.pricing, recipient.pricing)
  from told
  where recipient.company_id = told.company_id and recipient.campaign_id = told.campaign_id
    and recipient.position = told.position;
end
$$;
drop function pricing_category(text);
