-- Passkeys: keys on people's devices that sign in without a password. Like users, they belong to no company.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- What the authenticator calls it.
  credential_id bytea not null unique,
  -- In COSE form.
  public_key bytea not null,
  -- How often it has signed, where the authenticator counts; one that goes back is a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- It may be on several devices of the same person.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator was asked to sign, until it answers: minutes at most.
create table passkey_challenges (
  -- sha256 of the challenge.
  digest bytea primary key,
  -- Who adds a passkey; null: somebody signs in.
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
