-- Lanes of senders are shared out among the processes that send, and a process says where it writes down its calls.

alter table processes
  -- It has a share of the lanes of senders.
  add column is_dispatching boolean not null default false,
  -- The start of the machine it runs on, and its file there of the calls it has made. Null: it keeps none.
  add column boot_id text,
  add column journal text;

-- A process that has fewer lanes than its share asks for this one; the owner hands it over when nothing of it is under way.
alter table lanes add column wanted_by bigint;
