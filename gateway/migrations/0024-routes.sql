-- Which sender carries a message that names none, and which one next while the first cannot.
create table routes (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  -- The first route that fits a message is taken.
  position smallint not null,
  name text not null,
  -- What it is for; null fits everybody.
  store_id uuid,
  tag text,
  country_prefix text,
  -- In this order.
  sender_ids uuid[] not null,
  -- How long a sender has been suspended or failing before the next one takes over.
  after_minutes integer not null check (after_minutes >= 0),
  primary key (company_id, id)
);

-- Messages that a route has chosen the sender of: written before the message, and again when it moves on to another sender.
create table routed_messages (
  company_id uuid not null references companies (id) on delete cascade,
  message_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  route_id uuid not null,
  route_name text not null,
  sender_id uuid not null,
  -- Null while the first sender of the route carries it.
  instead_of uuid,
  -- The state of that sender then: suspended or failing.
  reason text,
  primary key (company_id, message_id, at)
);
create index routed_messages_at on routed_messages (at);
