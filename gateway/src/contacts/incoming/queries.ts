// The SQL of people who write in: they become contacts, and when they were last seen is noted.

import type pg from 'pg';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

export interface SeenPerson {
  readonly companyId: string;
  readonly phoneNumber: string;
  /** Id of the contact if there is none yet. */
  readonly id: string;
  readonly name: string;
  readonly sortName: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the company wants people who write in as contacts. */
  readonly isWanted: boolean;
}

/** A name that the company gave stays. Nobody is written more than once a minute. */
export const noteSeen = async (db: pg.Pool, people: readonly SeenPerson[]): Promise<void> => {
  await db.query(
    `with incoming as (
       select * from unnest(
         $1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[]
       ) as row (company_id, phone_number, id, name, sort_name, at, is_wanted)
     ),
     locked as materialized (
       select company_id, id, phone_number, name = '' and deleted_at is null as is_nameless from contacts
       where (company_id, phone_number) in (select company_id, phone_number from incoming)
       order by company_id, phone_number
       for update
     ),
     updated as (
       update contacts set last_seen_at = greatest(contacts.last_seen_at, incoming.at),
         name = case when locked.is_nameless then incoming.name else contacts.name end,
         sort_name = case when locked.is_nameless then incoming.sort_name else contacts.sort_name end
       from incoming
       join locked on locked.company_id = incoming.company_id and locked.phone_number = incoming.phone_number
       where contacts.company_id = locked.company_id and contacts.id = locked.id and contacts.deleted_at is null
         and (contacts.last_seen_at is null or contacts.last_seen_at < incoming.at - interval '1 minute'
           or (locked.is_nameless and incoming.name <> ''))
     )
     insert into contacts (company_id, id, phone_number, name, sort_name, last_seen_at)
     select company_id, id, phone_number, name, sort_name, at from incoming
     where is_wanted and (company_id, phone_number) not in (select company_id, phone_number from locked)
     order by company_id, phone_number
     on conflict do nothing`,
    [
      plainArray(people.map((person) => person.companyId)),
      textArray(people.map((person) => person.phoneNumber)),
      plainArray(people.map((person) => person.id)),
      textArray(people.map((person) => person.name)),
      textArray(people.map((person) => person.sortName)),
      plainArray(people.map((person) => person.at)),
      plainArray(people.map((person) => person.isWanted)),
    ],
  );
};
