// The SQL of single messages: finding, listing, cancelling and queueing them again.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { MessageQuery, MessageStatus } from '@hudhud/contract/messages.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { statusEvent } from '../events/event-columns.ts';
import { queryBuilder } from '../platform/database/database.ts';
import type { IdRange } from '../platform/paging.ts';

export interface MessageRow {
  company_id: string;
  id: string;
  direction: 'out' | 'in';
  status: MessageStatus;
  type: string;
  phone_number: string;
  body: string;
  content: MessageContent | null;
  provider: string;
  request_id: string | null;
  sender_id: string | null;
  reference: string | null;
  attempt: number;
  schedule_at: Date | null;
  due_at: Date | null;
  provider_message_id: string | null;
  contact_name: string | null;
  failure: string | null;
  transactional_reason: string | null;
  updated_at: Date;
}

interface Tables {
  messages: MessageRow & { is_exceptional: boolean | null };
}

/** What few messages become. Whoever has had one of these statuses is in a small index. */
const exceptionalStatuses: ReadonlySet<MessageStatus> = new Set([
  'failed',
  'unconfirmed',
  'expired',
  'cancelled',
  'played',
]);

export const findMessage = async (db: pg.Pool, companyId: string, id: string): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'find-message',
    text: 'select * from messages where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

const listedColumns = [
  'company_id',
  'id',
  'direction',
  'status',
  'type',
  'phone_number',
  'body',
  'content',
  'provider',
  'request_id',
  'sender_id',
  'reference',
  'attempt',
  'schedule_at',
  'due_at',
  'provider_message_id',
  'contact_name',
  'failure',
  'transactional_reason',
  'updated_at',
] as const;

/** One page, newest first, and one row more to learn whether another page follows. */
export const listMessages = async (
  db: pg.Pool,
  companyId: string,
  range: IdRange,
  filter: MessageQuery,
): Promise<MessageRow[]> => {
  let query = queryBuilder<Tables>(db)
    .selectFrom('messages')
    .select(listedColumns)
    .where('company_id', '=', companyId)
    .where('id', '>=', range.from)
    .where('id', '<', range.below);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.status !== undefined && exceptionalStatuses.has(filter.status)) {
    query = query.where(sql<boolean>`is_exceptional`);
  }
  if (filter.direction !== undefined) query = query.where('direction', '=', filter.direction);
  if (filter.phone_number !== undefined) query = query.where('phone_number', '=', filter.phone_number);
  return await query
    .orderBy('id', 'desc')
    .limit(range.limit + 1)
    .execute();
};

/** Takes a message that waits out of its lane. Null when it does not wait. */
export const cancelWaiting = async (
  db: pg.Pool,
  companyId: string,
  id: string,
  eventId: string,
): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'cancel-waiting',
    text: `
      with cancelled as (
        update messages
        set status = 'cancelled', is_exceptional = true, lane_id = null, due_at = null, updated_at = now()
        where company_id = $1 and id = $2 and status = 'queued' and lane_id is not null
        returning *
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'cancelled', now() from cancelled
        on conflict do nothing
      ),
      told as (
        insert into events ${statusEvent({ id: '$3', message_id: 'id', status: `'cancelled'` })}
        from cancelled
      )
      select * from cancelled`,
    values: [companyId, id, eventId],
  });
  return rows[0] ?? null;
};

/** Puts a message whose life was over back into a lane. Null when it is in no such state. */
export const queueAgain = async (
  db: pg.Pool,
  companyId: string,
  id: string,
  senderId: string,
  expiresAt: Date,
): Promise<MessageRow | null> => {
  const { rows } = await db.query<MessageRow>({
    name: 'queue-again',
    text: `
      with queued as (
        update messages
        set status = 'queued', sender_id = $3, lane_id = $3, due_at = null, expires_at = $4, owner_epoch = null,
          updated_at = now()
        where company_id = $1 and id = $2 and direction = 'out' and status in ('failed', 'unconfirmed', 'expired')
        returning *
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'queued', now() from queued
        on conflict do nothing
      )
      select * from queued`,
    values: [companyId, id, senderId, expiresAt],
  });
  return rows[0] ?? null;
};
