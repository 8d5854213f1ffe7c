// The SQL of merging two contacts into one person, and of parting them again.

import type pg from 'pg';
import type { Queryable } from '../../platform/database/database.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import type { ContactRow } from '../queries.ts';

/** The rows that moved, so that they can move back. */
export interface MergeBefore {
  readonly kept: ContactSnapshot;
  readonly gone: ContactSnapshot;
  readonly addressKeys: readonly string[];
  readonly consentChangeIds: readonly string[];
  readonly recipients: readonly { readonly campaign_id: string; readonly position: number }[];
}

/** A row of contacts as JSON; times are texts. */
export type ContactSnapshot = Readonly<Record<string, unknown>> & { readonly id: string };

export interface MergeRow {
  readonly id: string;
  readonly kept_id: string;
  readonly gone_id: string;
  readonly before: MergeBefore | null;
  readonly source: string;
  readonly merged_at: Date;
  readonly undone_at: Date | null;
}

/** Both in the order of their ids, like any other change of many contacts. */
export const lockContacts = async (
  client: pg.ClientBase,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, { readonly row: ContactRow; readonly snapshot: ContactSnapshot }>> => {
  const { rows } = await client.query<ContactRow & { snapshot: ContactSnapshot }>(
    `select contacts.*, to_jsonb(contacts) as snapshot from contacts
     where company_id = $1 and id = any ($2::uuid[]) order by id for update`,
    [companyId, plainArray(ids)],
  );
  return new Map(rows.map(({ snapshot, ...row }) => [row.id, { row, snapshot }]));
};

/**
 * A transaction that adds an address to a person without a contact, or makes one of them a contact, locks one of their
 * addresses.
 */
export const lockAddresses = async (
  client: pg.ClientBase,
  companyId: string,
  contactIds: readonly string[],
): Promise<void> => {
  await client.query(
    `select from unnest($2::uuid[]) as person (id)
     cross join lateral (
       select from contact_addresses where company_id = $1 and contact_id = person.id for update
     ) address`,
    [companyId, plainArray(contactIds.toSorted())],
  );
};

/** Gives everything of one person to another and answers the moved rows. */
export const moveBelongings = async (
  client: pg.ClientBase,
  companyId: string,
  fromId: string,
  toId: string,
): Promise<Pick<MergeBefore, 'addressKeys' | 'consentChangeIds' | 'recipients'>> => {
  const addresses = await client.query<{ key: string; kind: string; value: string }>(
    `update contact_addresses set contact_id = $3 where company_id = $1 and contact_id = $2
     returning key, kind, value`,
    [companyId, fromId, toId],
  );
  const changes = await client.query<{ id: string }>(
    'update consent_changes set contact_id = $3 where company_id = $1 and contact_id = $2 returning id',
    [companyId, fromId, toId],
  );
  const recipients = await client.query<{ campaign_id: string; position: number }>(
    `with held as materialized (
       select recipient.*
       from unnest($4::text[]) as moved (key)
       cross join lateral (
         select company_id, campaign_id, position from campaign_recipients
         where company_id = $1 and contact_id = $2 and coalesce(person_key, phone_number) = moved.key collate "C"
         offset 0
       ) recipient
     )
     update campaign_recipients recipient set contact_id = $3
     from held
     where recipient.company_id = held.company_id and recipient.campaign_id = held.campaign_id
       and recipient.position = held.position and recipient.contact_id = $2
     returning recipient.campaign_id, recipient.position`,
    [companyId, fromId, toId, textArray(addresses.rows.map(({ key }) => key))],
  );
  return {
    addressKeys: addresses.rows.map(({ key }) => key),
    consentChangeIds: changes.rows.map(({ id }) => id),
    recipients: recipients.rows,
  };
};

const joinedNotes = (kept: string): string =>
  `case when gone.notes in ('', ${kept}.notes) then ${kept}.notes when ${kept}.notes = '' then gone.notes
         else left(${kept}.notes || E'\\n' || gone.notes, 5000) end`;

/** The kept contact after the merge: it takes from the other what it lacks; the stricter consent wins. */
const absorbed: readonly (readonly [column: string, value: string])[] = [
  ['phone_number', `coalesce(kept.phone_number, gone.phone_number)`],
  ['name', `case when kept.name = '' then gone.name else kept.name end`],
  ['sort_name', `case when kept.name = '' then gone.sort_name else kept.sort_name end`],
  ['language', `coalesce(kept.language, gone.language)`],
  ['store_id', `coalesce(kept.store_id, gone.store_id)`],
  ['notes', joinedNotes('kept')],
  ['fields', `gone.fields || kept.fields`],
  ['tags', `array(select distinct tag from unnest(kept.tags || gone.tags) tag order by tag)`],
  [
    'consent',
    `case when 'opted_out' in (kept.consent, gone.consent) then 'opted_out'
         when kept.consent = 'unknown' then gone.consent else kept.consent end`,
  ],
  [
    'consent_at',
    `case when kept.consent = gone.consent then greatest(kept.consent_at, gone.consent_at)
         when gone.consent = 'opted_out' or kept.consent = 'unknown' then gone.consent_at else kept.consent_at end`,
  ],
  [
    'consent_source',
    `case when kept.consent <> gone.consent
           and (gone.consent = 'opted_out' or kept.consent = 'unknown')
         then gone.consent_source else kept.consent_source end`,
  ],
  ['last_seen_at', `greatest(kept.last_seen_at, gone.last_seen_at)`],
  ['deleted_at', `case when gone.deleted_at is null then null else kept.deleted_at end`],
];

export const absorb = async (
  client: pg.ClientBase,
  companyId: string,
  keptId: string,
  gone: ContactSnapshot,
): Promise<void> => {
  await client.query(
    `update contacts kept set
${absorbed.map(([column, value]) => `${column} = ${value}`).join(', ')},
       updated_at = now()
     from jsonb_populate_record(null::contacts, $3::jsonb) gone
     where kept.company_id = $1 and kept.id = $2`,
    [companyId, keptId, JSON.stringify(gone)],
  );
};

export const removeContact = async (client: pg.ClientBase, companyId: string, id: string): Promise<void> => {
  await client.query('delete from contacts where company_id = $1 and id = $2', [companyId, id]);
};

/** Addresses that came along carry the consent that the person has now. */
export const alignConsent = async (client: pg.ClientBase, companyId: string, id: string): Promise<void> => {
  await client.query(
    `update contact_addresses set is_opted_out = (contacts.consent = 'opted_out')
     from contacts
     where contacts.company_id = $1 and contacts.id = $2
       and contact_addresses.company_id = $1 and contact_addresses.contact_id = $2
       and contact_addresses.is_opted_out <> (contacts.consent = 'opted_out')`,
    [companyId, id],
  );
};

export const insertMerge = async (
  client: pg.ClientBase,
  companyId: string,
  merge: Pick<MergeRow, 'id' | 'kept_id' | 'gone_id' | 'before' | 'source'>,
): Promise<void> => {
  await client.query(
    `insert into contact_merges (company_id, id, kept_id, gone_id, before, source) values ($1, $2, $3, $4, $5, $6)`,
    [companyId, merge.id, merge.kept_id, merge.gone_id, JSON.stringify(merge.before), merge.source],
  );
};

const columns = 'id, kept_id, gone_id, before, source, merged_at, undone_at';

export const lockMerge = async (
  client: pg.ClientBase,
  companyId: string,
  id: string,
): Promise<MergeRow | null> => {
  const { rows } = await client.query<MergeRow>(
    `select ${columns} from contact_merges where company_id = $1 and id = $2 for update`,
    [companyId, id],
  );
  return rows[0] ?? null;
};

export const listMerges = async (
  db: Queryable,
  companyId: string,
  contactId: string,
): Promise<MergeRow[]> => {
  const { rows } = await db.query<MergeRow>(
    `select ${columns} from contact_merges where company_id = $1 and kept_id = $2 order by id desc limit 50`,
    [companyId, contactId],
  );
  return rows;
};

/** The contact as it was. Consent only gets stricter: if the person has opted out meanwhile, so has this one. */
export const restoreContact = async (
  client: pg.ClientBase,
  companyId: string,
  snapshot: ContactSnapshot,
  isOptedOut: boolean,
): Promise<void> => {
  await client.query(
    `insert into contacts
     select (jsonb_populate_record(null::contacts, $2::jsonb || case when $3::boolean
       then '{"consent": "opted_out"}'::jsonb else '{}' end || jsonb_build_object('company_id', $1::text))).*`,
    [companyId, JSON.stringify(snapshot), isOptedOut],
  );
};

/** The kept contact has a wish for messages that only the other one had. */
const isGivenWish = `was.consent = 'unknown' and gone.consent = 'opted_in' and contacts.consent = 'opted_in'
         and contacts.consent_at = gone.consent_at`;

/**
 * Values that the kept contact got by the merge are removed, unless they have been changed since. An opt-out stays with both: we cannot
 * say whose it would have been. An opt-in goes back to the person who had it.
 */
export const restoreKept = async (
  client: pg.ClientBase,
  companyId: string,
  before: { readonly kept: ContactSnapshot; readonly gone: ContactSnapshot },
): Promise<void> => {
  await client.query(
    `update contacts set
       phone_number = case when contacts.phone_number = gone.phone_number then was.phone_number
         else contacts.phone_number end,
       notes = case when contacts.notes = (${joinedNotes('was')}) then was.notes else contacts.notes end,
       consent = case when ${isGivenWish} then was.consent else contacts.consent end,
       consent_at = case when ${isGivenWish} then was.consent_at else contacts.consent_at end,
       consent_source = case when ${isGivenWish} then was.consent_source else contacts.consent_source end,
       name = case when was.name = '' and contacts.name = gone.name then '' else contacts.name end,
       sort_name = case when was.name = '' and contacts.name = gone.name then '' else contacts.sort_name end,
       language = case when was.language is null and contacts.language = gone.language then null
         else contacts.language end,
       store_id = case when was.store_id is null and contacts.store_id = gone.store_id then null
         else contacts.store_id end,
       fields = (
         select coalesce(jsonb_object_agg(field.key, field.value), '{}')
         from jsonb_each(contacts.fields) field
         where was.fields ? field.key or not gone.fields @> jsonb_build_object(field.key, field.value)),
       tags = array(
         select tag from unnest(contacts.tags) tag where tag = any (was.tags) or tag <> all (gone.tags) order by tag),
       updated_at = now()
     from jsonb_populate_record(null::contacts, $2::jsonb) was,
       jsonb_populate_record(null::contacts, $3::jsonb) gone
     where contacts.company_id = $1 and contacts.id = $4`,
    [companyId, JSON.stringify(before.kept), JSON.stringify(before.gone), before.kept.id],
  );
};

export const moveBack = async (
  client: pg.ClientBase,
  companyId: string,
  merge: MergeRow & { readonly before: MergeBefore },
): Promise<void> => {
  const { addressKeys, consentChangeIds, recipients } = merge.before;
  await client.query(
    `update contact_addresses set contact_id = $3
     where company_id = $1 and contact_id = $2 and key = any ($4::text[])`,
    [companyId, merge.kept_id, merge.gone_id, textArray(addressKeys)],
  );
  await client.query(
    `update consent_changes set contact_id = $3
     where company_id = $1 and contact_id = $2 and id = any ($4::uuid[])`,
    [companyId, merge.kept_id, merge.gone_id, plainArray(consentChangeIds)],
  );
  await client.query(
    `update campaign_recipients recipient set contact_id = $3
     from (
       select $1::uuid as company_id, * from unnest($4::uuid[], $5::integer[]) as row (campaign_id, position) offset 0
     ) moved
     where recipient.company_id = moved.company_id and recipient.contact_id = $2
       and recipient.campaign_id = moved.campaign_id and recipient.position = moved.position`,
    [
      companyId,
      merge.kept_id,
      merge.gone_id,
      plainArray(recipients.map((one) => one.campaign_id)),
      plainArray(recipients.map((one) => one.position)),
    ],
  );
};

export const markUndone = async (client: pg.ClientBase, companyId: string, id: string): Promise<void> => {
  await client.query('update contact_merges set undone_at = now() where company_id = $1 and id = $2', [
    companyId,
    id,
  ]);
};

/** After this long a merge cannot be undone, and the data for undoing it is deleted. */
export const forgetMerges = async (db: Queryable, days: number): Promise<void> => {
  await db.query(
    `update contact_merges set before = null
     where before is not null and merged_at < now() - make_interval(days => $1)`,
    [days],
  );
};

/** The contact as a merge would leave it. */
export const foreseeMerge = async (
  db: Queryable,
  companyId: string,
  keptId: string,
  goneId: string,
): Promise<ContactRow | null> => {
  const { rows } = await db.query<ContactRow>(
    `select kept.id, kept.updated_at, ${absorbed
      .filter(([column]) => column !== 'deleted_at')
      .map(([column, value]) => `${value} as ${column}`)
      .join(', ')}
     from contacts kept, contacts gone
     where kept.company_id = $1 and kept.id = $2 and gone.company_id = $1 and gone.id = $3`,
    [companyId, keptId, goneId],
  );
  return rows[0] ?? null;
};
