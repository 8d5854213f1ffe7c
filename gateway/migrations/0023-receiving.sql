-- What is received: which earlier message of ours a message refers to, what a parked status is told with, and callbacks
-- that are answered before they are worked off.

-- No default, so no row is rewritten and the table is locked for a moment only.
alter table messages add column refers_to_id uuid;

-- JSON: prices, conversation and errors as the event tells them.
alter table parked_statuses add column details text;

-- A callback that took longer than a provider should wait. It is kept as it came, answered, and deleted in the moment
-- when all that it says is stored. Whoever holds it works on it; when the time is over, anybody may take it.
create table stored_callbacks (
  company_id uuid not null,
  id uuid not null,
  -- The sender that its address names.
  sender_id uuid not null,
  -- Senders whose secret fits it: a secret that is replaced meanwhile must not lose what was answered.
  proven_ids uuid[] not null,
  received_at timestamptz not null,
  -- Sealed: it holds what people wrote, and for some providers a shared secret.
  sealed bytea not null,
  bytes integer not null,
  tries integer not null default 0,
  held_until timestamptz not null,
  primary key (company_id, id)
);
create index stored_callbacks_held_until on stored_callbacks (held_until);
-- Bodies are encrypted, so compressing them is lost work.
alter table stored_callbacks alter column sealed set storage external;
