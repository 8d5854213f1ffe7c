-- Smaller bloom filters. A message that changes is written anew, and the filter of its page range with it: one of 5 KB
-- cost four times as much as the message. Ranges of 16 pages need filters of half a kilobyte and find as well.
drop index messages_phone_number;
create index messages_phone_number on messages
  using brin (phone_number text_bloom_ops (n_distinct_per_range = 400))
  with (pages_per_range = 16, autosummarize = on);

drop index messages_provider_message_id;
create index messages_provider_message_id on messages
  using brin (provider_message_id text_bloom_ops (n_distinct_per_range = 400))
  with (pages_per_range = 16, autosummarize = on);

-- Matching and sweeping look at the oldest first.
create index parked_statuses_parked_at on parked_statuses using brin (parked_at);
