// The SQL that takes a person out of messages, and out of all that was kept because of them. Outcomes stay.

import type pg from 'pg';
import { plainArray } from '../../platform/database/sql-array.ts';

export interface ErasedMessage {
  readonly id: string;
  readonly request_id: string | null;
}

export interface ErasureSpan {
  readonly companyId: string;
  /** A number with its plus, or a user id. */
  readonly address: string;
  /** Written in its place. */
  readonly masked: string;
  readonly fromId: string;
  readonly belowId: string;
}

/** The address as it stands inside bodies and paths: digits without their plus, or a user id. */
const wordOf = ({ address }: ErasureSpan): string => address.replace('+', '');

/** Queued messages are cancelled: they have no recipient any more. */
export const blankMessages = async (db: pg.Pool, span: ErasureSpan): Promise<ErasedMessage[]> => {
  const { rows } = await db.query<ErasedMessage>(
    `update messages set body = '', content = null, raw = null, pending_request = null, contact_name = null, contact_user_id = null,
       contact_username = null, transactional_reason = null, phone_number = $3, person_key = null,
       status = case when status = 'queued' and lane_id is not null then 'cancelled' else status end,
       lane_id = case when status = 'queued' then null else lane_id end,
       due_at = case when status = 'queued' then null else due_at end
     where company_id = $1 and coalesce(person_key, phone_number) = $2 and id >= $4 and id < $5
     returning id, request_id`,
    [span.companyId, span.address, span.masked, span.fromId, span.belowId],
  );
  return rows;
};

export const blankStatuses = async (
  db: pg.Pool,
  companyId: string,
  messageIds: readonly string[],
): Promise<void> => {
  await db.query(
    'update message_statuses set raw = null where company_id = $1 and message_id = any ($2::uuid[])',
    [companyId, plainArray(messageIds)],
  );
};

/** Blanks the requests that made the messages, and those without a message that name the number. */
export const blankRequests = async (
  db: pg.Pool,
  span: ErasureSpan,
  requestIds: readonly string[],
): Promise<void> => {
  await db.query(
    `update requests set body = null, body_is_whole = false
     where company_id = $1 and id = any ($2::uuid[])`,
    [span.companyId, plainArray(requestIds)],
  );
  await db.query(
    `update requests set body = null, answer = null, body_is_whole = false
     where company_id = $1 and id >= $2 and id < $3 and message_id is null
       and position($4 in coalesce(body, '') || coalesce(answer, '')) > 0`,
    [span.companyId, span.fromId, span.belowId, wordOf(span)],
  );
};

/** Paths may name the number too: `/contacts/by-phone/...`. */
export const maskPaths = async (db: pg.Pool, span: ErasureSpan): Promise<void> => {
  await db.query(
    `update requests set path = replace(path, $4, $5)
     where company_id = $1 and id >= $2 and id < $3 and position($4 in path) > 0`,
    [span.companyId, span.fromId, span.belowId, wordOf(span), span.masked.replace('+', '')],
  );
};

export const blankCalls = async (
  db: pg.Pool,
  span: ErasureSpan,
  messageIds: readonly string[],
): Promise<void> => {
  await db.query(
    `update calls set request_body = null, answer_body = null
     where company_id = $1 and message_id = any ($2::uuid[])`,
    [span.companyId, plainArray(messageIds)],
  );
  await db.query(
    `update calls set request_body = null, answer_body = null
     where company_id = $1 and id >= $2 and id < $3 and message_id is null
       and position($4 in coalesce(request_body, '')) > 0`,
    [span.companyId, span.fromId, span.belowId, wordOf(span)],
  );
};

/** Events that hold what a provider sent of the person. */
export const blankEvents = async (db: pg.Pool, span: ErasureSpan): Promise<void> => {
  await db.query(
    `update events set data = null
     where company_id = $1 and id >= $2 and id < $3 and type in ('provider_notice', 'call', 'window_closing')
       and position($4 in coalesce(data, '')) > 0`,
    [span.companyId, span.fromId, span.belowId, wordOf(span)],
  );
};

/** The number must differ from row to row of one campaign, hence the position. */
export const blankRecipients = async (db: pg.Pool, span: ErasureSpan): Promise<void> => {
  await db.query(
    `update campaign_recipients
     set phone_number = $3 || ' ' || position, person_key = null, variables = null, contact_id = null
     where company_id = $1 and coalesce(person_key, phone_number) = $2 and state <> 'waiting'`,
    [span.companyId, span.address, span.masked],
  );
};
