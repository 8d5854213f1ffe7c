-- The 24-hour window of each person, what messages cost, and how a sender is doing at its provider.

-- Who checks the window before a free text is sent: nobody but the provider (`provider`), the gateway for senders at the
-- provider's own address (`enforced`), or the gateway for every sender, simulated ones too (`enforced_everywhere`). A company
-- that exists already keeps what it has until it chooses.
alter table companies add column window_mode text not null default 'provider'
  check (window_mode in ('provider', 'enforced', 'enforced_everywhere'));
alter table companies alter column window_mode set default 'enforced';

-- When a person last wrote to a sender, by the provider's clock. It only ever moves forward.
create table conversation_windows (
  company_id uuid not null,
  sender_id uuid not null,
  -- person_key of the address they wrote from; their other addresses are found through contact_addresses.
  person_key text collate "C" not null,
  last_incoming_at timestamptz not null,
  -- Whether window_closing was told of this window; a newer message opens a new one.
  is_closing_told boolean not null default false,
  primary key (company_id, sender_id, person_key)
) with (fillfactor = 80);
-- For window_closing, and for forgetting old ones. This is no history table: a row is found by its person.
create index conversation_windows_last on conversation_windows (company_id, last_incoming_at);

-- What the provider last said of a sender.
alter table senders
  -- SenderHealth of gateway/src/providers/health-part.ts, with what is counted here.
  add column health jsonb,
  -- When it was last read, and why it could not be, as JSON.
  add column health_read_at timestamptz,
  add column health_failure text,
  -- The alerts that were told of the token as it is: '14', '3' and 'ended'.
  add column token_alerts text[] not null default '{}';

-- What a message of a category costs in a country from a day on. The operator's; no company has rows of its own.
create table cost_rates (
  -- ISO 3166-1, or '*' for every country without a row of its own.
  country text not null,
  category text not null,
  valid_from date not null,
  amount numeric(14, 6) not null check (amount >= 0),
  currency text not null,
  imported_at timestamptz not null default now(),
  primary key (country, category, valid_from)
);

-- Charged messages, added by the statement that records their status: a few rows for each group commit. `fold` moves them
-- into cost_counts.
create table cost_changes (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  hour timestamptz not null,
  sender_id uuid not null,
  -- Zero: no campaign.
  campaign_id uuid not null,
  -- Empty: no template.
  template text not null,
  country text not null,
  category text not null,
  -- The provider charges nothing for it: inside the window, or after a click on an advertisement.
  is_free boolean not null,
  count integer not null,
  primary key (company_id, id)
);

create table cost_counts (
  company_id uuid not null,
  -- Of the company's time zone.
  day date not null,
  sender_id uuid not null,
  campaign_id uuid not null,
  template text not null,
  country text not null,
  category text not null,
  is_free boolean not null,
  count bigint not null,
  primary key (company_id, day, sender_id, campaign_id, template, country, category, is_free)
);

-- Categories that a template has been charged as, so that a new and dearer one is told once.
create table cost_categories (
  company_id uuid not null,
  template text not null,
  category text not null,
  first_seen_at timestamptz not null default now(),
  primary key (company_id, template, category)
);

alter table parked_statuses
  add column country text,
  add column is_free boolean;
