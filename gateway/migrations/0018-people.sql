-- A person is known by addresses: phone numbers in any of their forms, WhatsApp's own user ids, a username. Consent
-- belongs to the person, so every address of a contact carries it.

-- One form for all forms of an address. WhatsApp's ids differ from phone numbers in some countries: Brazil's mobile
-- numbers got a ninth digit that older ids lack, Mexico's ids carry a 1 and Argentina's a 9 behind the country code.
-- `personKey` in platform/person-key.ts says the same; a test compares the two.
create function person_key(address text) returns text
  language sql immutable parallel safe strict
  return case left(address, 3)
    when '+55' then regexp_replace(address, '^\+55([1-9][1-9])9([6-9]\d{7})$', '+55\1\2')
    when '+52' then regexp_replace(address, '^\+521(\d{10})$', '+52\1')
    when '+54' then regexp_replace(address, '^\+549(\d{10})$', '+54\1')
    else address
  end;

create table contact_addresses (
  company_id uuid not null,
  -- person_key of the address. It belongs to one person: whoever inserts it second finds the first.
  key text collate "C" not null,
  contact_id uuid not null,
  kind text not null check (kind in ('phone', 'wa_id', 'bsuid', 'parent_bsuid', 'username')),
  -- The address as the company or WhatsApp wrote it: +966501234567, US.13491208655302741918, @pablomorales.
  value text not null,
  -- What WhatsApp calls this phone number, where the provider said so and it differs.
  wa_id text,
  -- The consent of the contact, kept by the trigger below: what every send asks.
  is_opted_out boolean not null default false,
  learned_at timestamptz not null default now(),
  primary key (company_id, key)
);
create index contact_addresses_contact on contact_addresses (company_id, contact_id);
-- Holds only people who have opted out, so it stays small and in memory.
create unique index contact_addresses_opted_out on contact_addresses (company_id, key) where is_opted_out;

-- Two contacts that are forms of one number are one person: the older one stays, the stricter consent wins.
create temporary table same_people on commit drop as
  select company_id, id as gone_id, kept_id
  from (
    select company_id, id,
      first_value(id) over (partition by company_id, person_key(phone_number) order by id) as kept_id
    from contacts
  ) contact
  where id <> kept_id;

update contacts kept
set name = case when kept.name = '' then gone.name else kept.name end,
  sort_name = case when kept.name = '' then gone.sort_name else kept.sort_name end,
  language = coalesce(kept.language, gone.language),
  store_id = coalesce(kept.store_id, gone.store_id),
  notes = case when gone.notes = '' then kept.notes when kept.notes = '' then gone.notes
    else left(kept.notes || E'\n' || gone.notes, 5000) end,
  fields = gone.fields || kept.fields,
  tags = array(select distinct tag from unnest(kept.tags || gone.tags) tag order by tag),
  consent = case when 'opted_out' in (kept.consent, gone.consent) then 'opted_out'
    when kept.consent = 'unknown' then gone.consent else kept.consent end,
  consent_at = greatest(kept.consent_at, gone.consent_at),
  consent_source = case when kept.consent = 'opted_out' then kept.consent_source
    when gone.consent = 'opted_out' or kept.consent = 'unknown' then gone.consent_source else kept.consent_source end,
  last_seen_at = greatest(kept.last_seen_at, gone.last_seen_at),
  deleted_at = case when gone.deleted_at is null then null else kept.deleted_at end,
  updated_at = now()
from same_people, contacts gone
where kept.company_id = same_people.company_id and kept.id = same_people.kept_id
  and gone.company_id = same_people.company_id and gone.id = same_people.gone_id;

update consent_changes set contact_id = same_people.kept_id
from same_people
where consent_changes.company_id = same_people.company_id and consent_changes.contact_id = same_people.gone_id;

update campaign_recipients set contact_id = same_people.kept_id
from same_people
where campaign_recipients.company_id = same_people.company_id
  and campaign_recipients.contact_id = same_people.gone_id;

delete from contacts using same_people
where contacts.company_id = same_people.company_id and contacts.id = same_people.gone_id;

insert into contact_addresses (company_id, key, contact_id, kind, value, is_opted_out)
select company_id, person_key(phone_number), id, 'phone', phone_number, consent = 'opted_out' from contacts
order by company_id, phone_number;

-- Null for a person who is known to WhatsApp only by a user id.
alter table contacts alter column phone_number drop not null;
-- Every send asks contact_addresses now.
drop index contacts_opted_out;

create function keep_opt_out() returns trigger
  language plpgsql as $$
