-- Deleting a company: the mark that makes it gone for everybody, and what the operator keeps of it.

-- Committed first. From then on nobody reaches the company; its rows are removed behind the scenes.
alter table companies add column deleting_at timestamptz;
create index companies_deleting on companies (deleting_at) where deleting_at is not null;

-- So that the operator can say later what became of a company. It holds no rows of the company itself.
create table company_deletions (
  -- The id that the company had.
  id uuid primary key,
  name text not null,
  actor text not null check (actor in ('user', 'operator')),
  user_name text,
  rows_deleted bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
