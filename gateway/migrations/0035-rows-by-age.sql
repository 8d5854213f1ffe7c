-- online
-- Rows that are forgotten by their age. Their BRIN indexes were summarised by vacuum alone, and a summary only ever widens:
-- where deleted rows had made room for new ones, every range reached back to the oldest row that ever was there, and looking
-- for old rows read the whole table. A B-tree ends at the first row that is young enough.
create index concurrently idempotency_keys_by_age on idempotency_keys (created_at);
drop index if exists idempotency_keys_created_at;
create index concurrently callback_parts_by_age on callback_parts (told_at);
drop index if exists callback_parts_told_at;
create index concurrently parked_statuses_by_age on parked_statuses (parked_at);
drop index if exists parked_statuses_parked_at;

-- Charges are folded in the order in which they were written, from a floor on, as counts of messages are since 0014.
alter table cost_changes add column if not exists number bigint generated always as identity;
create unique index concurrently cost_changes_number on cost_changes (number);

-- Every list and statistic adds what is not folded yet. Batches that are folded stay on disk for as long as a reader of long ago
-- (pg_dump) keeps vacuum away: 360,000 of them, an hour's worth, made a list take 0.3 s. Below this number all are folded; it
-- is written down once a minute.
create table if not exists message_count_floor (
  is_only boolean primary key default true check (is_only),
  id bigint not null
);
insert into message_count_floor (id) values (0) on conflict do nothing;

-- As in 0025, from the floor on.
create or replace view unfolded_message_counts as
  select part.*
  from message_count_batches batch
  cross join unnest(batch.company_ids, batch.starts_at, batch.sender_ids, batch.directions, batch.types, batch.statuses,
    batch.changes) as part (company_id, starts_at, sender_id, direction, type, status, change)
  where batch.id >= (select id from message_count_floor)
  union all
  select company_id, starts_at, sender_id, direction, type, status, change
  from message_count_changes;
