-- Where the other processes of the same machine reach this one. Null: they cannot, and leave everything in the tables.
alter table processes add column socket text;
