-- The headers of a request, as JSON, without secrets and without those that have a column of their own. A new column of a
-- table that is cut by day: nothing is rewritten.
alter table requests add column headers text;
