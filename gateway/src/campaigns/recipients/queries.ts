// The SQL of a campaign's people, one by one: a page for a screen, and bites for a file.

import type { RecipientState } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { personKey } from '../../platform/person-key.ts';
import type { CampaignKey } from '../campaign-row.ts';

export interface RecipientRow {
  readonly position: number;
  readonly phone_number: string;
  readonly name: string | null;
  readonly contact_id: string | null;
  readonly state: RecipientState;
  readonly reason: string | null;
  readonly message_id: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly read_at: Date | null;
  readonly failed_at: Date | null;
  readonly replied_at: Date | null;
  /** JSON; null when there is none or the message is gone. */
  readonly failure: string | null;
}

export interface RecipientFilter {
  readonly state: RecipientState | null;
  readonly reason: string | null;
  readonly phoneNumber: string | null;
}

/** States that always have a reason are found by its index; they are few among many. */
const withReason: readonly RecipientState[] = ['failed', 'unconfirmed', 'skipped'];

/**
 * In the order of sending, after a position. The page is cut before the joins, so that they are made for its rows only.
 */
export const listRecipients = async (
  pool: pg.Pool,
  key: CampaignKey,
  filter: RecipientFilter,
  after: number,
  rowsMax: number,
): Promise<RecipientRow[]> => {
  const values: unknown[] = [key.companyId, key.id, after, rowsMax];
  const conditions: string[] = [];
  const add = (value: unknown): string => {
    values.push(value);
    return `$${values.length}`;
  };
  if (filter.state !== null) {
    conditions.push(`and state = ${add(filter.state)}`);
    if (withReason.includes(filter.state)) conditions.push('and reason is not null');
  }
  if (filter.reason !== null) conditions.push(`and reason = ${add(filter.reason)}`);
  if (filter.phoneNumber !== null)
    conditions.push(`and coalesce(person_key, phone_number) = ${add(personKey(filter.phoneNumber))}`);
  const { rows } = await pool.query<RecipientRow>(
    `with page as materialized (
       select * from campaign_recipients
       where company_id = $1 and campaign_id = $2 and position > $3 ${conditions.join(' ')}
       order by position limit $4
     )
     select page.position, page.phone_number, contacts.name, page.contact_id, page.state, page.reason, page.message_id,
       page.variables, page.sent_at, page.delivered_at, page.read_at, page.failed_at, page.replied_at,
       messages.failure
     from page
     left join contacts on contacts.company_id = $1 and contacts.id = page.contact_id
     left join messages on messages.company_id = $1 and messages.id = page.message_id and page.reason is not null
     order by page.position`,
    values,
  );
  return rows;
};
