-- Bloom filters of less than 508 bytes: PostgreSQL compresses what is larger in an index, and did so for every message,
-- twice, which was an eighth of all its work.
drop index messages_phone_number;
create index messages_phone_number on messages
  using brin (phone_number text_bloom_ops (n_distinct_per_range = 300))
  with (pages_per_range = 12, autosummarize = on);

drop index messages_provider_message_id;
create index messages_provider_message_id on messages
  using brin (provider_message_id text_bloom_ops (n_distinct_per_range = 300))
  with (pages_per_range = 12, autosummarize = on);
