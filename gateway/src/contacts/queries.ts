// The SQL of contacts; `saving` has that which writes many.

import type { ContactSort } from '@hudhud/contract/contacts.ts';
import type { ConsentName } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import type { Condition } from './audience/queries.ts';
import type { ContactWrite } from './saving/queries.ts';

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

/** The place after which a page begins: the last row of the page before, by the sort key of the list. */
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

/** So many that fit are sorted at once, and so many contacts are walked in the order of the list: 10 ms each. */
const sortedMax = 1_000;
const walkedMax = 3_000;

/**
 * How a page is read. `in order`: the list is walked until the page is full. `sorted`: those that fit are found and then sorted,
 * `few` if they are no more than so many. `beginning`: of the first contacts of the list those that fit.
 */
type Way = 'in order' | 'few sorted' | 'beginning' | 'sorted';

const readContacts = async (
  db: Queryable,
  condition: Condition,
  sort: ContactSort,
  after: ContactPlace | null,
  rowsMax: number,
  way: Way,
): Promise<{ readonly rows: ContactRow[]; readonly areAllFound: boolean }> => {
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
  // A limit or "offset 0" keeps the order out of the search for the rows.
  const found = `contacts where ${condition.text} ${place}`;
  const from: Readonly<Record<Way, string>> = {
    'in order': found,
    'few sorted': `${found} limit ${sortedMax + 1}`,
    beginning: `(
      select * from contacts where company_id = $1 and deleted_at is null ${place} order by ${order} limit ${walkedMax}
    ) contacts where ${condition.text}`,
    sorted: `${found} offset 0`,
  };
  const count = way === 'few sorted' ? '(count(*) over ())::integer' : 'null';
  const { rows } = await db.query<ContactRow & { found: number | null }>(
    `select ${columns}, ${count} as found from (select ${columns} from ${from[way]}) contacts order by ${order} limit ${add(rowsMax)}`,
    values,
  );
  return { rows, areAllFound: (rows[0]?.found ?? 0) <= sortedMax };
};

/**
 * One page, and one row more to learn whether another page follows. Where the planner cannot know where in the list people are,
 * they are found and then sorted. A name that nearly all of 150,000 people bear took 200 ms so; then the beginning of the list
 * fills the page.
 */
export const listContacts = async (
  db: Queryable,
  condition: Condition,
  sort: ContactSort,
  after: ContactPlace | null,
  limit: number,
): Promise<ContactRow[]> => {
  const read = (way: Way) => readContacts(db, condition, sort, after, limit + 1, way);
  if (!condition.isScattered) return (await read('in order')).rows;
  const few = await read('few sorted');
  if (few.areAllFound) return few.rows;
  const beginning = await read('beginning');
  return beginning.rows.length > limit ? beginning.rows : (await read('sorted')).rows;
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

/** For a person who opted out, only the number stays. False when there is no such contact. */
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

/** The values for placeholders of messages to these people, by the keys of their addresses. */
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