begin
  update contact_addresses set is_opted_out = (new.consent = 'opted_out')
  where company_id = new.company_id and contact_id = new.id and is_opted_out <> (new.consent = 'opted_out');
  return null;
end $$;
create trigger contacts_opted_in_or_out after update of consent on contacts
  for each row when ((old.consent = 'opted_out') <> (new.consent = 'opted_out'))
  execute function keep_opt_out();
create trigger contacts_new_and_opted_out after insert on contacts
  for each row when (new.consent = 'opted_out')
  execute function keep_opt_out();

create function forget_addresses() returns trigger
  language plpgsql as $$
begin
  delete from contact_addresses using gone
  where contact_addresses.company_id = gone.company_id and contact_addresses.contact_id = gone.id;
  return null;
end $$;
create trigger contacts_gone after delete on contacts
  referencing old table as gone for each statement execute function forget_addresses();

-- Two contacts that turned out to be one person, and what it takes to part them again.
create table contact_merges (
  company_id uuid not null,
  id uuid not null,
  kept_id uuid not null,
  gone_id uuid not null,
  -- Both contacts as they were, and which addresses, consent changes and campaign rows moved; null once it is too late.
  before jsonb,
  -- Who or what decided it: a person, the API, or what WhatsApp said.
  source text not null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (company_id, id)
);
create index contact_merges_kept on contact_merges (company_id, kept_id);

-- An erasure is of a person: all of their addresses.
alter table erasures add column addresses text[];
update erasures set addresses = array[phone_number] where phone_number is not null;

-- Messages and recipients of campaigns name their person. Null: the phone number is the key already, which is so for
-- almost all; writing it twice would only make the rows longer.
alter table messages add column person_key text,
  -- Of an incoming message: what WhatsApp calls the person besides their number.
  add column contact_user_id text, add column contact_username text;
alter table campaign_recipients add column person_key text collate "C";
-- Nobody is in a campaign twice, under whatever form of their number; and whoever writes in is found in the campaigns of
-- the last days.
create unique index campaign_recipients_person
  on campaign_recipients (company_id, coalesce(person_key, phone_number), campaign_id);
drop index campaign_recipients_phone_number;

-- People who write in within three days of a campaign's message have replied to it, whichever address it went to.
create or replace function follow_replies(companies uuid[], phone_numbers text[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  with written as materialized (
    select distinct row.company_id, person.key
    from unnest(companies, phone_numbers) as row (company_id, phone_number)
    cross join lateral (
      select person_key(row.phone_number) as key
      union
      select other.key
      from contact_addresses own
      join contact_addresses other on other.company_id = own.company_id and other.contact_id = own.contact_id
      where own.company_id = row.company_id and own.key = person_key(row.phone_number)
    ) person
    where person.key <> ''
  ),
  held as materialized (
    select recipient.company_id, recipient.campaign_id, recipient.position
    from written
    join campaign_recipients recipient on recipient.company_id = written.company_id
      and coalesce(recipient.person_key, recipient.phone_number) = written.key collate "C"
    where recipient.sent_at > now() - interval '72 hours' and recipient.replied_at is null
    order by 1, 2, 3
    for no key update of recipient
  )
  update campaign_recipients recipient
  set replied_at = now()
  from held
  where recipient.company_id = held.company_id and recipient.campaign_id = held.campaign_id
    and recipient.position = held.position;
end
$$;

-- As in 0008, and people without a number reply too.
create or replace function count_new_messages() returns trigger language plpgsql as $$
declare
  this_quarter constant timestamptz := date_bin('15 minutes', now(), 'epoch');
  first_id constant uuid := first_id_at(this_quarter);
  next_id constant uuid := first_id_at(this_quarter + interval '15 minutes');
  has_incoming boolean;
  has_exceptions boolean;
begin
  with counted as (
    insert into message_count_changes
    select company_id, case when id >= first_id and id < next_id then this_quarter else quarter_of(id) end,
      coalesce(sender_id, '00000000-0000-0000-0000-000000000000'), direction, type, status, count(*)
    from new_messages
    group by 1, 2, 3, 4, 5, 6
  )
  select bool_or(direction = 'in'),
    bool_or(is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played'))
  into has_incoming, has_exceptions
  from new_messages;
  if has_incoming then
    perform follow_replies(array_agg(company_id), array_agg(coalesce(person_key, phone_number)))
    from new_messages
    where direction = 'in';
  end if;
  if has_exceptions then
    perform mark_exceptional(array_agg(company_id), array_agg(id))
    from new_messages
    where is_exceptional is null and status in ('failed', 'unconfirmed', 'expired', 'cancelled', 'played');
  end if;
  return null;
end
$$;
