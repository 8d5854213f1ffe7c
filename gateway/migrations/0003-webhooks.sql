-- Customer webhooks: endpoints, deliveries, and what every attempt looked like.

-- Secrets and headers are sealed with a key derived from SECRET_KEY.
create table endpoints (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  url text not null,
  description text not null default '',
  -- Empty: every event, every status.
  events text[] not null default '{}',
  statuses text[] not null default '{}',
  headers bytea,
  secret bytea not null,
  -- Signs beside the new one until its end, so that a receiver can change over without a gap.
  previous_secret bytea,
  previous_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- Why it is not active, as JSON.
  reason text,
  state_changed_at timestamptz not null default now(),
  -- Null: as fast as it goes.
  deliveries_per_second integer check (deliveries_per_second > 0),
  concurrency integer not null default 10 check (concurrency > 0),
  -- Grows with every change, so that the process that delivers notices it.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- A deleted endpoint stays until nothing waits for it any more; nobody sees it.
  deleted_at timestamptz,
  primary key (company_id, id)
);

-- Which process delivers to which endpoint, and what that process knows of its health. Apart from `endpoints` because it
-- changes all the time and the endpoint itself hardly ever.
create table endpoint_lanes (
  company_id uuid not null,
  endpoint_id uuid not null,
  owner_epoch bigint,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Of the unbroken row of failures that is going on now.
  first_failure_at timestamptz,
  consecutive_failures integer not null default 0,
  last_failure text,
  -- Until when it is left in peace.
  parked_until timestamptz,
  primary key (company_id, endpoint_id)
) with (fillfactor = 50);
create index endpoint_lanes_owner on endpoint_lanes (owner_epoch);

-- Lanes are shared out among the processes that deliver.
alter table processes add column is_delivering boolean not null default false;

-- One event on its way to one endpoint.
create table deliveries (
  company_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  message_id uuid,
  state text not null,
  attempt smallint not null default 0,
  -- Its place in the schedule of retries; sent again by a person, it starts anew.
  step smallint not null default 0,
  -- The endpoint whose lane it waits in; null when it does not wait.
  lane_id uuid,
  -- Null: as soon as its turn comes.
  due_at timestamptz,
  -- What the last attempt came to.
  answer_status smallint,
  error_class text,
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
) partition by range (id);

create index deliveries_waiting on deliveries (company_id, lane_id, id) where lane_id is not null and due_at is null;
create index deliveries_due on deliveries (due_at) where lane_id is not null and due_at is not null;
create index deliveries_endpoint on deliveries (company_id, endpoint_id, id);
create index deliveries_message on deliveries (company_id, message_id) where message_id is not null;
create index deliveries_undelivered on deliveries (company_id, id) where state in ('failed', 'skipped');

-- The same event and endpoint give the same id, with the time of the event: writing it again changes nothing, and the
-- deliveries of an endpoint sort like its events.
create function delivery_id(event_id uuid, endpoint_id uuid) returns uuid
  language sql immutable parallel safe
  return (left(replace(event_id::text, '-', ''), 16) || '8'
    || right(md5(event_id::text || endpoint_id::text), 15))::uuid;

-- An event and its deliveries commit together, whoever writes the event (ADR 8). A paused endpoint's deliveries wait; a
-- disabled one's are kept so that they can be recovered. A test event goes to the one endpoint it tests, by its own way.
create function write_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, lane_id)
  select event.company_id, delivery_id(event.id, endpoint.id), endpoint.id, event.id, event.type, event.message_id,
    case when endpoint.state = 'disabled' then 'skipped' else 'waiting' end,
    case when endpoint.state = 'disabled' then null else endpoint.id end
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

create trigger events_deliveries after insert on events
  referencing new table as new_events
  for each statement execute function write_deliveries();

-- Deliveries of a time range put back on their way, a page at a time, by the process that owns the endpoint's lane.
create table recoveries (
  company_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- Ids of deliveries: a time range is an id range.
  from_id uuid not null,
  below_id uuid not null,
  only_failed boolean not null,
  total integer not null,
  put_back integer not null default 0,
  -- The last delivery that was looked at.
  cursor_id uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id)
);
-- One at a time, so that nothing is sent again twice.
create unique index recoveries_running on recoveries (company_id, endpoint_id) where finished_at is null;

alter table calls
  add column endpoint_id uuid,
  add column event_id uuid,
  add column delivery_id uuid,
  -- The address that was really dialled.
  add column address text,
  -- As JSON, with secrets removed.
  add column request_headers text,
  add column answer_headers text,
  -- dns, refused, tls, timeout, reset, status, blocked, ...: null when it worked.
  add column error_class text,
  add column next_attempt_at timestamptz;
create index calls_delivery on calls (company_id, delivery_id) where delivery_id is not null;
