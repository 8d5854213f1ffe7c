// The requests that we made, to a provider or to a customer's webhook: what Webhook Logs lists.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { exportQuery, logSpan } from './log-statistics.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageQuery } from './paging.ts';
import { refTo } from './ref-to.ts';
import { callOutcomes } from './states.ts';
import { filterText } from './text-fields.ts';
import { Time } from './time.ts';

/** `media`: a file was uploaded to a provider, or fetched from one or from an address that a caller gave. */
export const callKinds = ['provider', 'webhook', 'media'] as const;
export type CallKind = (typeof callKinds)[number];

const Headers = Type.Record(Type.String(), Type.String());

const summary = {
  id: Id('call', 'The id of the call.'),
  started_at: Time,
  kind: TextEnum(callKinds, {
    description: 'Whom we called: the provider with a message, a webhook, or anybody for a file (`media`).',
  }),
  sender_id: nullable(Type.String(), 'The sender it was made for.'),
  message_id: nullable(Type.String(), 'The message it was about.'),
  webhook_id: nullable(Type.String(), 'The webhook that was called; null for a provider.'),
  delivery_id: nullable(Type.String(), 'The delivery it was an attempt of; null for a provider.'),
  event_id: nullable(
    Type.String(),
    'The event it carried, and its header `webhook-id`; null for a provider.',
  ),
  attempt: Type.Integer({ description: 'Which attempt it was: 1 is the first.' }),
  method: Type.String(),
  url: Type.String(),
  status: nullable(Type.Integer(), 'The HTTP status it was answered with; null when no answer came.'),
  duration_ms: Type.Number(),
  outcome: Type.String({
    description:
      '`sent`: accepted. `retry`: not accepted, will be retried. `rejected`: not accepted, will not be retried. ' +
      '`suspended`: the sender must be fixed first. `unknown`: it may or may not have been accepted; ' +
      'only providers have it, because a webhook is retried then.',
  }),
  failure_code: nullable(Type.String(), 'Why it did not work, in one word.'),
  error_class: nullable(
    Type.String(),
    'Where a call to a webhook broke: dns, refused, tls, timeout, reset, status, redirect, throttled, blocked, ...',
  ),
  next_attempt_at: nullable(
    Time,
    'When a webhook was to be called again; null when it was not, and for a provider.',
  ),
};

export const CallSummary = Type.Object(summary, {
  $id: 'CallSummary',
  description: 'One call, as a line of the Webhook Logs.',
});
export type CallSummary = Static<typeof CallSummary>;

export const CallDetail = Type.Object(
  {
    ...summary,
    address: nullable(Type.String(), 'The network address that a webhook was reached at, or that was tried.'),
    request_headers: nullable(Headers, 'What we sent to a webhook, with secrets removed.'),
    answer_headers: nullable(Headers, 'What a webhook answered, with secrets removed.'),
    request_body: nullable(Type.String(), 'What we sent, with secrets removed.'),
    answer_body: nullable(Type.String(), 'What came back, with secrets removed.'),
    failure: nullable(refTo(Failure), 'Why it did not work.'),
  },
  { $id: 'CallDetail', description: 'One call with what was sent and what came back.' },
);
export type CallDetail = Static<typeof CallDetail>;

const filters = {
  kind: Type.Optional(TextEnum(callKinds, { description: 'Only calls of this kind.' })),
  outcome: Type.Optional(
    TextEnum(['ok', 'failed', ...callOutcomes], {
      description: '`ok`: accepted. `failed`: anything else. Or one outcome exactly.',
    }),
  ),
  attempt: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, description: 'Only calls that were this attempt.' }),
  ),
  sender_id: Type.Optional(Id('sender', 'Only calls made for this sender.')),
  message_id: Type.Optional(Id('message', 'Only calls about this message.')),
  webhook_id: Type.Optional(Id('webhook', 'Only calls to this webhook.')),
  delivery_id: Type.Optional(Id('delivery', 'Only the attempts of this delivery.')),
  text: Type.Optional(
    filterText(200, 'Only calls with this text in their address, in what was sent or in what came back.'),
  ),
};

export const CallQuery = Type.Object({ ...pageQuery, ...filters }, { additionalProperties: false });
export type CallQuery = Static<typeof CallQuery>;

export const CallFilter = Type.Object(filters, { additionalProperties: false });
export type CallFilter = Static<typeof CallFilter>;

export const CallStatisticsQuery = Type.Object({ ...logSpan, ...filters }, { additionalProperties: false });
export type CallStatisticsQuery = Static<typeof CallStatisticsQuery>;

export const CallExportQuery = Type.Object({ ...exportQuery, ...filters }, { additionalProperties: false });
export type CallExportQuery = Static<typeof CallExportQuery>;

export const CallPage = pageOf(CallSummary);
