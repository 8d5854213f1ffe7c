// The SQL of contacts. Writing is one statement for any number of them: what a row leaves out (null) stays as it is.

import type { ContactSort } from '@hudhud/contract/contacts.ts';
import type { ConsentName } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import { personKey } from '../platform/person-key.ts';
import type { Condition } from './audience/queries.ts';

export type FieldValues = Readonly<Record<string, string | number | boolean>>;

export interface ContactRow {
  readonly id: string;
  /** Null: known to WhatsApp by a user id only. */
  readonly phone_number: string | null;
  readonly name: string;
  readonly sort_name: string;
  readonly language: string | null;
  readonly store_id: string | null;
  readonly notes: string;
  readonly fields: FieldValues;
  readonly tags: string[];
  readonly consent: ConsentName;
  readonly consent_at: Date | null;
  readonly consent_source: string | null;
  readonly last_seen_at: Date | null;
  readonly updated_at: Date;
}

const columns = `id, phone_number, name, sort_name, language, store_id, notes, fields, tags, consent, consent_at,
  consent_source, last_seen_at, updated_at`;

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
  inserted as (
    insert into contacts (
      company_id, id, phone_number, name, sort_name, language, store_id, notes, fields, tags, consent, consent_at,
      consent_source
    )
    select $1, owner.contact_id, phone_number, coalesce(name, ''), coalesce(sort_name, ''), nullif(language, ''),
      nullif(store_id, '')::uuid, coalesce(notes, ''), jsonb_strip_nulls(coalesce(fields::jsonb, '{}')),
      array(select distinct tag from unnest(tags::text[] || added_tags::text[]) tag order by tag),
      coalesce(consent, 'unknown'), case when consent is not null then now() end, consent_source
    from incoming join (select * from claimed union all select key, contact_id from known) owner using (key)
    where key not in (select key from locked)
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

export const findContact = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<ContactRow | null> => {
  const { rows } = await db.query<ContactRow>(
    `select ${columns} from contacts where company_id = $1 and id = $2 and deleted_at is null`,
    [companyId, id],
  );
  return rows[0] ?? null;
};

/** What a page is read after: the last row of the page before, by what the list is sorted by. */
export interface ContactPlace {
  readonly key: string;
  readonly id: string;
}

/** `from` is where the list begins at the earliest. Its index is used only where the column is compared with something. */
const sortKeys = {
  created: null,
  name: { key: 'contacts.sort_name', from: `''`, cast: 'text', order: 'asc', after: '>' },
  last_seen: {
    key: `coalesce(contacts.last_seen_at, '-infinity')`,
    from: `'-infinity'`,
    cast: 'timestamptz',
    order: 'desc',
    after: '<',
  },
} as const;

/** One page, and one row more to learn whether another page follows. */
export const listContacts = async (
  db: Queryable,
  condition: Condition,
  sort: ContactSort,
  after: ContactPlace | null,
  limit: number,
): Promise<ContactRow[]> => {
  const values = [...condition.values];
  const add = (value: unknown): string => {
    values.push(value);
    return `$${values.length}`;
  };
  const by = sortKeys[sort];
  let place = by ? `and ${by.key} >= ${by.from}` : '';
  if (after && by) {
    place += ` and (${by.key}, contacts.id) ${by.after} (${add(after.key)}::${by.cast}, ${add(after.id)}::uuid)`;
  } else if (after) place = `and contacts.id < ${add(after.id)}::uuid`;
  const order = by ? `${by.key} ${by.order}, contacts.id ${by.order}` : 'contacts.id desc';
  // "offset 0" keeps the order out of the search for the rows.
  const fence = condition.isScattered ? 'offset 0' : '';
  const { rows } = await db.query<ContactRow>(
    `select ${columns} from (
       select ${columns} from contacts where ${condition.text} ${place} ${fence}
     ) contacts
     order by ${order} limit ${add(limit + 1)}`,
    values,
  );
  return rows;
};

export type ContactUpdate = Pick<
  ContactWrite,
  'name' | 'sortName' | 'language' | 'storeId' | 'notes' | 'fields' | 'tags'
> & { readonly phoneNumber: string | null };

export const lockContact = async (
  db: pg.ClientBase,
  companyId: string,
  id: string,
): Promise<Pick<ContactRow, 'id' | 'phone_number' | 'consent'> | null> => {
  const { rows } = await db.query<Pick<ContactRow, 'id' | 'phone_number' | 'consent'>>(
    `select id, phone_number, consent from contacts
     where company_id = $1 and id = $2 and deleted_at is null for update`,
    [companyId, id],
  );
  return rows[0] ?? null;
};

/** False when there is no such contact. */
export const updateContact = async (
  db: Queryable,
  companyId: string,
  id: string,
  change: ContactUpdate,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update contacts set
       phone_number = coalesce($3, phone_number), name = coalesce($4, name), sort_name = coalesce($5, sort_name),
       language = case when $6::text is null then language else nullif($6, '') end,
       store_id = case when $7::text is null then store_id else nullif($7, '')::uuid end,
       notes = coalesce($8, notes),
       fields = case when $9::jsonb is null then fields else jsonb_strip_nulls(fields || $9::jsonb) end,
       tags = coalesce($10::text[], tags), updated_at = now()
     where company_id = $1 and id = $2 and deleted_at is null`,
    [
      companyId,
      id,
      change.phoneNumber,
      change.name,
      change.sortName,
      change.language,
      change.storeId,
      change.notes,
      change.fields,
      change.tags && textArray([...new Set(change.tags)].toSorted()),
    ],
  );
  return rowCount === 1;
};

/** Of who has opted out the number stays, and nothing else. False when there is no such contact. */
export const deleteContact = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rows } = await db.query(
    `with kept as (
       update contacts set name = '', sort_name = '', language = null, store_id = null, notes = '', fields = '{}',
         tags = '{}', last_seen_at = null, deleted_at = now(), updated_at = now()
       where company_id = $1 and id = $2 and deleted_at is null and consent = 'opted_out'
       returning id
     ),
     deleted as (
       delete from contacts
       where company_id = $1 and id = $2 and deleted_at is null and consent <> 'opted_out'
       returning id
     ),
     forgotten as (
       delete from consent_changes where company_id = $1 and contact_id = any (array(select id from deleted))
     )
     select id from kept union all select id from deleted`,
    [companyId, id],
  );
  return rows.length > 0;
};

/** Locked in the order of their ids, like any other change of many contacts. */
export const changeTags = async (
  db: Queryable,
  companyId: string,
  ids: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): Promise<number> => {
  const { rowCount } = await db.query(
    `with locked as materialized (
       select id from contacts
       where company_id = $1 and id = any ($2::uuid[]) and deleted_at is null
         and (not tags @> $3::text[] or tags && $4::text[])
       order by id
       for update
     )
     update contacts set updated_at = now(), tags = array(
       select distinct tag from unnest(tags || $3::text[]) tag where tag <> all ($4::text[]) order by tag)
     where company_id = $1 and id = any (array(select id from locked))`,
    [companyId, plainArray(ids), textArray(add), textArray(remove)],
  );
  return rowCount ?? 0;
};

export const listTags = async (
  db: Queryable,
  companyId: string,
): Promise<{ tag: string; contacts: number }[]> => {
  const { rows } = await db.query<{ tag: string; contacts: number }>(
    `select tag, count(*)::integer as contacts
     from (select tags from contacts where company_id = $1 and deleted_at is null order by id desc limit 100000) latest,
       unnest(latest.tags) tag
     group by tag order by contacts desc, tag limit 500`,
    [companyId],
  );
  return rows;
};

export interface ContactValuesRow {
  readonly key: string;
  readonly phone_number: string | null;
  readonly name: string;
  readonly language: string | null;
  readonly fields: FieldValues;
}

/** What fills the placeholders of messages to these people, by the keys of their addresses. */
export const findContactValues = async (
  db: Queryable,
  companyId: string,
  keys: readonly string[],
): Promise<ContactValuesRow[]> => {
  const { rows } = await db.query<ContactValuesRow>({
    name: 'find-contact-values',
    text: `
      select wanted.key, contact.phone_number, contact.name, contact.language, contact.fields
      from unnest($2::text[]) as wanted (key)
      cross join lateral (
        select contact_id from contact_addresses where company_id = $1 and key = wanted.key limit 1
      ) address
      cross join lateral (
        select * from contacts where company_id = $1 and id = address.contact_id and deleted_at is null limit 1
      ) contact`,
    values: [companyId, textArray(keys)],
  });
  return rows;
};

export const listStoreIds = async (db: Queryable, companyId: string): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-store-ids',
    text: 'select id from stores where company_id = $1',
    values: [companyId],
  });
  return rows.map((row) => row.id);
};
