-- online
-- What waits for a later moment, by company and lane. Counting it for an overview, or finding it when a person opts out, read
-- all deliveries or messages of the company: eight seconds beside a million. A row is in one of these only while it waits
-- for a later attempt or for its schedule; the usual way of a message and of a delivery never touches them.
create index concurrently deliveries_delayed on deliveries (company_id, lane_id)
  where lane_id is not null and due_at is not null;
-- By id: a statement that promotes what is due finds its rows by this key as well as by the primary one.
create index concurrently messages_delayed on messages (company_id, id)
  where lane_id is not null and due_at is not null;
