-- Texts that WhatsApp has approved, as the provider has them. They belong to a business account at the provider; senders
-- that share the account share them.

create table templates (
  company_id uuid not null,
  id uuid not null,
  provider text not null,
  -- The provider's id of the business account.
  account text not null,
  -- The provider's id of the template.
  reference text not null,
  name text not null,
  language text not null,
  -- marketing, utility or authentication: what the provider says, which is not always what was asked for.
  category text not null,
  -- A change that the provider has announced, and when it comes.
  next_category text,
  next_category_at timestamptz,
  -- approved, pending, rejected, paused, disabled, deleted or another word of the provider's.
  status text not null,
  -- When the provider said so: what is told late says nothing of now.
  status_at timestamptz not null,
  quality text,
  -- Why it was rejected, paused or disabled.
  reason text,
  parameter_format text not null check (parameter_format in ('named', 'positional')),
  components jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
-- A name that was deleted and made again is the same template for those who send it.
create unique index templates_name on templates (company_id, provider, account, name, language);
create index templates_updated_at on templates (company_id, updated_at);

-- What became of a template, for people.
create table template_changes (
  company_id uuid not null,
  template_id uuid not null,
  id uuid not null,
  -- status, category, quality or content.
  field text not null,
  before text,
  after text,
  reason text,
  -- sync, callback or person.
  source text not null,
  at timestamptz not null,
  primary key (company_id, template_id, id)
);

-- When the templates of a sender's account were last read. One row for each sender; those of one account are read together.
create table template_syncs (
  company_id uuid not null,
  sender_id uuid not null,
  -- Empty: not known yet, or the sender names none.
  account text not null default '',
  next_at timestamptz not null default now(),
  synced_at timestamptz,
  -- Why the last time failed, as JSON. Null: it did not.
  failure text,
  primary key (company_id, sender_id)
);
create index template_syncs_next_at on template_syncs (next_at);

create table template_settings (
  company_id uuid not null primary key,
  -- Name of the template for one-time codes. Null: the only one there is.
  otp_template text
);
