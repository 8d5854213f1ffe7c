-- Numbers of messages, and campaigns.

-- How many messages a company has, by the time they were accepted and the status they have now. Kept by quarters of an
-- hour, because the offsets of all time zones are whole quarters: any zone's day can be summed. A sender of zeros: none.
create table message_counts (
  company_id uuid not null,
  starts_at timestamptz not null,
  sender_id uuid not null,
  direction text not null,
  type text not null,
  status text not null,
  count bigint not null,
  primary key (company_id, starts_at, sender_id, direction, type, status)
);

-- What is to be added to them. Whoever writes messages only appends here: two writers never wait for one counter's row.
-- Rows stay a second or so; reading sums both tables.
create table message_count_changes (
  company_id uuid not null,
  starts_at timestamptz not null,
  sender_id uuid not null,
  direction text not null,
  type text not null,
  status text not null,
  change bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The quarter of an hour inside a UUIDv7.
create function quarter_of(id uuid) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(('x' || left(id::text, 8) || substr(id::text, 10, 4))::bit(48)::bigint / 900000 * 900);

-- The smallest UUIDv7 of a moment.
create function first_id_at(at timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- One text to many people. `audience` says who, until they are frozen into campaign_recipients at the start.
create table campaigns (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'preparing', 'running', 'paused', 'completed', 'cancelled')),
  text text not null,
  -- Null in a draft: the company's default.
  sender_id uuid,
  -- By its kind: a segment, a filter, tags, a list (its people are in campaign_entries), or those of another campaign
  -- who are tried again.
  audience jsonb,
  -- The problems whose people are left out on purpose.
  exclude text[] not null default '{}',
  schedule_at timestamptz,
  -- {"from": "09:00", "until": "21:00", "days": [1, ...]} in the company's time zone.
  sending_hours jsonb,
  -- Null: as fast as the sender goes.
  messages_per_second integer check (messages_per_second > 0),
  -- {"failure_rate": 0.2, "window": 100}; null: never.
  auto_pause jsonb,
  -- Why it is paused: {"kind": ..., ...}.
  pause_reason jsonb,
  -- The process that prepares it or produces its messages.
  owner_epoch bigint,
  -- How far freezing has come: the key of the last person taken from the audience, and the last position given.
  freeze_after text,
  last_position integer not null default 0,
  duplicates integer not null default 0,
  -- How far producing has come, and from where failures are judged since it was last resumed.
  produced_position integer not null default 0,
  judged_from integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  prepared_at timestamptz,
  -- Its end: completed, or cancelled and nobody left who waits.
  finished_at timestamptz,
  primary key (company_id, id)
);
create index campaigns_active on campaigns (company_id, id) where state <> 'draft' and finished_at is null;

-- The people of a list or an uploaded file, as they were given.
create table campaign_entries (
  company_id uuid not null,
  -- A list is written whole before a campaign names it, and never changed.
  list_id uuid not null,
  line integer not null,
  -- E.164; null when what was written is no number.
  phone_number text collate "C",
  written text not null,
  variables jsonb not null default '{}',
  primary key (company_id, list_id, line)
);

-- The ledger: one row per person, made when the campaign starts. Its state follows the message by a trigger. Indexes name
-- no column that changes on the usual way, so that a status stays on its page (as for messages).
create table campaign_recipients (
  company_id uuid not null,
  campaign_id uuid not null,
  position integer not null,
  -- E.164, or as it was written when it is no number.
  phone_number text collate "C" not null,
  contact_id uuid,
  store_id uuid,
  -- The values of the text's placeholders, as they were at the start.
  variables jsonb,
  state text not null check (state in
    ('waiting', 'queued', 'sent', 'delivered', 'read', 'failed', 'unconfirmed', 'skipped', 'cancelled')),
  -- Why it failed, is unconfirmed or was skipped.
  reason text,
  message_id uuid,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  replied_at timestamptz,
  -- What the provider charges it as.
  pricing text,
  primary key (company_id, campaign_id, position)
) with (fillfactor = 70);
-- Nobody is in a campaign twice; and whoever writes in is found in the campaigns of the last days.
create unique index campaign_recipients_phone_number
  on campaign_recipients (company_id, phone_number, campaign_id);
