-- online
-- Fewer rows for each message: counts of a whole statement in one row, deliveries written once, requests written once, and
-- no index that another one can stand in for.

-- What is to be added to message_counts, one row for each statement that wrote messages: a statement of a hundred messages
-- wrote up to a dozen rows before, and folding deleted as many. Companies are mixed in a row; it lives for about a second.
create table if not exists message_count_batches (
  id bigint generated always as identity primary key,
  company_ids uuid[] not null,
  starts_at timestamptz[] not null,
  sender_ids uuid[] not null,
  directions text[] not null,
  types text[] not null,
  statuses text[] not null,
  changes bigint[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- All changes that are not folded yet. Rows of message_count_changes are from before this migration.
create or replace view unfolded_message_counts as
  select part.*
  from message_count_batches batch
  cross join unnest(batch.company_ids, batch.starts_at, batch.sender_ids, batch.directions, batch.types, batch.statuses,
    batch.changes) as part (company_id, starts_at, sender_id, direction, type, status, change)
  union all
  select company_id, starts_at, sender_id, direction, type, status, change
  from message_count_changes;

-- As in 0014, in one row.
create or replace function count_changed_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_campaign boolean;
  has_exceptions boolean;
begin
  with sums as (
    select company_id, case when id >= first_id and id < next_id then this_quarter else quarter_of(id) end as starts_at,
      coalesce(sender_id, '00000000-0000-0000-0000-000000000000') as sender_id, direction, type, status,
      sum(change)::bigint as change
    from (
      select company_id, id, sender_id, direction, type, status, 1 as change from new_messages
      union all
      select company_id, id, sender_id, direction, type, status, -1 from old_messages
    ) as both_sides
    group by 1, 2, 3, 4, 5, 6
    having sum(change) <> 0
  ),
  counted as (
    insert into message_count_batches (company_ids, starts_at, sender_ids, directions, types, statuses, changes)
    select array_agg(company_id), array_agg(starts_at), array_agg(sender_id), array_agg(direction), array_agg(type),
      array_agg(status), array_agg(change)
    from sums
    having count(*) > 0
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

-- As in 0018, in one row.
create or replace function count_new_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_incoming boolean;
  has_exceptions boolean;
begin
  with sums as (
    select company_id, case when id >= first_id and id < next_id then this_quarter else quarter_of(id) end as starts_at,
      coalesce(sender_id, '00000000-0000-0000-0000-000000000000') as sender_id, direction, type, status,
      count(*) as change
    from new_messages
    group by 1, 2, 3, 4, 5, 6
  ),
  counted as (
    insert into message_count_batches (company_ids, starts_at, sender_ids, directions, types, statuses, changes)
    select array_agg(company_id), array_agg(starts_at), array_agg(sender_id), array_agg(direction), array_agg(type),
      array_agg(status), array_agg(change)
    from sums
    having count(*) > 0
  )
  select bool_or(direction = 'in'),
    bool_or(is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played'))
  into has_incoming, has_exceptions
  from new_messages;
  if has_incoming then
    perform follow_replies(array_agg(company_id), array_agg(coalesce(person_key, phone_number)))
    from new_messages
    where direction = 'in';
  end if;
  if has_exceptions then
    perform mark_exceptional(array_agg(company_id), array_agg(id))
    from new_messages
    where is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played');
  end if;
  return null;
end
$$;

-- What the old functions left.
with moved as (delete from message_count_changes returning *)
insert into message_count_batches (company_ids, starts_at, sender_ids, directions, types, statuses, changes)
select array_agg(company_id), array_agg(starts_at), array_agg(sender_id), array_agg(direction), array_agg(type),
  array_agg(status), array_agg(change)
from moved
having count(*) > 0;

-- The calls of a delivery about a message are found among the few calls of that message.
create index concurrently calls_delivery_without_message on calls (company_id, delivery_id)
  where delivery_id is not null and message_id is null;
drop index if exists calls_delivery;

-- A delivery whose first attempt follows its event at once is written with the result of that attempt, and never as
-- waiting. An event says which process has it in memory; the trigger leaves out the endpoints whose lanes that process owns
-- and keeps direct. What memory loses is found by comparing events with deliveries (webhooks/direct).
alter table events add column if not exists delivering_epoch bigint;
alter table endpoint_lanes
  add column if not exists is_direct boolean not null default false,
  -- Below this id every event has its delivery.
  add column if not exists checked_to uuid not null default first_id_at(now());

-- As in 0014, without what goes out of memory.
create or replace function write_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, lane_id, skipped_at)
  select event.company_id, delivery_id(event.id, endpoint.id), endpoint.id, event.id, event.type, event.message_id,
    case when endpoint.state = 'disabled' then 'skipped' else 'waiting' end,
    case when endpoint.state = 'disabled' then null else endpoint.id end,
    case when endpoint.state = 'disabled' then now() end
  from new_events event
  join endpoints endpoint on endpoint.company_id = event.company_id
  left join endpoint_lanes lane on lane.company_id = endpoint.company_id and lane.endpoint_id = endpoint.id
    and lane.owner_epoch = event.delivering_epoch and lane.is_direct and endpoint.state = 'active'
  where endpoint.deleted_at is null
    and lane.endpoint_id is null
    and event.type <> 'test'
    and ((endpoint.events = '{}' and event.type <> 'media_stored') or event.type = any (endpoint.events))
    and (event.type <> 'message_status' or endpoint.statuses = '{}' or event.status = any (endpoint.statuses))
  on conflict do nothing;
  return null;
end
$$;

-- The request of a message that is sent at once, as JSON, until its outcome is written: then it becomes a row of requests,
-- with its answer. Whoever settles the messages of a dead process writes it from here.
alter table messages add column if not exists pending_request text;
