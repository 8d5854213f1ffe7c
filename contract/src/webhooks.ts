// A customer's webhooks: where events are delivered to, and how those places are doing.

import Type, { type Static } from 'typebox';
import { webhookConditions } from './conditions.ts';
import { TextEnum, UniqueList } from './enums.ts';
import { eventTypes } from './events.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { concurrencyMax, deliveriesPerSecondMax } from './input-limits.ts';
import { nullable } from './nullable.ts';
import { pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { messageStatuses } from './states.ts';
import { Time } from './time.ts';

export const webhookStates = ['active', 'paused', 'disabled'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** A test is sent to one webhook on demand; it cannot be subscribed to. */
export const subscribableEvents = eventTypes.filter((type) => type !== 'test');

export const concurrencyDefault = 10;
const headersMax = 20;
const headerCharactersMax = 2_000;
const graceSecondsMax = 604_800;

const Url = Type.String({
  minLength: 1,
  description: 'Where to deliver to: http or https, reachable from the internet.',
  examples: ['https://example.com/hooks/whatsapp'],
  'x-error-codes': { minLength: 'invalid_webhook_url' },
});

const Description = Type.String({
  maxLength: 200,
  pattern: '^[^\\u0000]*$',
  description: 'What it is for, in your words.',
  examples: ['Clinic system'],
  'x-error-codes': { pattern: 'invalid_characters' },
});

const Events = UniqueList(TextEnum(subscribableEvents), {
  maxItems: subscribableEvents.length,
  description: 'Which events it gets. Empty: all of them.',
});

const Statuses = UniqueList(TextEnum(messageStatuses), {
  maxItems: messageStatuses.length,
  description: 'Of `message_status`, only these statuses. Empty: all of them.',
});

const Headers = Type.Record(
  Type.String({ pattern: '^.{1,100}$' }),
  Type.String({ maxLength: headerCharactersMax }),
  {
    maxProperties: headersMax,
    description:
      'Headers sent with every delivery, for example an API key. Their values are never shown again.',
  },
);

const DeliveriesPerSecond = Type.Integer({
  minimum: 0,
  maximum: deliveriesPerSecondMax,
  description: 'At most so many deliveries in one second. 0: as fast as it answers.',
});

const Concurrency = Type.Integer({
  minimum: 1,
  maximum: concurrencyMax,
  description: 'So many deliveries may be under way at once.',
});

const choices = {
  description: Type.Optional(Description),
  events: Type.Optional(Events),
  statuses: Type.Optional(Statuses),
  headers: Type.Optional(Headers),
  deliveries_per_second: Type.Optional(DeliveriesPerSecond),
  concurrency: Type.Optional(Concurrency),
};

export const NewWebhook = Type.Object(
  { url: Url, ...choices },
  { additionalProperties: false, $id: 'NewWebhook', description: 'A place that events are delivered to.' },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = Type.Object(
  { url: Type.Optional(Url), ...choices },
  {
    additionalProperties: false,
    $id: 'WebhookChange',
    description: 'What is left out stays. `headers` replaces all headers.',
  },
);
export type WebhookChange = Static<typeof WebhookChange>;

const summary = {
  id: Id('webhook', 'The id of the webhook.'),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String(), { description: 'Which events it gets. Empty: all of them.' }),
  statuses: Type.Array(Type.String(), {
    description: 'Of `message_status`, only these statuses. Empty: all of them.',
  }),
  header_names: Type.Array(Type.String(), { description: 'Names of the headers sent with every delivery.' }),
  deliveries_per_second: Type.Integer({ description: '0: as fast as it answers.' }),
  concurrency: Type.Integer(),
  state: TextEnum(webhookStates, {
    description:
      '`active`: events are delivered. `paused`: they wait until it is resumed. `disabled`: it failed for days or is ' +
      'gone; events are kept and can be recovered once it is resumed.',
  }),
  condition: TextEnum(webhookConditions, {
    description:
      'How it is doing: `healthy`, `failing` (active, but nothing has arrived since `health.failing_since`), `paused` or ' +
      '`disabled`.',
  }),
  reason: nullable(refTo(Failure), 'Why it is not active.'),
  state_changed_at: Time,
  previous_secret_until: nullable(Time, 'Until then the secret before this one signs too.'),
  created_at: Time,
  health: Type.Object(
    {
      last_success_at: nullable(Time, 'When it last took a delivery.'),
      last_failure_at: nullable(Time, 'When it last failed.'),
      failing_since: nullable(Time, 'Since when it does nothing but fail.'),
      consecutive_failures: Type.Integer(),
      last_failure: nullable(refTo(Failure), 'Why it last failed.'),
      parked_until: nullable(
        Time,
        'It failed several times or asked for a pause: until then it is left alone.',
      ),
    },
    { description: 'How it is doing.' },
  ),
};

export const Webhook = Type.Object(summary, { $id: 'Webhook', description: 'A place that events go to.' });
export type Webhook = Static<typeof Webhook>;

export const WebhookDetail = Type.Object(
  {
    ...summary,
    waiting: Type.Integer({ description: 'Deliveries that wait for it, counted up to 10,000.' }),
  },
  { $id: 'WebhookDetail', description: 'A place that events go to, with what waits for it.' },
);
export type WebhookDetail = Static<typeof WebhookDetail>;

const Secret = Type.String({
  description: 'Signs every delivery (Standard Webhooks). Shown this once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});

export const CreatedWebhook = Type.Object(
  { ...summary, secret: Secret },
  { $id: 'CreatedWebhook', description: 'A new webhook with its secret.' },
);
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const WebhookPage = pageOf(Webhook);

export const SecretRotation = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: graceSecondsMax,
        default: 86_400,
        description: 'So long the old secret signs too. A rotation before its end replaces it at once.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'SecretRotation', description: 'How to change over to a new secret.' },
);
export type SecretRotation = Static<typeof SecretRotation>;

export const RotatedSecret = Type.Object(
  { secret: Secret, previous_secret_until: Time },
  { $id: 'RotatedSecret', description: 'The new secret.' },
);
export type RotatedSecret = Static<typeof RotatedSecret>;

export const WebhookTest = Type.Object(
  {
    is_delivered: Type.Boolean(),
    event_id: Id('event', 'The test event.'),
    delivery_id: Id('delivery', 'Its delivery.'),
    call_id: Id('call', 'The call, as Webhook Logs shows it.'),
    answer_status: nullable(Type.Integer(), 'The HTTP status it answered with; null when no answer came.'),
    duration_ms: Type.Number(),
    failure: nullable(refTo(Failure), 'Why it did not work.'),
  },
  { $id: 'WebhookTest', description: 'What became of a test event.' },
);
export type WebhookTest = Static<typeof WebhookTest>;
