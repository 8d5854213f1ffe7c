// Events on their way to webhooks, as the outside sees them, and the jobs that put many of them on their way again.

import Type, { type Static } from 'typebox';
import { deliveryConditions } from './conditions.ts';
import { TextEnum } from './enums.ts';
import type { EventPayload } from './events.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { exportQuery, logSpan } from './log-statistics.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageQuery } from './paging.ts';
import { refTo } from './ref-to.ts';
import { deliveryStates } from './states.ts';
import { filterText } from './text-fields.ts';
import { Time } from './time.ts';

const ErrorClass = nullable(
  Type.String(),
  'Why it did not work, in one word: dns, refused, tls, timeout, reset, status, redirect, throttled, blocked, ...',
);

const summary = {
  id: Id('delivery', 'The id of the delivery.'),
  webhook_id: Id('webhook', 'The webhook it goes to.'),
  event_id: Id('event', 'The event it carries; the header `webhook-id` of every attempt.'),
  event: Type.String({ description: 'The kind of event.' }),
  message_id: nullable(Type.String(), 'The message the event is about.'),
  state: TextEnum(deliveryStates, {
    description:
      '`waiting`: pending or between attempts. `delivered`: accepted. `failed`: no attempt left. `skipped`: the webhook ' +
      'was disabled. The last two can be sent again.',
  }),
  condition: TextEnum(deliveryConditions, {
    description:
      'As `state`, but `waiting` told apart: `pending` before the first attempt, `retrying` after it.',
  }),
  attempts_made: Type.Integer(),
  attempts_max: Type.Integer({ description: 'Attempts before the delivery fails.' }),
  next_attempt_at: nullable(Time, 'When it is tried again; null: at once, or not at all.'),
  answer_status: nullable(Type.Integer(), 'The HTTP status of the last attempt.'),
  error_class: ErrorClass,
  created_at: Time,
  updated_at: Time,
};

export const Delivery = Type.Object(summary, {
  $id: 'Delivery',
  description: 'One event on its way to one webhook.',
});
export type Delivery = Static<typeof Delivery>;

const Attempt = Type.Object({
  call_id: Id('call', 'The call, as Webhook Logs shows it.'),
  attempt: Type.Integer(),
  started_at: Time,
  duration_ms: Type.Number(),
  answer_status: nullable(Type.Integer(), 'The HTTP status; null when no answer came.'),
  error_class: ErrorClass,
  failure: nullable(refTo(Failure), 'Why it did not work.'),
  next_attempt_at: nullable(Time, 'When it was to be tried again.'),
});
export type Attempt = Static<typeof Attempt>;

export const DeliveryDetail = Type.Object(
  {
    ...summary,
    payload: nullable(
      Type.Unsafe<EventPayload>({ $ref: 'Event#' }),
      'What the webhook is told; null when its event is no longer kept.',
    ),
    attempts: Type.Array(Attempt, { description: 'The newest 100 attempts, oldest first.' }),
  },
  { $id: 'DeliveryDetail', description: 'One delivery with its attempts.' },
);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

const filters = {
  webhook_id: Type.Optional(Id('webhook', 'Only deliveries to this webhook.')),
  state: Type.Optional(TextEnum(deliveryStates, { description: 'Only deliveries in this state.' })),
  event: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[a-z_]*$',
      description: 'Only events of this kind.',
    }),
  ),
  message_id: Type.Optional(Id('message', 'Only events about this message.')),
  text: Type.Optional(
    filterText(
      200,
      'Only deliveries with this text in why they failed, in their event, or in the text, number or reference of their message.',
    ),
  ),
};

export const DeliveryQuery = Type.Object({ ...pageQuery, ...filters }, { additionalProperties: false });
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const DeliveryStatisticsQuery = Type.Object(
  { ...logSpan, ...filters },
  { additionalProperties: false },
);
export type DeliveryStatisticsQuery = Static<typeof DeliveryStatisticsQuery>;

export const DeliveryExportQuery = Type.Object(
  { ...exportQuery, ...filters },
  { additionalProperties: false },
);
export type DeliveryExportQuery = Static<typeof DeliveryExportQuery>;

export const DeliveryPage = pageOf(Delivery);

export const NewRecovery = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description: 'Events that happened at or after this time.',
      examples: ['2026-11-15T09:30:00Z'],
    }),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Events that happened before this time. Left out: now.',
      }),
    ),
    only: Type.Optional(
      TextEnum(['failed', 'all'], {
        default: 'failed',
        description: '`failed`: deliveries that failed or were skipped. `all`: also delivered ones.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only count.' })),
  },
  { additionalProperties: false, $id: 'NewRecovery', description: 'Which deliveries to send again.' },
);
export type NewRecovery = Static<typeof NewRecovery>;

export const RecoveryCount = Type.Object(
  { count: Type.Integer({ description: 'Deliveries that would be sent again, counted up to 1,000,000.' }) },
  { $id: 'RecoveryCount', description: 'What a recovery would do.' },
);
export type RecoveryCount = Static<typeof RecoveryCount>;

export const Recovery = Type.Object(
  {
    id: Id('recovery', 'The id of the recovery.'),
    webhook_id: Id('webhook', 'The webhook it is for.'),
    since: Time,
    until: Time,
    only: TextEnum(['failed', 'all']),
    state: TextEnum(['running', 'done'], {
      description: '`running`: it goes on by itself, at a pace that leaves new events in front.',
    }),
    total: Type.Integer({ description: 'Deliveries found when it began, counted up to 1,000,000.' }),
    put_back: Type.Integer({ description: 'Deliveries put on their way again so far.' }),
    created_at: Time,
    finished_at: nullable(Time, 'When the last one was put on its way.'),
  },
  { $id: 'Recovery', description: 'Deliveries of a time range being sent again.' },
);
export type Recovery = Static<typeof Recovery>;