create index campaign_recipients_reason
  on campaign_recipients (company_id, campaign_id, reason, position) where reason is not null;

alter table messages
  add column campaign_id uuid,
  add column campaign_position integer;

-- Numbers of a campaign, kept like those of messages: `kind` is state (name: the state, detail: the reason), store (the
-- store, the state), minute (minutes since 1970, what happened), delivered_in and read_in (a class of time), or pricing.
create table campaign_counts (
  company_id uuid not null,
  campaign_id uuid not null,
  kind text not null,
  name text not null,
  detail text not null,
  count bigint not null,
  primary key (company_id, campaign_id, kind, name, detail)
);

create table campaign_count_changes (
  company_id uuid not null,
  campaign_id uuid not null,
  kind text not null,
  name text not null,
  detail text not null,
  change bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function minute_of(at timestamptz) returns text
  language sql immutable parallel safe
  return floor(extract(epoch from at) / 60)::bigint::text;

-- A class of time: twenty for every power of ten, from one millisecond on. Percentiles read from them are right to 6 %.
-- Providers tell times to the second, so anything below is 0.
create function time_class(span interval) returns text
  language sql immutable parallel safe
  return case when span is not null then floor(20 * log(greatest(1, extract(epoch from span) * 1000)))::integer::text end;

-- All that a row of the ledger is counted under.
create function recipient_facts(
  state text, reason text, store_id uuid, sent_at timestamptz, delivered_at timestamptz, read_at timestamptz,
  failed_at timestamptz, replied_at timestamptz, pricing text
) returns table (kind text, name text, detail text)
  language sql immutable parallel safe
begin atomic
  select fact.kind, fact.name, fact.detail
  from (values
    ('state', state, coalesce(reason, '')),
    ('store', store_id::text, state),
    ('minute', minute_of(sent_at), 'sent'),
    ('minute', minute_of(delivered_at), 'delivered'),
    ('minute', minute_of(read_at), 'read'),
    ('minute', minute_of(failed_at), 'failed'),
    ('minute', minute_of(replied_at), 'replied'),
    ('delivered_in', time_class(delivered_at - sent_at), ''),
    ('read_in', time_class(read_at - sent_at), ''),
    ('pricing', pricing, '')
  ) as fact (kind, name, detail)
  where fact.name is not null;
end;

-- A person who is new in the ledger waits or was skipped; nothing else has happened yet.
create function count_new_recipients() returns trigger language plpgsql as $$
begin
  insert into campaign_count_changes
  select company_id, campaign_id, 'state', state, coalesce(reason, ''), count(*)
  from new_recipients
  group by 1, 2, 4, 5;
  insert into campaign_count_changes
  select company_id, campaign_id, 'store', store_id::text, state, count(*)
  from new_recipients
  where store_id is not null
  group by 1, 2, 4, 5;
  return null;
end
$$;

create function count_changed_recipients() returns trigger language plpgsql as $$
begin
  insert into campaign_count_changes
  select company_id, campaign_id, fact.kind, fact.name, fact.detail, sum(change)
  from (
    select *, 1 as change from new_recipients
    union all
    select *, -1 from old_recipients
  ) as recipient
  cross join lateral recipient_facts(state, reason, store_id, sent_at, delivered_at, read_at, failed_at, replied_at,
    pricing) as fact
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;
  return null;
end
$$;

create trigger campaign_recipients_new after insert on campaign_recipients
  referencing new table as new_recipients
  for each statement execute function count_new_recipients();

create trigger campaign_recipients_changed after update on campaign_recipients
  referencing old table as old_recipients new table as new_recipients
  for each statement execute function count_changed_recipients();

create function recipient_state(status text) returns text
  language sql immutable parallel safe
  return case status
    when 'sending' then 'queued'
    when 'played' then 'read'
    when 'expired' then 'failed'
    else status
  end;

-- By pattern and not as JSON: a text that is none must not keep a status from being stored.
create function failure_code(failure text) returns text
  language sql immutable parallel safe
  return substring(failure from '"code": ?"([^"]+)"');

create function pricing_category(raw text) returns text
  language sql immutable parallel safe
  return substring(raw from '"pricing": ?\{[^}]*"category": ?"([^"]+)"');

-- The ledger follows the messages of campaigns; called with what changed, in arrays. Rows of the ledger are locked in the
-- order of their key by everybody: two statements wait for each other in turn and never in a circle. A plan may be made
-- while the table is empty and be kept when it holds millions, so it is told to go by the indexes.
create function follow_messages(
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
        max(pricing_category(raw)) as pricing
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

-- People who write in within three days of a campaign's message have replied to it.
create function follow_replies(companies uuid[], phone_numbers text[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  with written as materialized (
    select distinct company_id, phone_number collate "C" as phone_number
    from unnest(companies, phone_numbers) as row (company_id, phone_number)
  ),
  held as materialized (
    select recipient.company_id, recipient.campaign_id, recipient.position
    from written
    join campaign_recipients recipient
      on recipient.company_id = written.company_id and recipient.phone_number = written.phone_number
    where recipient.sent_at > now() - interval '72 hours' and recipient.replied_at is null
    order by 1, 2, 3
    for no key update of recipient
  )
  update campaign_recipients recipient
  set replied_at = now()
  from held
  where recipient.company_id = held.company_id and recipient.campaign_id = held.campaign_id
    and recipient.position = held.position;
end
$$;

-- Counts in the statement that writes, whoever writes: nobody can change a status and forget the numbers (like ADR 8).
-- Nearly all messages are of this quarter, and comparing ids is much cheaper than reading the time out of each.
create function count_new_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_incoming boolean;
begin
  with counted as (
    insert into message_count_changes
    select company_id, case when id >= first_id and id < next_id then this_quarter else quarter_of(id) end,
      coalesce(sender_id, '00000000-0000-0000-0000-000000000000'), direction, type, status, count(*)
    from new_messages
    group by 1, 2, 3, 4, 5, 6
  )
  select bool_or(direction = 'in') into has_incoming from new_messages;
  if has_incoming then
    perform follow_replies(array_agg(company_id), array_agg(phone_number)) from new_messages where direction = 'in';
  end if;
  return null;
end
$$;

-- What did not change its status cancels itself out. Both sides are added up and not joined: a cached plan of a join may
-- compare every row with every row.
create function count_changed_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_campaign boolean;
begin
  with counted as (
    insert into message_count_changes
    select company_id, case when id >= first_id and id < next_id then this_quarter else quarter_of(id) end,
      coalesce(sender_id, '00000000-0000-0000-0000-000000000000'), direction, type, status, sum(change)
    from (
      select company_id, id, sender_id, direction, type, status, 1 as change from new_messages
      union all
      select company_id, id, sender_id, direction, type, status, -1 from old_messages
    ) as both_sides
    group by 1, 2, 3, 4, 5, 6
    having sum(change) <> 0
  )
  select bool_or(campaign_id is not null) into has_campaign from new_messages;
  if has_campaign then
    perform follow_messages(
      array_agg(company_id), array_agg(campaign_id), array_agg(campaign_position), array_agg(id),
      array_agg(recipient_state(status)),
      array_agg(case
        when status in ('failed', 'unconfirmed') then coalesce(failure_code(failure), status)
        when status = 'expired' then status
      end))
    from new_messages
    where campaign_id is not null;
  end if;
  return null;
end
$$;

create trigger messages_new after insert on messages
  referencing new table as new_messages
  for each statement execute function count_new_messages();

create trigger messages_changed after update on messages
  referencing old table as old_messages new table as new_messages
  for each statement execute function count_changed_messages();

-- What is there already.
insert into message_counts
select company_id, quarter_of(id), coalesce(sender_id, '00000000-0000-0000-0000-000000000000'), direction, type, status,
  count(*)
from messages
group by 1, 2, 3, 4, 5, 6;
