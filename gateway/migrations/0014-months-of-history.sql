-- online
-- Indexes that hold when the history is months long. No index of a history table may name a column that changes on the
-- usual way of a row, in its keys or in its condition: PostgreSQL then writes to every index of the table at every change
-- instead of keeping the row on its page (HOT). Of 8,005 updates of messages none was, since an index looked at `status`.

-- True once a message has had a status that few have: failed, unconfirmed, expired, cancelled, played. It stays, also when
-- the message is sent after all. Null on the usual way.
alter table messages add column if not exists is_exceptional boolean;

-- Marks messages; called with their keys, in arrays. A plan may be made while the table is empty and be kept when it holds
-- millions, so it is told to go by the key. Rows are found by an array of one id (ADR 10).
create or replace function mark_exceptional(companies uuid[], ids uuid[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  lowest constant uuid := (select id from unnest(ids) as id order by id limit 1);
  highest constant uuid := (select id from unnest(ids) as id order by id desc limit 1);
begin
  with few as materialized (
    select company_id, array[id] as own_ids from unnest(companies, ids) as row (company_id, id)
  )
  update messages set is_exceptional = true
  from few
  where messages.company_id = few.company_id and messages.id = any (few.own_ids)
    and messages.id >= lowest and messages.id <= any (array[highest]);
end
$$;

-- As in 0008, and it marks what is exceptional, whoever writes the status: a statement that forgets it would hide messages
-- from the lists of what went wrong.
create or replace function count_changed_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_campaign boolean;
  has_exceptions boolean;
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
  select bool_or(campaign_id is not null),
    bool_or(is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played'))
  into has_campaign, has_exceptions
  from new_messages;
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
  if has_exceptions then
    perform mark_exceptional(array_agg(company_id), array_agg(id))
    from new_messages
    where is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played');
  end if;
  return null;
end
$$;

-- As in 0008, with the same marks.
create or replace function count_new_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_incoming boolean;
  has_exceptions boolean;
begin
  with counted as (
    insert into message_count_changes
    select company_id, case when id >= first_id and id < next_id then this_quarter else quarter_of(id) end,
      coalesce(sender_id, '00000000-0000-0000-0000-000000000000'), direction, type, status, count(*)
    from new_messages
    group by 1, 2, 3, 4, 5, 6
  )
  select bool_or(direction = 'in'),
    bool_or(is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played'))
  into has_incoming, has_exceptions
  from new_messages;
  if has_incoming then
    perform follow_replies(array_agg(company_id), array_agg(phone_number)) from new_messages where direction = 'in';
  end if;
  if has_exceptions then
    perform mark_exceptional(array_agg(company_id), array_agg(id))
    from new_messages
    where is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played');
  end if;
  return null;
end
$$;

-- for each partition of messages
update {partition} set is_exceptional = true
where is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played');

create index concurrently messages_exceptional on messages (company_id, id) where is_exceptional;
drop index if exists messages_not_delivered;

-- What people wrote in, newest first.
create index concurrently messages_incoming on messages (company_id, id) where direction = 'in';

-- Finds the message of a status that does not carry our own id. Every message that its provider has taken has one such row,
-- which never changes; the bloom filters of `messages` had to be read for every day and were rewritten at every change.
create index concurrently message_statuses_provider_message_id on message_statuses
  using hash (provider_message_id) where status = 'sent';
drop index if exists messages_provider_message_id;

-- A request that failed has a code. Those that were answered again from an idempotency key had none.
-- for each partition of requests
update {partition} set error_code = coalesce(substring(answer from '"code": ?"([a-z0-9_]+)"'), 'unknown')
where status >= 400 and error_code is null;

create index concurrently requests_with_error on requests (company_id, id) where error_code is not null;
drop index if exists requests_failed;

-- A delivery that failed has an error class; one that was not tried because its endpoint was disabled or deleted has this.
alter table deliveries add column if not exists skipped_at timestamptz;

create or replace function write_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, lane_id, skipped_at)
  select event.company_id, delivery_id(event.id, endpoint.id), endpoint.id, event.id, event.type, event.message_id,
    case when endpoint.state = 'disabled' then 'skipped' else 'waiting' end,
    case when endpoint.state = 'disabled' then null else endpoint.id end,
    case when endpoint.state = 'disabled' then now() end
  from new_events event
  join endpoints endpoint on endpoint.company_id = event.company_id
  where endpoint.deleted_at is null
    and event.type <> 'test'
    and (endpoint.events = '{}' or event.type = any (endpoint.events))
    and (event.type <> 'message_status' or endpoint.statuses = '{}' or event.status = any (endpoint.statuses))
  on conflict do nothing;
  return null;
end
$$;

-- for each partition of deliveries
update {partition} set skipped_at = updated_at where state = 'skipped' and skipped_at is null;

create index concurrently deliveries_with_error on deliveries (company_id, id)
  where error_class is not null or skipped_at is not null;
drop index if exists deliveries_undelivered;

-- Which quarters of an hour hold messages with a status: lists by status read only those. Counts that came to nothing tell
-- nothing, and from now on folding removes them.
delete from message_counts where count = 0;
create index concurrently message_counts_status on message_counts (company_id, status, starts_at);

-- Changes are folded in the order in which they were written, from a floor on, and never by reading what is gone already.
alter table message_count_changes add column if not exists id bigint generated always as identity;
alter table campaign_count_changes add column if not exists id bigint generated always as identity;
create unique index concurrently message_count_changes_id on message_count_changes (id);
create unique index concurrently campaign_count_changes_id on campaign_count_changes (id);
