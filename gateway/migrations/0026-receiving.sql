-- What the provider calls the recipient of a parked status: it is compared with where the message went when that is known.
alter table parked_statuses add column recipient_key text;

-- Kept callbacks are taken in turns of companies, along the primary key.
drop index stored_callbacks_held_until;
