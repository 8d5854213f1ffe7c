-- The first schema: companies and their tokens, messages, requests, idempotency keys.
--
-- Every table of a tenant leads its primary key with company_id, so that the schema distributes as it is. History is
-- partitioned by the time inside its UUIDv7 id. There are no foreign keys into or out of the history tables: a batch
-- of strangers must not fail because of one row, and partitions are dropped whole.

-- One row. `secret_check` notices a SECRET_KEY that is not the one the tokens were stored under.
create table instance (
  only_row boolean primary key default true check (only_row),
  secret_check bytea not null,
  created_at timestamptz not null default now()
);

create table companies (
  id uuid primary key,
  name text not null,
  timezone text not null,
  plan text not null check (plan in ('trial', 'active', 'suspended')),
  trial_ends_at timestamptz,
  -- Null: the gateway's own limit.
  requests_per_minute integer check (requests_per_minute > 0),
  created_at timestamptz not null default now()
);

create table stores (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);

-- The newest token of a company has no end; an older one ends with its grace period.
create table tokens (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  digest bytea not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (company_id, id)
);

-- The message row is the queue: there is no second table of jobs.
create table messages (
  company_id uuid not null,
  id uuid not null,
  direction text not null,
  status text not null,
  type text not null,
  phone_number text not null,
  body text not null,
  provider text not null,
  request_id uuid,
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
) partition by range (id);

-- What waits to be sent, in order. Rows leave it as soon as they are on their way, so it stays small.
create index messages_queued on messages (company_id, id) where status = 'queued';

-- Finds the messages of one person. A B-tree would take a random page per insert and grow with the table; bloom
-- filters over page ranges cost next to nothing to keep and rule out almost every range that lacks the number.
create index messages_phone_number on messages
  using brin (phone_number text_bloom_ops (n_distinct_per_range = 4000))
  with (pages_per_range = 64, autosummarize = on);

create table requests (
  company_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  error_code text,
  duration_ms real not null,
  source text not null,
  user_agent text,
  caller_request_id text,
  idempotency_key text,
  body text,
  body_bytes integer not null,
  body_is_whole boolean not null,
  answer text,
  message_id uuid,
  retry_of uuid,
  primary key (company_id, id)
) partition by range (id);

-- The Event Monitor's commonest question: what failed?
create index requests_failed on requests (company_id, id) where status >= 400;

create table idempotency_keys (
  company_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  message_id uuid not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, key)
);

-- Old keys lie together on disk, because keys are written in time order: enough for the sweep, and almost free.
create index idempotency_keys_created_at on idempotency_keys using brin (created_at);
