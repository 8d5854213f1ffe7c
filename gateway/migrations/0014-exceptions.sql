-- The index of what did not go well named `status` in its condition, and an index that names a changing column, if only
-- there, makes every update of a message write to all its indexes. A column that stays null for what goes well serves the
-- same lists and leaves the others alone.
drop index messages_not_delivered;
alter table messages add column exception text generated always as (
  case when status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played') then status end
) stored;
create index messages_exceptions on messages (company_id, id) where exception is not null;
