-- E-mail addresses that were proven, sign-ups that wait for that proof, and users who leave.

-- Null: nobody has shown that the user reads this address. Accounts from before count as proven: otherwise a first reset
-- by mail would take their second factor away.
alter table users add column email_verified_at timestamptz;
update users set email_verified_at = created_at;

-- Since when the user belongs to no company; kept by the sweep that removes such users after a time.
alter table users add column without_company_since timestamptz;

-- The link went out by mail, so it proves the address; one that the operator printed does not.
alter table password_resets add column proves_email boolean not null default false;

-- A sign-up whose address is not proven yet. It becomes a user by the link that was mailed, together with the password:
-- a stranger's sign-up in somebody's name is of no use, even when that person follows the link.
create table sign_ups (
  -- sha256 of what the link holds.
  digest bytea primary key,
  email text not null,
  name text not null,
  language text not null check (language in ('en', 'ar')),
  password_hash text not null,
  -- Null: the user was invited.
  company_name text,
  timezone text,
  -- sha256 of what the invitation link holds.
  invitation_digest bytea,
  expires_at timestamptz not null
);
create index sign_ups_expires on sign_ups (expires_at);

-- The address that an invitation was mailed to; null: its link was handed over by a person and proves no address.
alter table invitations add column email text;

-- So that the operator can say later what became of a user. It holds nothing personal.
create table user_deletions (
  -- The id that the user had.
  id uuid primary key,
  actor text not null check (actor in ('user', 'operator', 'sweep')),
  companies integer not null,
  deleted_at timestamptz not null default now()
);
