// The SQL that writes contacts: one statement for any number of them. What a row leaves out (null) stays as it is.

import type { ConsentName } from '@hudhud/contract/segments.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { personKey } from '../../platform/person-key.ts';

/** One contact to write. Null: as it is, or empty when it is new. */
export interface ContactWrite {
  /** Its id when it is new. */
  readonly id: string;
  readonly phoneNumber: string;
  readonly name: string | null;
  readonly sortName: string | null;
  /** Empty: none. */
  readonly language: string | null;
  /** UUID. Empty: none. */
  readonly storeId: string | null;
  readonly notes: string | null;
  /** JSON, laid over the values that are there; null takes one away. */
  readonly fields: string | null;
  /** All of them. */
  readonly tags: readonly string[] | null;
  /** Besides those that are there. */
  readonly addedTags: readonly string[] | null;
  readonly consent: { readonly state: ConsentName; readonly source: string } | null;
  readonly consentChangeId: string;
}

export interface WrittenContact {
  readonly id: string;
  readonly phone_number: string;
  readonly outcome: 'created' | 'updated' | 'skipped';
}

/**
 * A person is found by the key of the number, so that another form of it is the same contact. Contacts that are there are
 * locked in the order of their ids, so that two writers with the same people wait for each other in turn. Who has opted
 * out stays opted out: no list of customers knows better than the person. A row whose address another process took in the
 * same moment is in no answer; the caller writes it again.
 *
 * Each person is looked up by key, and the company of who is updated comes with the locked rows: for a company that
 * PostgreSQL has no figures of, a join of all its people with all rows would seem to be a join of one row with one (ADR 12).
 */
