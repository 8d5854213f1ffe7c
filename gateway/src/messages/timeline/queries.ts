// The SQL of a message's story: the message with the request that made it and the sender it goes by, the calls about it,
// its statuses, and the deliveries of what was told about it.

import type { CallKind } from '@hudhud/contract/calls.ts';
import type { DeliveryState } from '@hudhud/contract/deliveries.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import type { WebhookState } from '@hudhud/contract/webhooks.ts';
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
  transactional_reason: string | null;
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
  endpoint_id: string | null;
  delivery_id: string | null;
  url: string;
  attempt: number;
  status: number | null;
  duration_ms: number;
  outcome: string;
  failure: string | null;
  next_attempt_at: Date | null;
}

export interface StoryStatusRow {
  status: MessageStatus;
  attempt: number;
  at: Date;
  recorded_at: Date;
  failure: string | null;
}

export interface StoryDeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  state: DeliveryState;
  attempt: number;
  due_at: Date | null;
  answer_status: number | null;
  error_class: string | null;
  /** Of the message, not of the delivery. Null for an event that tells no status, or is gone. */
  event_status: MessageStatus | null;
  event_attempt: number | null;
  /** Null when the endpoint is gone. */
  url: string | null;
  endpoint_state: WebhookState | null;
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
        message.transactional_reason, message.request_id, request.method as request_method, request.path as request_path,
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
    select id, kind, sender_id, endpoint_id, delivery_id, url, attempt, status, duration_ms, outcome, failure,
      next_attempt_at
    from calls
    where company_id = $1 and message_id = $2 and id >= $3
  )
  select * from found order by id limit $4`;

/**
 * The first deliveries about a message, gathered like its calls. The limit of one keeps the database from reading all
 * events of the company to find a few.
 */
export const storyDeliveriesText = `
  with found as materialized (
    select id, endpoint_id, event_id, event_type, state, attempt, due_at, answer_status, error_class
    from deliveries
    where company_id = $1 and message_id = $2 and id >= $3
  ),
  first_found as materialized (select * from found order by id limit $4)
  select first_found.*, event.status as event_status, event.attempt as event_attempt, endpoints.url,
    endpoints.state as endpoint_state
  from first_found
  left join lateral (
    select status, attempt from events where company_id = $1 and events.id = first_found.event_id limit 1
  ) event on true
  left join endpoints on endpoints.company_id = $1 and endpoints.id = first_found.endpoint_id
  order by first_found.id`;

/** What follows a message comes after it, but perhaps by the clock of another machine. */
const clockMilliseconds = 3_600_000;

export const storyValues = (companyId: string, messageId: string, rowsMax: number): unknown[] => [
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
    values: storyValues(companyId, messageId, rowsMax),
  });
  return rows;
};

export const listStoryDeliveries = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
  rowsMax: number,
): Promise<StoryDeliveryRow[]> => {
  const { rows } = await db.query<StoryDeliveryRow>({
    name: 'list-story-deliveries',
    text: storyDeliveriesText,
    values: storyValues(companyId, messageId, rowsMax),
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
