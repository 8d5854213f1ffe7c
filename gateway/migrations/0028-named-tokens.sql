-- Named tokens stand beside the company's own, which has no name, no scopes and no networks: it may do everything a token
-- can, from anywhere, as before.
alter table tokens
  add column name text,
  -- Null: everything.
  add column scopes text[],
  -- Empty: from anywhere.
  add column networks text[] not null default '{}',
  -- The name of the person who made it, as they were called then.
  add column created_by text,
  add constraint tokens_named check ((name is null) = (scopes is null));
create unique index tokens_name on tokens (company_id, lower(name)) where name is not null;

-- The changes of one person.
create index audit_user on audit (company_id, user_id, id) where user_id is not null;
