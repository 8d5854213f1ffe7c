// The SQL of a message's story: the message with the request that made it and the sender it goes by, the calls about it,
// and its statuses.

import type { CallKind } from '@hudhud/contract/calls.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import type pg from 'pg';
import { firstUuidAt, timeOfUuid } from '../../platform/ids.ts';

export interface StoryMessageRow {
  id: string;
  direction: 'out' | 'in';
  type: string;
  phone_number: string;
  provider: string;
  sender_id: string | null;
  sender_name: string | null;
  schedule_at: Date | null;
  expires_at: Date | null;
  reference: string | null;
  request_id: string | null;
  /** Null when the request is gone: requests are kept for a shorter time than messages. */
  request_method: string | null;
  request_path: string | null;
  request_status: number | null;
}

export interface StoryCallRow {
  id: string;
  kind: CallKind;
  sender_id: string | null;
  attempt: number;
  status: number | null;
  duration_ms: number;
  outcome: string;
  failure: string | null;
}

export interface StoryStatusRow {
  status: MessageStatus;
  attempt: number;
  at: Date;
  recorded_at: Date;
  failure: string | null;
}

export const findStoryMessage = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
): Promise<StoryMessageRow | null> => {
  const { rows } = await db.query<StoryMessageRow>({
    name: 'find-story-message',
    text: `
      select message.id, message.direction, message.type, message.phone_number, message.provider,
        message.sender_id, sender.name as sender_name, message.schedule_at, message.expires_at, message.reference,
        message.request_id, request.method as request_method, request.path as request_path,
        request.status as request_status
      from messages message
      left join senders sender on sender.company_id = message.company_id and sender.id = message.sender_id
      left join requests request on request.company_id = message.company_id and request.id = message.request_id
      where message.company_id = $1 and message.id = $2`,
    values: [companyId, messageId],
  });
  return rows[0] ?? null;
};

/**
 * The first calls about a message. They are gathered before they are put in order: with the order in sight, the database
 * reads a partition that it takes for empty, as a new day's is when the plan is made, by its key from end to end.
 */
export const storyCallsText = `
  with found as materialized (
    select id, kind, sender_id, attempt, status, duration_ms, outcome, failure
    from calls
    where company_id = $1 and message_id = $2 and id >= $3
  )
  select * from found order by id limit $4`;

/** A call comes after its message, but perhaps by the clock of another machine. */
const clockMilliseconds = 3_600_000;

export const storyCallsValues = (companyId: string, messageId: string, rowsMax: number): unknown[] => [
  companyId,
  messageId,
  firstUuidAt(timeOfUuid(messageId).getTime() - clockMilliseconds),
  rowsMax,
];

export const listStoryCalls = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
  rowsMax: number,
): Promise<StoryCallRow[]> => {
  const { rows } = await db.query<StoryCallRow>({
    name: 'list-story-calls',
    text: storyCallsText,
    values: storyCallsValues(companyId, messageId, rowsMax),
  });
  return rows;
};

export const listStoryStatuses = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
  rowsMax: number,
): Promise<StoryStatusRow[]> => {
  const { rows } = await db.query<StoryStatusRow>({
    name: 'list-story-statuses',
    text: `
      select status, attempt, at, recorded_at, failure
      from message_statuses
      where company_id = $1 and message_id = $2
      order by at, attempt
      limit $3`,
    values: [companyId, messageId, rowsMax],
  });
  return rows;
};
