// The SQL of people who write in: they become contacts, and the time they were last seen is recorded.

import type pg from 'pg';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

export interface SeenPerson {
  readonly companyId: string;
  readonly contactId: string;
  /** Null: none is known. */
  readonly phoneNumber: string | null;
  readonly name: string;
  readonly sortName: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the company wants people who write in as contacts. */
  readonly isWanted: boolean;
}

/**
 * A name that the company gave stays. A person is written at most once a minute, and may occur only once in a batch.
 * Somebody who has just become one with another becomes no contact: no address leads to them.
 */
export const noteSeen = async (db: pg.Pool, people: readonly SeenPerson[]): Promise<void> => {
  await db.query(
    `with incoming as (
       select * from unnest(
         $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[]
       ) as row (company_id, contact_id, phone_number, name, sort_name, at, is_wanted)
     ),
     locked as materialized (
       select company_id, id, name = '' and deleted_at is null as is_nameless from contacts
       where (company_id, id) in (select company_id, contact_id from incoming)
       order by company_id, id
       for update
     ),
     updated as (
       update contacts set last_seen_at = greatest(contacts.last_seen_at, incoming.at),
         name = case when locked.is_nameless then incoming.name else contacts.name end,
         sort_name = case when locked.is_nameless then incoming.sort_name else contacts.sort_name end
       from incoming
       join locked on locked.company_id = incoming.company_id and locked.id = incoming.contact_id
       where contacts.company_id = locked.company_id and contacts.id = locked.id and contacts.deleted_at is null
         and (contacts.last_seen_at is null or contacts.last_seen_at < incoming.at - interval '1 minute'
           or (locked.is_nameless and incoming.name <> ''))
     )
     insert into contacts (company_id, id, phone_number, name, sort_name, last_seen_at)
     select newcomer.company_id, newcomer.contact_id, phone_number, name, sort_name, at
     from (
       select * from incoming
       where is_wanted and (company_id, contact_id) not in (select company_id, id from locked)
       order by company_id, contact_id
     ) newcomer
     cross join lateral (
       select from contact_addresses
       where contact_addresses.company_id = newcomer.company_id
         and contact_addresses.contact_id = newcomer.contact_id
       limit 1
       for share
     ) held
     on conflict do nothing`,
    [
      plainArray(people.map((person) => person.companyId)),
      plainArray(people.map((person) => person.contactId)),
      textArray(people.map((person) => person.phoneNumber)),
      textArray(people.map((person) => person.name)),
      textArray(people.map((person) => person.sortName)),
      plainArray(people.map((person) => person.at)),
      plainArray(people.map((person) => person.isWanted)),
    ],
  );
};

/** People whose number is another one now. The last one of a person counts. */
export const setPhoneNumbers = async (
  db: pg.Pool,
  people: readonly { readonly companyId: string; readonly contactId: string; readonly phoneNumber: string }[],
): Promise<void> => {
  const last = [...new Map(people.map((one) => [`${one.companyId} ${one.contactId}`, one])).values()];
  await db.query(
    `with incoming as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as row (company_id, contact_id, phone_number)
     ),
     locked as materialized (
       select company_id, id from contacts
       where (company_id, id) in (select company_id, contact_id from incoming)
       order by company_id, id
       for update
     )
     update contacts set phone_number = incoming.phone_number, updated_at = now()
     from incoming join locked on locked.company_id = incoming.company_id and locked.id = incoming.contact_id
     where contacts.company_id = locked.company_id and contacts.id = locked.id
       and contacts.phone_number is distinct from incoming.phone_number`,
    [
      plainArray(last.map(({ companyId }) => companyId)),
      plainArray(last.map(({ contactId }) => contactId)),
      textArray(last.map(({ phoneNumber }) => phoneNumber)),
    ],
  );
};
