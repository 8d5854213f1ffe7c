// One message, one story: everything that happened to a message, in order.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { messageDirections } from './messages.ts';
import { nullable } from './nullable.ts';
import { refTo } from './ref-to.ts';
import { deliveryStates, messageStatuses } from './states.ts';
import { Time } from './time.ts';

/** A longer story is cut: every attempt of a message that was tried so often reads the same. */
export const timelineEntriesMax = 500;

const failure = nullable(refTo(Failure), 'Why it did not work.');

const everyEntry = {
  at: Type.String({
    format: 'date-time',
    description:
      'When it happened. Providers tell whole seconds; the order of the entries is finer than that.',
  }),
  title: Type.String({ description: 'What happened, in plain words.' }),
};

const attempt = Type.Integer({ description: 'Which attempt to send it: 1 is the first, 0 before any.' });

const RequestEntry = Type.Object(
  {
    kind: Type.Literal('request'),
    ...everyEntry,
    request_id: Type.String(),
    method: Type.String(),
    path: Type.String(),
    status: Type.Integer({ description: 'The HTTP status it was answered with.' }),
  },
  { description: 'The API request that made the message.' },
);

const StoredEntry = Type.Object(
  {
    kind: Type.Literal('stored'),
    ...everyEntry,
    direction: TextEnum(messageDirections),
    type: Type.String(),
    provider: Type.String(),
    sender_id: nullable(Type.String(), 'The sender that was chosen for it, or that it came to.'),
    sender_name: nullable(Type.String(), 'Null when the sender is gone.'),
    schedule_at: nullable(Time, 'When it was to be sent; null: at once.'),
    expires_at: nullable(Time, 'After this it is no longer sent.'),
    reference: nullable(Type.String(), "The customer's own name for it."),
    transactional_reason: nullable(Type.String(), 'Why it was sent whether or not the person had opted out.'),
  },
  { description: 'The message passed every check and was stored.' },
);

const RoutedEntry = Type.Object(
  {
    kind: Type.Literal('routed'),
    ...everyEntry,
    route: Type.String({ description: 'The name of the route.' }),
    sender_id: Type.String({ description: 'The sender that the route chose.' }),
    sender_name: nullable(Type.String(), 'Null when the sender is gone.'),
    instead_of: nullable(Type.String(), 'The sender that could not carry it.'),
    reason: nullable(Type.String(), 'The state of that sender then.'),
  },
  { description: 'A route chose the sender of the message, or gave it to another one.' },
);

const FallbackEntry = Type.Object(
  {
    kind: Type.Literal('fallback'),
    ...everyEntry,
    template: Type.String({ description: 'The template that was sent instead.' }),
    type: Type.String({ description: 'What was to be sent.' }),
    message: Type.String({ description: 'Its text.' }),
  },
  { description: 'The window was closed, so the fallback template took the place of the message.' },
);

const CallEntry = Type.Object(
  {
    kind: Type.Literal('call'),
    ...everyEntry,
    call_id: Type.String(),
    call_kind: Type.String({ description: '`provider`, `webhook`, or `media` for a file: whom we called.' }),
    sender_id: nullable(Type.String(), 'The sender it was made for; null for a webhook.'),
    webhook_id: nullable(Type.String(), 'The webhook that was called; null for a provider.'),
    delivery_id: nullable(Type.String(), 'The delivery it was an attempt of; null for a provider.'),
    attempt: Type.Integer({ description: 'Which attempt to send the message, or to deliver the event.' }),
    status: nullable(Type.Integer(), 'The HTTP status of the answer; null when none came.'),
    duration_ms: Type.Number(),
    outcome: Type.String(),
    failure,
    next_attempt_at: nullable(Time, 'When a webhook was to be called again.'),
  },
  { description: 'A call that we made, at the time it began.' },
);

const StatusEntry = Type.Object(
  {
    kind: Type.Literal('status'),
    ...everyEntry,
    status: TextEnum(messageStatuses),
    attempt,
    recorded_at: Type.String({ format: 'date-time', description: 'When we learned of it.' }),
    failure,
  },
  { description: 'A status that the message got.' },
);

const DeliveryEntry = Type.Object(
  {
    kind: Type.Literal('delivery'),
    ...everyEntry,
    delivery_id: Type.String(),
    webhook_id: Type.String(),
    webhook_host: nullable(Type.String(), 'Host of the URL of the webhook; null when the webhook is gone.'),
    event_id: Type.String(),
    event: Type.String({ description: 'The kind of event.' }),
    status: nullable(Type.String(), 'The status that a `message_status` tells.'),
    state: TextEnum(deliveryStates, { description: 'How far it has come by now.' }),
    attempts_made: Type.Integer(),
    next_attempt_at: nullable(Time, 'When it is tried again; null: at once, or not at all.'),
    answer_status: nullable(Type.Integer(), 'The HTTP status of the last attempt.'),
    error_class: nullable(Type.String(), 'Why the last attempt did not work, in one word.'),
  },
  { description: 'An event about the message on its way to a webhook, at the time it was written.' },
);

export const TimelineEntry = Type.Union(
  [RequestEntry, StoredEntry, RoutedEntry, FallbackEntry, CallEntry, StatusEntry, DeliveryEntry],
  { $id: 'TimelineEntry', description: 'Something that happened to a message.' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const Timeline = Type.Object(
  {
    message_id: Type.String(),
    entries: Type.Array(refTo(TimelineEntry)),
    is_complete: Type.Boolean({
      description: `False when there is more than the first ${timelineEntriesMax} entries.`,
    }),
  },
  { $id: 'Timeline', description: 'What happened to a message, in order.' },
);
export type Timeline = Static<typeof Timeline>;
