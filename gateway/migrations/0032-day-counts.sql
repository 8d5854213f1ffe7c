-- Counts of whole days, in the time zone of each company, beside those of quarters of an hour: statistics of half a year read
-- 17,280 quarters for every sender, type and status before, and 180 days now. Triggers keep them, whoever folds: also a
-- gateway of yesterday that still runs.
create table message_day_counts (
  company_id uuid not null,
  day date not null,
  sender_id uuid not null,
  direction text not null,
  type text not null,
  status text not null,
  count bigint not null,
  primary key (company_id, day, sender_id, direction, type, status)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- A company that is gone has no time zone, and leaves nothing behind.
create function add_day_counts() returns trigger language plpgsql as $$
begin
  insert into message_day_counts as known (company_id, day, sender_id, direction, type, status, count)
  select company_id, (starts_at at time zone timezone)::date, sender_id, direction, type, status, sum(added.count)
  from added join companies on companies.id = company_id
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (company_id, day, sender_id, direction, type, status)
    do update set count = known.count + excluded.count;
  return null;
end
$$;

create function change_day_counts() returns trigger language plpgsql as $$
begin
  insert into message_day_counts as known (company_id, day, sender_id, direction, type, status, count)
  select company_id, (starts_at at time zone timezone)::date, sender_id, direction, type, status, sum(change)
  from (
    select company_id, starts_at, sender_id, direction, type, status, added.count as change from added
    union all
    select company_id, starts_at, sender_id, direction, type, status, -removed.count from removed
  ) as both_sides
  join companies on companies.id = company_id
  group by 1, 2, 3, 4, 5, 6
  having sum(change) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (company_id, day, sender_id, direction, type, status)
    do update set count = known.count + excluded.count;
  return null;
end
$$;

-- Writes no row that is not there: the counts of a company that is being deleted go table by table.
create function remove_day_counts() returns trigger language plpgsql as $$
begin
  update message_day_counts known set count = known.count - gone.count
  from (
    select company_id, (starts_at at time zone timezone)::date as day, sender_id, direction, type, status,
      sum(removed.count) as count
    from removed join companies on companies.id = company_id
    group by 1, 2, 3, 4, 5, 6
    having sum(removed.count) <> 0
  ) as gone
  where known.company_id = gone.company_id and known.day = gone.day and known.sender_id = gone.sender_id
    and known.direction = gone.direction and known.type = gone.type and known.status = gone.status;
  return null;
end
$$;

-- Another time zone has other days. Whoever folds holds the lock until it commits (statistics/queries.ts), so nothing is
-- added by the old days meanwhile; and the statements after the lock see all that was folded before.
create function rebuild_day_counts() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4801008);
  delete from message_day_counts where company_id = new.id;
  insert into message_day_counts (company_id, day, sender_id, direction, type, status, count)
  select company_id, (starts_at at time zone new.timezone)::date, sender_id, direction, type, status, sum(count)
  from message_counts
  where company_id = new.id
  group by 1, 2, 3, 4, 5, 6;
  return null;
end
$$;

-- Nothing is folded until this commits; messages are counted in batches meanwhile.
lock table message_counts in share row exclusive mode;

insert into message_day_counts (company_id, day, sender_id, direction, type, status, count)
select company_id, (starts_at at time zone timezone)::date, sender_id, direction, type, status, sum(count)
from message_counts join companies on companies.id = company_id
group by 1, 2, 3, 4, 5, 6;

create trigger add_day_counts after insert on message_counts
  referencing new table as added for each statement execute function add_day_counts();
create trigger change_day_counts after update on message_counts
  referencing new table as added old table as removed for each statement execute function change_day_counts();
create trigger remove_day_counts after delete on message_counts
  referencing old table as removed for each statement execute function remove_day_counts();
create trigger rebuild_day_counts after update of timezone on companies
  for each row when (old.timezone is distinct from new.timezone) execute function rebuild_day_counts();
