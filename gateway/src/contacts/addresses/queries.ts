// The SQL of addresses: finding the person behind one, and adding those that are learned.

import type { Queryable } from '../../platform/database/database.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import type { AddressKind, Person } from './address.ts';

export interface AddressRow {
  readonly company_id: string;
  readonly key: string;
  readonly contact_id: string;
  readonly kind: AddressKind;
  readonly value: string;
  readonly wa_id: string | null;
}

export interface AddressKey {
  readonly companyId: string;
  readonly key: string;
}

export const findAddresses = async (db: Queryable, keys: readonly AddressKey[]): Promise<AddressRow[]> => {
  const { rows } = await db.query<AddressRow>({
    name: 'find-addresses',
    text: `
      select found.* from unnest($1::uuid[], $2::text[]) as wanted (company_id, key)
      -- Each by its key: a join would read all addresses of a gateway that has some thousand of them.
      cross join lateral (
        select company_id, key, contact_id, kind, value, wa_id from contact_addresses
        where contact_addresses.company_id = wanted.company_id and contact_addresses.key = wanted.key collate "C"
        limit 1
      ) as found`,
    values: [plainArray(keys.map(({ companyId }) => companyId)), textArray(keys.map(({ key }) => key))],
  });
  return rows;
};

export interface NewAddress extends AddressKey {
  readonly contactId: string;
  readonly kind: AddressKind;
  readonly value: string;
  /** The person is new: no other transaction can know them yet. */
  readonly isOfNewPerson: boolean;
}

/**
 * An address that another person has stays theirs, except a username: it goes to the person who uses it now. The
 * contact is locked, so that a consent that changes at the same moment is not missed; of a person who is no contact, an
 * address. Somebody who has just become one with another gets nothing: their other addresses lead elsewhere now, and the
 * caller asks again. Answers who has opted out and got an address.
 */
export const addAddresses = async (
  db: Queryable,
  addresses: readonly NewAddress[],
): Promise<readonly Person[]> => {
  const { rows } = await db.query<{ company_id: string; contact_id: string; is_opted_out: boolean }>({
    name: 'add-addresses',
    text: `with incoming as (
       select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::boolean[])
         as row (company_id, key, contact_id, kind, value, is_of_new_person)
     ),
     locked as materialized (
       select company_id, id, consent from contacts
       where (company_id, id) in (select company_id, contact_id from incoming)
       order by company_id, id
       for no key update
     ),
     held as materialized (
       select home.company_id, home.contact_id
       from (
         select distinct company_id, contact_id from incoming
         where not is_of_new_person and (company_id, contact_id) not in (select company_id, id from locked)
         order by company_id, contact_id
       ) person
       cross join lateral (
         select company_id, contact_id from contact_addresses
         where contact_addresses.company_id = person.company_id and contact_addresses.contact_id = person.contact_id
         limit 1
         for share
       ) home
     ),
     numbered as (
       update contacts set phone_number = incoming.value
       from incoming join locked on locked.company_id = incoming.company_id and locked.id = incoming.contact_id
       where contacts.company_id = locked.company_id and contacts.id = locked.id
         and contacts.phone_number is null and incoming.kind = 'phone'
     )
     insert into contact_addresses (company_id, key, contact_id, kind, value, is_opted_out)
     select incoming.company_id, incoming.key, incoming.contact_id, incoming.kind, incoming.value,
       coalesce(locked.consent = 'opted_out', false)
     from incoming
     left join locked on locked.company_id = incoming.company_id and locked.id = incoming.contact_id
     where incoming.is_of_new_person or locked.id is not null
       or (incoming.company_id, incoming.contact_id) in (select company_id, contact_id from held)
     order by incoming.company_id, incoming.key
     on conflict (company_id, key) do update
       set contact_id = excluded.contact_id, value = excluded.value, is_opted_out = excluded.is_opted_out,
         learned_at = now()
       where contact_addresses.kind = 'username' and excluded.kind = 'username'
     returning company_id, contact_id, is_opted_out`,
    values: [
      plainArray(addresses.map((address) => address.companyId)),
      textArray(addresses.map((address) => address.key)),
      plainArray(addresses.map((address) => address.contactId)),
      textArray(addresses.map((address) => address.kind)),
      textArray(addresses.map((address) => address.value)),
      plainArray(addresses.map((address) => address.isOfNewPerson)),
    ],
  });
  return rows
    .filter((row) => row.is_opted_out)
    .map((row) => ({ companyId: row.company_id, contactId: row.contact_id }));
};

/** Records WhatsApp's form of a number where it differs from ours. */
export const noteWaIds = async (
  db: Queryable,
  notes: readonly (AddressKey & { readonly waId: string })[],
): Promise<void> => {
  await db.query(
    `update contact_addresses set wa_id = note.wa_id, learned_at = now()
     from unnest($1::uuid[], $2::text[], $3::text[]) as note (company_id, key, wa_id)
     where contact_addresses.company_id = note.company_id and contact_addresses.key = note.key`,
    [
      plainArray(notes.map(({ companyId }) => companyId)),
      textArray(notes.map(({ key }) => key)),
      textArray(notes.map(({ waId }) => waId)),
    ],
  );
};

export const listAddresses = async (
  db: Queryable,
  companyId: string,
  contactIds: readonly string[],
): Promise<AddressRow[]> => {
  const { rows } = await db.query<AddressRow>({
    name: 'list-addresses',
    text: `
      select company_id, key, contact_id, kind, value, wa_id
      from unnest($2::uuid[]) as wanted (id)
      cross join lateral (
        select * from contact_addresses where company_id = $1 and contact_id = wanted.id offset 0
      ) address
      order by contact_id, learned_at, key`,
    values: [companyId, plainArray(contactIds)],
  });
  return rows;
};

export const removeAddress = async (db: Queryable, { companyId, key }: AddressKey): Promise<void> => {
  await db.query('delete from contact_addresses where company_id = $1 and key = $2', [companyId, key]);
};

/** All keys of the person a key belongs to; none when the key is unknown. */
export const findKeysOfPerson = async (db: Queryable, companyId: string, key: string): Promise<string[]> => {
  const { rows } = await db.query<{ key: string }>({
    name: 'find-keys-of-person',
    text: `
      select other.key
      from (select contact_id from contact_addresses where company_id = $1 and key = $2 limit 1) own
      cross join lateral (
        select key from contact_addresses
        where company_id = $1 and contact_id = own.contact_id and kind <> 'username'
        offset 0
      ) other`,
    values: [companyId, key],
  });
  return rows.map((row) => row.key);
};
