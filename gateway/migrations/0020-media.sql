-- Files that messages carry. Bytes are in a store beside the database, under a key of company and checksum; these tables
-- say what is there, what is on its way, and what must go.

-- One row for each file in the store. It is written before the file, and removed before it, so that a crash leaves a row
-- without a file and never a file without a row.
create table media_files (
  company_id uuid not null,
  sha256 bytea not null,
  bytes bigint not null,
  -- Set while somebody puts the file into the store; null once something refers to it.
  placing_until timestamptz,
  created_at timestamptz not null default now(),
  -- With the size, so that a company's use is summed from the index.
  primary key (company_id, sha256) include (bytes)
);
create index media_files_placing on media_files (placing_until) where placing_until is not null;

create table media (
  company_id uuid not null,
  id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  state text not null check (state in ('stored', 'fetching', 'too_big', 'gone', 'blocked')),
  -- Null until the file is here.
  sha256 bytea,
  mime_type text,
  bytes bigint,
  filename text,
  is_voice boolean not null default false,
  usable_for text[] not null default '{}',
  -- The one person it came from or was sent to, who is erased with it. A file for several people belongs to none.
  person_key text,
  is_shared boolean not null default false,
  -- Of a file that an incoming message brought: where it is fetched from, and when next.
  message_id uuid,
  sender_id uuid,
  reference text,
  expected_sha256 bytea,
  attempts integer not null default 0,
  due_at timestamptz,
  -- JSON: why it is not here.
  failure text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, sha256) references media_files (company_id, sha256)
);
create index media_by_file on media (company_id, sha256) where sha256 is not null;
create index media_due on media (due_at) where state = 'fetching';
create index media_expiring on media (expires_at);
create index media_by_person on media (company_id, person_key) where person_key is not null;

-- What a provider calls a file that was uploaded to it, for one sender.
create table media_references (
  company_id uuid not null,
  sender_id uuid not null,
  sha256 bytea not null,
  mime_type text not null,
  -- The provider's name of the number: another number does not know the file.
  account text not null,
  reference text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (company_id, sender_id, sha256, mime_type)
);
create index media_references_expiring on media_references (expires_at);
create index media_references_by_file on media_references (company_id, sha256);

-- Files that must be removed from the store. Not rows of a company: they outlive it.
create table media_removals (
  object_key text primary key,
  since timestamptz not null default now()
);

-- Whoever deletes the last row that refers to a file (a person, the end of its time, an erasure, the deletion of the
-- company) leaves a removal in the same transaction.
create function forget_media_files() returns trigger language plpgsql as $$
begin
  delete from media_files file using (select distinct company_id, sha256 from old_media where sha256 is not null) gone
  where file.company_id = gone.company_id and file.sha256 = gone.sha256
    and (file.placing_until is null or file.placing_until < now())
    and not exists (
      select from media where media.company_id = gone.company_id and media.sha256 = gone.sha256
    );
  return null;
end
$$;
create trigger media_forget_files after delete on media
  referencing old table as old_media
  for each statement execute function forget_media_files();

create function write_media_removals() returns trigger language plpgsql as $$
begin
  insert into media_removals (object_key)
  select company_id || '/' || left(encode(sha256, 'hex'), 2) || '/' || encode(sha256, 'hex') from old_files
  on conflict do nothing;
  delete from media_references uploaded using old_files file
  where uploaded.company_id = file.company_id and uploaded.sha256 = file.sha256;
  return null;
end
$$;
create trigger media_files_removals after delete on media_files
  referencing old table as old_files
  for each statement execute function write_media_removals();

-- As before, but for `media_stored`: only endpoints that name it get it.
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
    and ((endpoint.events = '{}' and event.type <> 'media_stored') or event.type = any (endpoint.events))
    and (event.type <> 'message_status' or endpoint.statuses = '{}' or event.status = any (endpoint.statuses))
  on conflict do nothing;
  return null;
end
$$;
