-- People: who may sign in, to which companies they belong, and what was changed by whom.

alter table companies add column language text not null default 'en' check (language in ('en', 'ar'));
-- Written at most once a minute.
alter table tokens add column last_used_at timestamptz;

-- Users belong to no company, so their tables do not lead with company_id; they are small, and stay on one node.
create table users (
  id uuid primary key,
  -- In lower case, so that the constraint is about people and not about spelling.
  email text not null unique,
  name text not null,
  language text not null default 'en' check (language in ('en', 'ar')),
  -- argon2id with its parameters.
  password_hash text not null,
  -- Sealed. Null: no second factor.
  totp_secret bytea,
  -- A secret that the user has been shown and not yet confirmed.
  totp_pending bytea,
  -- The time step of the last code that was taken: no code works twice.
  totp_last_step bigint not null default 0,
  -- sha256 of each code that is left.
  recovery_codes bytea[] not null default '{}',
  -- Sees the names and plans of all companies, not their messages.
  is_operator boolean not null default false,
  created_at timestamptz not null default now()
);

create table sessions (
  -- sha256 of what the cookie holds.
  digest bytea primary key,
  -- How a session is named to its owner, who must not see the digest either.
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  source text not null,
  user_agent text
);
create index sessions_user on sessions (user_id);

create table password_resets (
  digest bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

create table members (
  company_id uuid not null references companies (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'operator', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  digest bytea not null,
  role text not null check (role in ('owner', 'admin', 'operator', 'viewer')),
  -- Whom it is meant for, in the words of the one who invites.
  note text not null default '',
  invited_by text not null,
  expires_at timestamptz not null,
  primary key (company_id, id)
);
create index invitations_digest on invitations (digest);

-- What was changed, by whom. Names are kept as they were: the entry outlives the user.
create table audit (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  actor text not null check (actor in ('user', 'token', 'operator')),
  user_id uuid,
  user_name text,
  action text not null,
  -- Public id of what was changed; null: the company itself.
  target text,
  data jsonb not null,
  primary key (company_id, id)
);
