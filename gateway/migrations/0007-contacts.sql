-- Contacts: people with fields, tags and consent; segments, imports, and the erasure of a person.
--
-- No foreign keys into contacts or to companies: a million rows are written at once, and a company that is deleted is
-- emptied table by table.

create table contacts (
  company_id uuid not null,
  -- Carries the time it was made.
  id uuid not null,
  -- E.164 with its plus. Bytes, so that the beginning of a number is a range of its index.
  phone_number text collate "C" not null,
  name text not null default '',
  -- The name as it is searched and sorted: lower case, Arabic letters in one form, words parted by one space.
  sort_name text collate "C" not null default '',
  language text,
  store_id uuid,
  notes text not null default '',
  -- Values of the company's own fields, by the name of the field.
  fields jsonb not null default '{}',
  tags text[] not null default '{}',
  consent text not null default 'unknown' check (consent in ('unknown', 'opted_in', 'opted_out')),
  consent_at timestamptz,
  consent_source text,
  -- When the person last wrote to the company; to the minute.
  last_seen_at timestamptz,
  updated_at timestamptz not null default now(),
  -- A deleted contact that had opted out leaves its number here, so that nobody writes to it after the next import. It
  -- is always opted out, has nothing but its number, and nobody sees it.
  deleted_at timestamptz,
  primary key (company_id, id),
  check (deleted_at is null or consent = 'opted_out')
);
create unique index contacts_phone_number on contacts (company_id, phone_number);
-- What every send asks. Holds nobody else, so it stays small and in memory.
create unique index contacts_opted_out on contacts (company_id, phone_number) where consent = 'opted_out';
-- People remember the end of a number.
create index contacts_phone_end on contacts (company_id, reverse(phone_number));
create index contacts_sort_name on contacts (company_id, sort_name, id);
create index contacts_last_seen on contacts (company_id, coalesce(last_seen_at, '-infinity'), id);
-- Any word of a name, by its beginning. Plain PostgreSQL has this; pg_trgm is not on every server.
create index contacts_words on contacts using gin (array_to_tsvector(string_to_array(sort_name, ' ')));
create index contacts_tags on contacts using gin (tags);
create index contacts_fields on contacts using gin (fields jsonb_path_ops);

-- The company's own fields.
create table contact_fields (
  company_id uuid not null,
  -- What placeholders and filters call it.
  name text not null,
  label text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Its values are being taken out of the contacts; until then its name is not free.
  deleted_at timestamptz,
  primary key (company_id, name)
);

-- Every consent a contact ever gave or took back. The event of a change has the same id.
create table consent_changes (
  company_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  consent text not null,
  source text not null,
  at timestamptz not null,
  -- The message or its failure that made it so.
  message_id uuid,
  primary key (company_id, contact_id, id)
);

-- How a company treats people who write in.
create table contact_settings (
  company_id uuid primary key,
  -- Who writes in becomes a contact.
  adds_writers boolean not null default true,
  -- Two letters; numbers without a country code are read as of this country.
  default_country text,
  -- By language; null: the gateway's own.
  stop_words jsonb,
  start_words jsonb
);

create table segments (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index segments_name on segments (company_id, lower(name));

-- Imports of files. A row is a job; any process carries it on.
create table contact_imports (
  company_id uuid not null,
  id uuid not null,
  -- uploaded -> queued -> running -> done, failed or cancelled.
  state text not null,
  file_name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  file_bytes bigint not null,
  -- What was found in the file: encoding, delimiter, headers, first rows, guessed mapping.
  preview jsonb not null,
  -- How it was started: mapping, country, what to do with duplicates, tags, consent, dry run.
  options jsonb,
  started_by text,
  -- How much of the file has been read, from 0 to 1.
  progress real not null default 0,
  rows_total integer,
  -- Rows of the file that are settled. A chunk of contacts and this number commit together.
  rows_done integer not null default 0,
  rows_created integer not null default 0,
  rows_updated integer not null default 0,
  rows_skipped integer not null default 0,
  rows_refused integer not null default 0,
  -- Why it failed, as a sentence.
  failure text,
  is_cancel_wanted boolean not null default false,
  -- The worker that runs it, and until when nobody else takes it.
  worker_id uuid,
  leased_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id)
);
create index contact_imports_waiting on contact_imports (id) where state in ('queued', 'running');

-- The file itself, until the import is over.
create table contact_import_chunks (
  company_id uuid not null,
  import_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (company_id, import_id, number)
);
-- Compressed files do not compress twice, and a part of a chunk can be read alone.
alter table contact_import_chunks alter column bytes set storage external;

create table contact_import_refusals (
  company_id uuid not null,
  import_id uuid not null,
  line integer not null,
  code text not null,
  detail text not null,
  -- The cells as they stood in the file.
  cells text[] not null,
  primary key (company_id, import_id, line)
);

-- People who are being erased, a step at a time.
create table erasures (
  company_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- Null once it is done.
  phone_number text,
  last_digits text not null,
  -- Messages below this id are still to do.
  below_id uuid not null,
  messages_erased integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id)
);
create index erasures_waiting on erasures (id) where finished_at is null;

-- Why a message was sent to a person who had opted out. Null: it was refused then.
alter table messages add column transactional_reason text;
