-- The calls of one webhook, newest first. By the key alone, the list of a quiet webhook would read through all calls of a
-- busy company. Calls to providers are not in it.
create index calls_endpoint on calls (company_id, endpoint_id, id) where endpoint_id is not null;
