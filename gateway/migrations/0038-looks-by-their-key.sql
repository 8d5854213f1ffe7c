-- online
-- Tables of people, as 0033 for history. When a table was analyzed before a company had rows in it, PostgreSQL expects one row
-- for this company, however many it has, and any index that begins with the company seems as good as the primary key: each
-- person was then looked up through all the people of the company, and an import did not finish within its time. These
-- conditions are true for every row that an index is for, but PostgreSQL sees this only where a statement names the column:
-- everything else is left to the primary key. Lists that are only sorted by such a column name it too (`listContacts`).
create unique index concurrently contacts_by_phone_number on contacts (company_id, phone_number)
  where phone_number is not null;
drop index if exists contacts_phone_number;

create index concurrently contacts_by_phone_end on contacts (company_id, reverse(phone_number))
  where reverse(phone_number) is not null;
drop index if exists contacts_phone_end;

create index concurrently contacts_by_name on contacts (company_id, sort_name, id)
  where sort_name is not null;
drop index if exists contacts_sort_name;

create index concurrently contacts_by_last_seen on contacts (company_id, coalesce(last_seen_at, '-infinity'), id)
  where coalesce(last_seen_at, '-infinity') is not null;
drop index if exists contacts_last_seen;

-- What PostgreSQL knows of the values of an expression it takes from an index, but not from one with a condition. Without this a
-- list of the few people who were seen lately would be looked for among all of them.
create statistics if not exists contacts_values_of_phone_end on (reverse(phone_number)) from contacts;
create statistics if not exists contacts_values_of_last_seen on (coalesce(last_seen_at, '-infinity')) from contacts;
analyze contacts;

create index concurrently contact_addresses_by_contact on contact_addresses (company_id, contact_id)
  where contact_id is not null;
drop index if exists contact_addresses_contact;

create unique index concurrently contact_addresses_by_opt_out on contact_addresses (company_id, key)
  where is_opted_out and key is not null;
drop index if exists contact_addresses_opted_out;

create index concurrently conversation_windows_by_age on conversation_windows (company_id, last_incoming_at)
  where last_incoming_at is not null;
drop index if exists conversation_windows_last;

-- With the id, so that the list of a contact's merges needs no other order than this.
create index concurrently contact_merges_by_kept on contact_merges (company_id, kept_id, id)
  where kept_id is not null;
drop index if exists contact_merges_kept;

create unique index concurrently segments_by_name on segments (company_id, lower(name))
  where lower(name) is not null;
drop index if exists segments_name;
