-- What a message holds beyond a plain text: a picture, a location, buttons, a template. `body` stays the readable line
-- that lists and search show. New columns without a default change no row, so this takes no time on a big table.

alter table messages
  -- As in contract/src/content.ts. Null: a plain text, which is `body`.
  add column content jsonb,
  -- The provider's id of the message that this one quotes or reacts to: what both sides know it by. Ours can be found by it
  -- and may be gone, because every message has its own retention.
  add column context_id text;

-- What a campaign sends to everybody. Null: a plain text, which is `text`.
alter table campaigns add column content jsonb;