const writeText = `
  with incoming as (
    select * from unnest(
      $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
      $11::text[], $12::text[], $13::text[], $14::uuid[], $16::text[]
    ) as row (
      id, phone_number, name, sort_name, language, store_id, notes, fields, tags, added_tags, consent, consent_source,
      change_id, key
    )
  ),
  known as materialized (
    select incoming.key, address.contact_id
    from incoming
    cross join lateral (
      select contact_id from contact_addresses
      where contact_addresses.company_id = $1 and contact_addresses.key = incoming.key collate "C"
      limit 1
    ) address
  ),
  claimed as (
    insert into contact_addresses (company_id, key, contact_id, kind, value)
    select $1, key, id, 'phone', phone_number from incoming
    where key not in (select key from known)
    order by key
    on conflict do nothing
    returning key, contact_id
  ),
  locked as materialized (
    select contact.company_id, contact.id, known.key, contact.consent, contact.deleted_at
    from (select * from known order by contact_id offset 0) known
    cross join lateral (
      select * from contacts where contacts.company_id = $1 and contacts.id = known.contact_id
      limit 1
      for update
    ) contact
  ),
  updated as (
    update contacts set
      phone_number = coalesce(contacts.phone_number, incoming.phone_number),
      name = coalesce(incoming.name, contacts.name),
      sort_name = coalesce(incoming.sort_name, contacts.sort_name),
      language = case when incoming.language is null then contacts.language else nullif(incoming.language, '') end,
      store_id = case when incoming.store_id is null then contacts.store_id
        else nullif(incoming.store_id, '')::uuid end,
      notes = coalesce(incoming.notes, contacts.notes),
      fields = case when incoming.fields is null then contacts.fields
        else jsonb_strip_nulls(contacts.fields || incoming.fields::jsonb) end,
      tags = case
        when incoming.tags is null and incoming.added_tags is null then contacts.tags
        else array(
          select distinct tag
          from unnest(coalesce(incoming.tags::text[], contacts.tags) || incoming.added_tags::text[]) tag
          order by tag) end,
      consent = case when locked.consent = 'opted_out' then locked.consent
        else coalesce(incoming.consent, locked.consent) end,
      consent_at = case when incoming.consent is null or locked.consent in ('opted_out', incoming.consent)
        then contacts.consent_at else now() end,
      consent_source = case when incoming.consent is null or locked.consent in ('opted_out', incoming.consent)
        then contacts.consent_source else incoming.consent_source end,
      deleted_at = null,
      updated_at = now()
    from incoming join locked on locked.key = incoming.key
    where contacts.company_id = locked.company_id and contacts.id = locked.id
      and ($15::boolean or locked.deleted_at is not null)
    returning contacts.id, incoming.phone_number, locked.deleted_at, incoming.change_id, incoming.consent,
      incoming.consent_source,
      incoming.consent is not null and locked.consent not in ('opted_out', incoming.consent) as is_consent_new
  ),
  -- People who are no contacts yet, and have not become one with another since they were looked up.
  held as materialized (
    select person.key, person.contact_id
    from (select * from known where key not in (select key from locked) order by key) person
    cross join lateral (
      select from contact_addresses
      where contact_addresses.company_id = $1 and contact_addresses.key = person.key collate "C"
        and contact_addresses.contact_id = person.contact_id
      limit 1
      for share
    ) address
  ),
  inserted as (
    insert into contacts (
      company_id, id, phone_number, name, sort_name, language, store_id, notes, fields, tags, consent, consent_at,
      consent_source
    )
    select $1, owner.contact_id, phone_number, coalesce(name, ''), coalesce(sort_name, ''), nullif(language, ''),
      nullif(store_id, '')::uuid, coalesce(notes, ''), jsonb_strip_nulls(coalesce(fields::jsonb, '{}')),
      array(select distinct tag from unnest(tags::text[] || added_tags::text[]) tag order by tag),
      coalesce(consent, 'unknown'), case when consent is not null then now() end, consent_source
    from incoming join (select * from claimed union all select key, contact_id from held) owner using (key)
    order by owner.contact_id
    on conflict do nothing
    returning id, phone_number
  ),
  remembered as (
    insert into consent_changes (company_id, contact_id, id, consent, source, at)
    select $1, id, change_id, consent, consent_source, now() from updated where is_consent_new
    union all
    select $1, inserted.id, incoming.change_id, incoming.consent, incoming.consent_source, now()
    from inserted join incoming on incoming.phone_number = inserted.phone_number
    where incoming.consent is not null
    on conflict do nothing
  )
  select id, phone_number, 'created' as outcome from inserted
  union all
  select id, phone_number, case when deleted_at is null then 'updated' else 'created' end from updated
  union all
  select locked.id, incoming.phone_number, 'skipped' from locked join incoming using (key)
  where locked.deleted_at is null and not $15::boolean`;

/** No two rows may be about the same person. */
export const writeContacts = async (
  db: Queryable,
  companyId: string,
  rows: readonly ContactWrite[],
  updatesExisting: boolean,
): Promise<WrittenContact[]> => {
  const list = (tags: readonly string[] | null): string | null => tags && textArray(tags);
  // Unnamed, so that every plan knows how many rows there are.
  const written = await db.query<WrittenContact>(writeText, [
    companyId,
    plainArray(rows.map((row) => row.id)),
    textArray(rows.map((row) => row.phoneNumber)),
    textArray(rows.map((row) => row.name)),
    textArray(rows.map((row) => row.sortName)),
    textArray(rows.map((row) => row.language)),
    textArray(rows.map((row) => row.storeId)),
    textArray(rows.map((row) => row.notes)),
    textArray(rows.map((row) => row.fields)),
    textArray(rows.map((row) => list(row.tags))),
    textArray(rows.map((row) => list(row.addedTags))),
    textArray(rows.map((row) => row.consent?.state ?? null)),
    textArray(rows.map((row) => row.consent?.source ?? null)),
    plainArray(rows.map((row) => row.consentChangeId)),
    updatesExisting,
    textArray(rows.map((row) => personKey(row.phoneNumber))),
  ]);
  return written.rows;
};
