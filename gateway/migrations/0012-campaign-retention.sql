-- What campaigns leave behind: lists nobody names, and ledgers whose retention has ended.

-- Every list of campaign_entries. Written before its first entry, so that one whose upload broke off is found again
-- without a look at all entries.
create table campaign_lists (
  company_id uuid not null,
  -- Carries the time it was begun.
  id uuid not null,
  primary key (company_id, id)
);
insert into campaign_lists select distinct company_id, list_id from campaign_entries;

-- When its people were taken out of the ledger. Its numbers stay.
alter table campaigns add column forgotten_at timestamptz;
