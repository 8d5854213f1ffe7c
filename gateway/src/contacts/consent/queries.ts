// The SQL of consent: the contact, its history and the event that tells it change in one statement.

import type { ConsentName } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import type { Queryable } from '../queries.ts';

export interface NewConsent {
  readonly companyId: string;
  readonly phoneNumber: string;
  readonly state: 'opted_in' | 'opted_out';
  readonly source: string;
  /** ISO 8601. What is older than the last change changes nothing, so a message that is told again does no harm. */
  readonly at: string;
  /** UUID of the message that says so. */
  readonly messageId: string | null;
  /** Id of the contact if there is none yet. */
  readonly contactId: string;
  /** Of the history and of the event. */
  readonly changeId: string;
}

/**
 * Locked in the order of the numbers, like any other change of many contacts. A person that another process has just
 * inserted is answered as not settled, and brought again.
 */
const changeText = `
  with incoming as (
    select * from unnest(
      $1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::uuid[]
    ) as row (company_id, phone_number, state, source, at, message_id, contact_id, change_id)
  ),
  locked as materialized (
    select contacts.company_id, contacts.id, contacts.phone_number, contacts.consent, contacts.consent_at
    from contacts
    where (contacts.company_id, contacts.phone_number) in (select company_id, phone_number from incoming)
    order by contacts.company_id, contacts.phone_number
    for update of contacts
  ),
  updated as (
    update contacts set consent = incoming.state, consent_at = incoming.at, consent_source = incoming.source,
      deleted_at = case when incoming.state = 'opted_out' then contacts.deleted_at end, updated_at = now()
    from incoming
    join locked on locked.company_id = incoming.company_id and locked.phone_number = incoming.phone_number
    where contacts.company_id = locked.company_id and contacts.id = locked.id and locked.consent <> incoming.state
      -- Providers tell time in seconds. In doubt a stop counts, and a start does not.
      and (locked.consent_at is null or locked.consent_at <= incoming.at
        or (incoming.state = 'opted_out' and locked.consent_at < incoming.at + interval '2 seconds'))
    returning contacts.company_id, contacts.id, contacts.phone_number
  ),
  inserted as (
    insert into contacts (company_id, id, phone_number, consent, consent_at, consent_source)
    select company_id, contact_id, phone_number, state, at, source from incoming
    where (company_id, phone_number) not in (select company_id, phone_number from locked)
    order by company_id, phone_number
    on conflict do nothing
    returning company_id, id, phone_number
  ),
  changed as (
    select * from incoming join (select * from updated union all select * from inserted) person
      using (company_id, phone_number)
  ),
  remembered as (
    insert into consent_changes (company_id, contact_id, id, consent, source, at, message_id)
    select company_id, id, change_id, state, source, at, message_id from changed
  ),
  told as (
    insert into events ${eventColumns({
      id: 'change_id',
      type: `'contact_' || state`,
      at: 'at',
      data: `json_build_object('contact', id, 'phone', phone_number, 'source', source, 'message', message_id)::text`,
    })}
    from changed
  )
  select company_id, phone_number, 'changed' as outcome from changed
  union all
  select company_id, phone_number, 'unsettled' from incoming
  where (company_id, phone_number) not in (select company_id, phone_number from locked)
    and (company_id, phone_number) not in (select company_id, phone_number from inserted)`;

export interface ConsentOutcome {
  readonly company_id: string;
  readonly phone_number: string;
  readonly outcome: 'changed' | 'unsettled';
}

/** No two rows may be about the same person. */
export const writeConsents = async (
  db: Queryable,
  rows: readonly NewConsent[],
): Promise<ConsentOutcome[]> => {
  const written = await db.query<ConsentOutcome>(changeText, [
    plainArray(rows.map((row) => row.companyId)),
    textArray(rows.map((row) => row.phoneNumber)),
    textArray(rows.map((row) => row.state)),
    textArray(rows.map((row) => row.source)),
    plainArray(rows.map((row) => row.at)),
    plainArray(rows.map((row) => row.messageId)),
    plainArray(rows.map((row) => row.contactId)),
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

/** Which of these people have opted out. */
export const findOptedOut = async (
  db: Queryable,
  companyId: string,
  phoneNumbers: readonly string[],
): Promise<string[]> => {
  const { rows } = await db.query<{ phone_number: string }>({
    name: 'find-opted-out',
    text: `
      select phone_number from contacts
      where company_id = $1 and phone_number = any ($2::text[]) and consent = 'opted_out'`,
    values: [companyId, textArray(phoneNumbers)],
  });
  return rows.map((row) => row.phone_number);
};
