-- Alerts: raised by watching states that exist already, so that no message costs anything for them.

create table alert_settings (
  company_id uuid primary key references companies (id) on delete cascade,
  -- By kind: {"is_on": ..., "threshold": ..., "channels": [...]}. What is left out is as it is for everybody.
  rules jsonb not null default '{}',
  -- {"from": "22:00", "until": "07:00"} in the company's time zone.
  quiet_hours jsonb,
  -- {"to": "+966...", "template": {"name": ..., "language": ...}}.
  whatsapp jsonb
);

create table alerts (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null,
  kind text not null,
  -- What it is about, within its kind: only one is open at a time.
  key text not null,
  -- Public id of what it is about; null: the company itself.
  subject text,
  -- What its texts are made of.
  data jsonb not null,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- Of those that no state stands behind: when they are over by themselves.
  resolves_at timestamptz,
  primary key (company_id, id)
);
create unique index alerts_open on alerts (company_id, kind, key) where resolved_at is null;
create index alerts_same on alerts (company_id, kind, key, opened_at);

-- One notice by each way for each opening, written with it: a restart neither loses nor repeats it.
create table alert_notices (
  company_id uuid not null,
  alert_id uuid not null,
  channel text not null check (channel in ('mail', 'webhook', 'whatsapp')),
  state text not null check (state in ('waiting', 'sent', 'failed', 'skipped')),
  due_at timestamptz,
  attempts integer not null default 0,
  -- The owners who have their mail already, while others of them still wait for theirs.
  told text[] not null default '{}',
  reason text,
  primary key (company_id, alert_id, channel),
  foreign key (company_id, alert_id) references alerts (company_id, id) on delete cascade
);
create index alert_notices_due on alert_notices (due_at) where state = 'waiting';

create table alert_reads (
  company_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  alert_id uuid not null,
  primary key (company_id, user_id, alert_id),
  foreign key (company_id, alert_id) references alerts (company_id, id) on delete cascade
);
create index alert_reads_user on alert_reads (user_id);

-- Wakes the process that looks for alerts. These states change a few times a day, so the notification costs nothing.
create function tell_alerts() returns trigger language plpgsql as $$
begin
  perform pg_notify('hudhud_alerts', '');
  return null;
end $$;

create trigger endpoints_alerts after update of state on endpoints
  for each row when (old.state is distinct from new.state) execute function tell_alerts();
create trigger endpoint_lanes_alerts after update of first_failure_at on endpoint_lanes
  for each row when ((old.first_failure_at is null) <> (new.first_failure_at is null))
  execute function tell_alerts();
create trigger senders_alerts after update of state, health on senders
  for each row when (old.state is distinct from new.state or old.health is distinct from new.health)
  execute function tell_alerts();
create trigger campaigns_alerts after update of state on campaigns
  for each row when (old.state is distinct from new.state) execute function tell_alerts();
