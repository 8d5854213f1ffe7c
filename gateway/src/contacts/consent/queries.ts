// The SQL of consent: the contact, its history and the event change in one statement.

import type { ConsentName } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

export interface NewConsent {
  readonly companyId: string;
  /** The person, who need not be in the list of contacts yet. */
  readonly contactId: string;
  /** The number of a contact that is made by this; null: none is known. */
  readonly phoneNumber: string | null;
  readonly state: 'opted_in' | 'opted_out';
  readonly source: string;
  /** ISO 8601. A change older than the last one changes nothing, so a message that is reported again does no harm. */
  readonly at: string;
  /** UUID of the message that says so. */
  readonly messageId: string | null;
  /** The id in the history and of the event. */
  readonly changeId: string;
}

/**
 * Locked in the order of the ids, like any other change of many contacts. A contact that another process has just
 * inserted is answered as not settled, and brought again; so is a person who has just become one with another, because a
 * contact made for them now would be reached by no address.
 */
const changeText = `
  with incoming as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::uuid[], $8::uuid[]
    ) as row (company_id, contact_id, phone_number, state, source, at, message_id, change_id)
  ),
  locked as materialized (
    select contacts.company_id, contacts.id, contacts.consent, contacts.consent_at
    from contacts
    where (contacts.company_id, contacts.id) in (select company_id, contact_id from incoming)
    order by contacts.company_id, contacts.id
    for update of contacts
  ),
  updated as (
    update contacts set consent = incoming.state, consent_at = incoming.at, consent_source = incoming.source,
      deleted_at = case when incoming.state = 'opted_out' then contacts.deleted_at end, updated_at = now()
    from incoming
    join locked on locked.company_id = incoming.company_id and locked.id = incoming.contact_id
    where contacts.company_id = locked.company_id and contacts.id = locked.id and locked.consent <> incoming.state
      -- Providers report times in whole seconds. In doubt a stop counts, and a start does not.
      and (locked.consent_at is null or locked.consent_at <= incoming.at
        or (incoming.state = 'opted_out' and locked.consent_at < incoming.at + interval '2 seconds'))
    returning contacts.company_id, contacts.id as contact_id, contacts.phone_number as number
  ),
  -- Said once more: it counts from then on. Otherwise an answer from in between that arrives late would count as the last word.
  affirmed as (
    update contacts set consent_at = incoming.at
    from incoming
    join locked on locked.company_id = incoming.company_id and locked.id = incoming.contact_id
    where contacts.company_id = locked.company_id and contacts.id = locked.id
      and locked.consent = incoming.state and locked.consent_at < incoming.at
  ),
  homes as materialized (
    select company_id, contact_id from contact_addresses
    where (company_id, contact_id) in (select company_id, contact_id from incoming)
      and (company_id, contact_id) not in (select company_id, id from locked)
    order by company_id, key
    for share
  ),
  inserted as (
    insert into contacts (company_id, id, phone_number, consent, consent_at, consent_source)
    select company_id, contact_id, phone_number, state, at, source from incoming
    where (company_id, contact_id) in (select company_id, contact_id from homes)
    order by company_id, contact_id
    on conflict do nothing
    returning company_id, id as contact_id, phone_number as number
  ),
  changed as (
    select * from incoming join (select * from updated union all select * from inserted) person
      using (company_id, contact_id)
  ),
  remembered as (
    insert into consent_changes (company_id, contact_id, id, consent, source, at, message_id)
    select company_id, contact_id, change_id, state, source, at, message_id from changed
  ),
  emitted as (
    insert into events ${eventColumns({
      id: 'change_id',
      type: `'contact_' || state`,
      at: 'at',
      data: `json_build_object('contact', contact_id, 'phone', number, 'source', source, 'message', message_id)::text`,
    })}
    from changed
  )
  select company_id, contact_id, 'changed' as outcome from changed
  union all
  select company_id, contact_id, 'unsettled' from incoming
  where (company_id, contact_id) not in (select company_id, id from locked)
    and (company_id, contact_id) not in (select company_id, contact_id from inserted)`;

export interface ConsentOutcome {
  readonly company_id: string;
  readonly contact_id: string;
  readonly outcome: 'changed' | 'unsettled';
}

/** No two rows may be about the same person. */
export const writeConsents = async (
  db: Queryable,
  rows: readonly NewConsent[],
): Promise<ConsentOutcome[]> => {
  const written = await db.query<ConsentOutcome>(changeText, [
    plainArray(rows.map((row) => row.companyId)),
    plainArray(rows.map((row) => row.contactId)),
    textArray(rows.map((row) => row.phoneNumber)),
    textArray(rows.map((row) => row.state)),
    textArray(rows.map((row) => row.source)),
    plainArray(rows.map((row) => row.at)),
    plainArray(rows.map((row) => row.messageId)),
    plainArray(rows.map((row) => row.changeId)),
  ]);
  return written.rows;
};

export interface ConsentChangeRow {
  readonly id: string;
  readonly consent: ConsentName;
  readonly source: string;
  readonly at: Date;
  readonly message_id: string | null;
}

export const listConsentChanges = async (
  db: pg.Pool,
  companyId: string,
  contactId: string,
): Promise<ConsentChangeRow[]> => {
  const { rows } = await db.query<ConsentChangeRow>(
    `select id, consent, source, at, message_id from consent_changes
     where company_id = $1 and contact_id = $2 order by at desc, id desc limit 200`,
    [companyId, contactId],
  );
  return rows;
};

/** Which of these addresses belong to people who have opted out, by their keys. */
export const findOptedOut = async (
  db: Queryable,
  companyId: string,
  keys: readonly string[],
): Promise<string[]> => {
  const { rows } = await db.query<{ key: string }>({
    name: 'find-opted-out',
    text: `
      select key from contact_addresses
      where company_id = $1 and key = any ($2::text[]) and is_opted_out`,
    values: [companyId, textArray(keys)],
  });
  return rows.map((row) => row.key);
};
