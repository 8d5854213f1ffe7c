-- Senders, their lanes, and what becomes of a message: calls to the provider, statuses, events.

-- A company's number at one provider. `fields` holds its credentials, sealed with a key derived from SECRET_KEY.
create table senders (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  store_id uuid,
  name text not null,
  provider text not null,
  -- The provider's own name for the number; its callbacks carry it.
  account text not null,
  phone_number text,
  is_default boolean not null default false,
  -- Points at the simulator of whichever process sends for it.
  is_simulated boolean not null default false,
  messages_per_second integer not null check (messages_per_second > 0),
  state text not null default 'connected' check (state in ('connected', 'suspended', 'failing')),
  -- Why it is not connected, as JSON.
  failure text,
  state_changed_at timestamptz not null default now(),
  fields bytea not null,
  last_callback_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index senders_default on senders (company_id) where is_default;
create index senders_account on senders (provider, account);

-- One row per life of a gateway process. Its lease is renewed by heartbeats; who lets it lapse owns nothing any more.
create table processes (
  epoch bigint generated always as identity primary key,
  name text not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
);

-- Which process sends for which sender.
create table lanes (
  sender_id uuid primary key,
  company_id uuid not null,
  owner_epoch bigint,
  -- Last time another process stored something for this lane; the poll behind the notifications reads it.
  poked_at timestamptz not null default now()
);
create index lanes_owner on lanes (owner_epoch);

alter table messages
  add column sender_id uuid,
  add column attempt smallint not null default 0,
  -- The sender whose lane the message waits in; null when it does not wait.
  add column lane_id uuid,
  -- The process that is sending it right now.
  add column owner_epoch bigint,
  -- 0 before 1: single messages before campaigns.
  add column priority smallint not null default 0,
  add column due_at timestamptz,
  add column expires_at timestamptz,
  add column schedule_at timestamptz,
  add column reference text,
  add column on_unknown text not null default 'hold',
  add column provider_message_id text,
  -- Why it failed or waits, as JSON.
  add column failure text,
  -- Incoming only: who wrote, and what the provider sent.
  add column contact_name text,
  add column raw text;

-- These indexes look at columns that change only when a message begins or ends to wait, never at `status`: an index that
-- names a changing column, if only in its condition, makes every status update write to all indexes.
drop index messages_queued;
create index messages_waiting on messages (company_id, lane_id, priority, id)
  where lane_id is not null and due_at is null;
create index messages_due on messages (due_at) where lane_id is not null and due_at is not null;
create index messages_owned on messages (owner_epoch) where owner_epoch is not null;

-- Finds the message of a status that does not carry our own id.
create index messages_provider_message_id on messages
  using brin (provider_message_id text_bloom_ops (n_distinct_per_range = 4000))
  with (pages_per_range = 64, autosummarize = on);

-- What earlier versions accepted before they could send. Nobody is told later that it went out; it can be retried.
update messages
set status = 'failed', updated_at = now(),
  failure = '{"code":"no_sender","title":"Accepted before the gateway could send","detail":"","cause":"The message was accepted by a version that had no senders yet.","action":"Retry the message."}'
where status = 'queued';

-- How far a message has come. Status only moves to a higher rank; `failed` is judged apart, because it only wins over
-- what has not been delivered.
create function message_rank(status text) returns integer
  language sql immutable parallel safe
  return case status
    when 'queued' then 0
    when 'sending' then 1
    when 'unconfirmed' then 2
    when 'cancelled' then 2
    when 'expired' then 2
    when 'sent' then 3
    when 'delivered' then 4
    when 'read' then 5
    when 'played' then 6
    else 9
  end;

-- Every status a message ever had, once per attempt to send it. Partitioned like the message itself.
create table message_statuses (
  company_id uuid not null,
  message_id uuid not null,
  attempt smallint not null,
  status text not null,
  at timestamptz not null,
  provider_message_id text,
  failure text,
  raw text,
  recorded_at timestamptz not null default now(),
  primary key (company_id, message_id, attempt, status)
) partition by range (message_id);

-- Statuses of messages that are not known yet: they wait here until the message is.
create table parked_statuses (
  company_id uuid not null,
  provider_message_id text not null,
  status text not null,
  sender_id uuid not null,
  at timestamptz not null,
  failure text,
  raw text,
  parked_at timestamptz not null default now(),
  primary key (company_id, provider_message_id, status)
);

-- The outbox: what happened, written in the transaction that made it happen.
create table events (
  company_id uuid not null,
  id uuid not null,
  type text not null,
  at timestamptz not null,
  message_id uuid,
  attempt smallint,
  status text,
  sender_id uuid,
  -- What only this event knows, as JSON.
  data text,
  primary key (company_id, id)
) partition by range (id);

-- The requests that we made: to providers, and later to customers.
create table calls (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  sender_id uuid,
  message_id uuid,
  attempt smallint not null,
  method text not null,
  url text not null,
  request_body text,
  status smallint,
  answer_body text,
  duration_ms real not null,
  -- What it meant: sent, retry, rejected, suspended, unknown.
  outcome text not null,
  failure text,
  primary key (company_id, id)
) partition by range (id);
create index calls_message on calls (company_id, message_id);
create index calls_failed on calls (company_id, id) where outcome <> 'sent';
