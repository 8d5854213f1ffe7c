-- Rows that live for a second or two. Cleaning or analyzing the table every quarter of a minute made every connection plan
-- the statements that record statuses anew, over all days.
alter table cost_changes set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000
);
