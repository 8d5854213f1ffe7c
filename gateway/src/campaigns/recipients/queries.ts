// The SQL of a campaign's people, one by one: a page for a screen, and bites for a file.

import type { RecipientState } from '@hudhud/contract/campaigns.ts';
import type pg from 'pg';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray } from '../../platform/database/sql-array.ts';
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

/**
 * The company and the campaign as parameters or as subselects. As subselects they count as average ones, for which the index
 * of a person is clearly the best. For a campaign without statistics PostgreSQL would expect one row, and read all of it.
 */
const ledger = { byPosition: ['$1', '$2'], byPerson: ['(select $1::uuid)', '(select $2::uuid)'] } as const;

/** States that always have a reason are found by its index; they are few among many. */
const withReason: readonly RecipientState[] = ['failed', 'unconfirmed', 'skipped'];

/**
 * In the order of sending, after a position. The page is cut before the contacts are looked up, one by one: of a campaign
 * that is newer than its statistics PostgreSQL expects one person (ADR 12).
 */
const listPage = async (
  pool: pg.Pool,
  key: CampaignKey,
  filter: RecipientFilter,
  after: number,
  rowsMax: number,
): Promise<Omit<RecipientRow, 'failure'>[]> => {
  const values: unknown[] = [key.companyId, key.id, after, rowsMax];
  const conditions: string[] = [];
  const [company, campaign] = filter.phoneNumber === null ? ledger.byPosition : ledger.byPerson;
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
  const { rows } = await pool.query<Omit<RecipientRow, 'failure'>>(
    `with page as materialized (
       select * from campaign_recipients
       where company_id = ${company} and campaign_id = ${campaign} and position > $3 ${conditions.join(' ')}
       order by position limit $4
     )
     select page.position, page.phone_number, contact.name, page.contact_id, page.state, page.reason, page.message_id,
       page.variables, page.sent_at, page.delivered_at, page.read_at, page.failed_at, page.replied_at
     from page
     left join lateral (
       select name from contacts where company_id = $1 and id = page.contact_id limit 1
     ) contact on true
     order by page.position`,
    values,
  );
  return rows;
};

/** By the id of the message. In the days of these messages only, of all that there are. */
const findFailures = async (
  pool: pg.Pool,
  companyId: string,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  if (messageIds.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; failure: string | null }>(
    `select wanted.id, message.failure
     from unnest($2::uuid[]) as wanted (id)
     cross join lateral (
       select failure from messages
       where company_id = $1 and id = wanted.id and ${isWithin('id', '$3', '$4')}
       limit 1
     ) message`,
    [companyId, plainArray(messageIds), ...boundsOf(messageIds)],
  );
  return new Map(rows.map(({ id, failure }) => [id, failure]));
};

/** Messages are asked about only where something went wrong. */
export const listRecipients = async (
  pool: pg.Pool,
  key: CampaignKey,
  filter: RecipientFilter,
  after: number,
  rowsMax: number,
): Promise<RecipientRow[]> => {
  const page = await listPage(pool, key, filter, after, rowsMax);
  const failed = page.flatMap((row) =>
    row.reason !== null && row.message_id !== null ? [row.message_id] : [],
  );
  const failures = await findFailures(pool, key.companyId, failed);
  return page.map((row) => ({ ...row, failure: failures.get(row.message_id ?? '') ?? null }));
};
