// The SQL of a message's story: the message with the request that made it and the sender it goes by, the calls about it,
// its statuses, and the deliveries of its events.

import type { CallKind } from '@hudhud/contract/calls.ts';
import type { DeliveryState, MessageStatus } from '@hudhud/contract/states.ts';
import type { WebhookState } from '@hudhud/contract/webhooks.ts';
import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';
import { firstIdAbout } from '../../platform/paging.ts';
import { dayMilliseconds } from '../../platform/time.ts';

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
  updated_at: Date;
  template: string | null;
  /** The content that a template replaced. */
  instead_of: { readonly type: string; readonly message: string; readonly at: string } | null;
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
  /** The status of the message, not of the delivery. Null for an event without a status, or one that is gone. */
  event_status: MessageStatus | null;
  event_attempt: number | null;
  /** Null when the webhook is gone. */
  url: string | null;
  webhook_state: WebhookState | null;
  updated_at: Date;
}

export const findStoryMessage = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
): Promise<StoryMessageRow | null> => {
  const { rows } = await db.query<
    Omit<StoryMessageRow, 'request_method' | 'request_path' | 'request_status'>
  >({
    name: 'find-story-message',
    text: `
      select message.id, message.direction, message.type, message.phone_number, message.provider,
        message.sender_id, message.updated_at, sender.name as sender_name, message.schedule_at, message.expires_at, message.reference,
        message.transactional_reason, message.request_id, message.content #>> '{template,name}' as template,
        message.content #> '{template,instead_of}' as instead_of
      from messages message
      left join senders sender on sender.company_id = message.company_id and sender.id = message.sender_id
      where message.company_id = $1 and message.id = $2`,
    values: [companyId, messageId],
  });
  const [message] = rows;
  return message ? { ...message, ...(await findStoryRequest(db, companyId, message.request_id)) } : null;
};

/** Asked for by its id alone: in a join, every partition of requests would have a part in the plan. */
const findStoryRequest = async (
  db: pg.Pool,
  companyId: string,
  id: string | null,
): Promise<Pick<StoryMessageRow, 'request_method' | 'request_path' | 'request_status'>> => {
  const { rows } = await db.query<{ method: string; path: string; status: number }>({
    name: 'find-story-request',
    text: 'select method, path, status from requests where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  const [request] = rows;
  return {
    request_method: request?.method ?? null,
    request_path: request?.path ?? null,
    request_status: request?.status ?? null,
  };
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
    where company_id = $1 and message_id = $2 and id >= $3 and id < $5
  )
  select * from found order by id limit $4`;

/**
 * The first deliveries about a message, gathered like its calls. The limit of one keeps the database from reading all
 * events of the company to find a few.
 */
export const storyDeliveriesText = `
  with found as materialized (
    select id, endpoint_id, event_id, event_type, state, attempt, due_at, answer_status, error_class, updated_at
    from deliveries
    where company_id = $1 and message_id = $2 and id >= $3 and id < $5
  ),
  first_found as materialized (select * from found order by id limit $4)
  select first_found.*, event.status as event_status, event.attempt as event_attempt, endpoints.url,
    endpoints.state as webhook_state
  from first_found
  left join lateral (
    select status, attempt from events
    where company_id = $1 and events.id = first_found.event_id and events.id >= $3 and events.id < $5
    limit 1
  ) event on true
  left join endpoints on endpoints.company_id = $1 and endpoints.id = first_found.endpoint_id
  order by first_found.id`;

/** A status that changes nothing may come so late; the days after that are not looked at. */
const lateDays = 31;

export interface StorySpan {
  readonly companyId: string;
  readonly messageId: string;
  /** When the message, or a delivery about it, last changed. */
  readonly changedAt: Date;
}

export const storyValues = ({ companyId, messageId, changedAt }: StorySpan, rowsMax: number): unknown[] => [
  companyId,
  messageId,
  firstIdAbout(messageId),
  rowsMax,
  firstUuidAt(changedAt.getTime() + lateDays * dayMilliseconds),
];

export const listStoryCalls = async (
  db: pg.Pool,
  span: StorySpan,
  rowsMax: number,
): Promise<StoryCallRow[]> => {
  const { rows } = await db.query<StoryCallRow>(storyCallsText, storyValues(span, rowsMax));
  return rows;
};

export const listStoryDeliveries = async (
  db: pg.Pool,
  span: StorySpan,
  rowsMax: number,
): Promise<StoryDeliveryRow[]> => {
  const { rows } = await db.query<StoryDeliveryRow>(storyDeliveriesText, storyValues(span, rowsMax));
  return rows;
};

export interface StoryRouteRow {
  at: Date;
  route_name: string;
  sender_id: string;
  sender_name: string | null;
  instead_of: string | null;
  /** Null when that sender is gone. */
  other_name: string | null;
  reason: string | null;
}

export const listStoryRoutes = async (
  db: pg.Pool,
  companyId: string,
  messageId: string,
): Promise<StoryRouteRow[]> => {
  const { rows } = await db.query<StoryRouteRow>({
    name: 'list-story-routes',
    text: `
      select routed.at, route_name, sender_id, sender.name as sender_name, instead_of, other.name as other_name, reason
      from routed_messages routed
      left join senders sender on sender.company_id = $1 and sender.id = routed.sender_id
      left join senders other on other.company_id = $1 and other.id = routed.instead_of
      where routed.company_id = $1 and message_id = $2
      order by routed.at`,
    values: [companyId, messageId],
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
