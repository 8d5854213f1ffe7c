-- online
-- The history of a person, whatever form of their number a message went to or came from. Most messages need no change: the
-- number is the key. Those of the three countries whose WhatsApp ids differ from phone numbers get theirs here.

-- for each partition of messages
update {partition} set person_key = person_key(phone_number)
where person_key is null and left(phone_number, 3) in ('+52', '+54', '+55')
  and person_key(phone_number) <> phone_number;

-- Bloom filters had to be read for every day that is kept: 0.35 s for 60 days.
create index concurrently messages_of_person on messages (company_id, (coalesce(person_key, phone_number)), id);
drop index if exists messages_phone_number;
