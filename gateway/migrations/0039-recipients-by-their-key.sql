-- online
-- As 0038 for contacts. This index could also be read by company and campaign alone, stepping over every person in between,
-- and of a campaign that is newer than the statistics PostgreSQL expects one row: reading it whole seemed as cheap as looking
-- up the places of the next messages, so that each 500 of them read everybody in the campaign. The condition is true for
-- every row, but PostgreSQL sees this only where a statement names the person: everything else is left to the primary key.
create unique index concurrently campaign_recipients_by_person
  on campaign_recipients (company_id, (coalesce(person_key, phone_number)), campaign_id)
  where coalesce(person_key, phone_number) is not null;
drop index if exists campaign_recipients_person;

-- What PostgreSQL knows of an expression comes from an index without a condition, or from here. Without it a person was
-- expected to be in every two hundredth row.
create statistics if not exists campaign_recipients_persons on (coalesce(person_key, phone_number)) from campaign_recipients;
analyze campaign_recipients;
