-- Requests that named a company and did not have its token, counted by the minute: however many come, a company has one row a
-- minute, of one day at most.
create table refused_credentials (
  company_id uuid not null references companies (id) on delete cascade,
  minute timestamptz not null,
  count bigint not null,
  last_at timestamptz not null,
  last_source text not null,
  primary key (company_id, minute)
);
