// How a company's connections are doing at this moment, and what waits: the top of the dashboard.

import Type, { type Static } from 'typebox';
import { webhookConditions } from './conditions.ts';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { refTo } from './ref-to.ts';
import { senderStates } from './senders.ts';
import { Time } from './time.ts';
import { webhookStates } from './webhooks.ts';

/** The exact number of very many is not needed. */
export const waitingCountMax = 1_000;

const waiting = (what: string) =>
  Type.Integer({ description: `${what}, counted up to 1,000. Those with a later time are not among them.` });

export const SenderNow = Type.Object({
  id: Id('sender', 'The id of the sender.'),
  name: Type.String(),
  state: TextEnum(senderStates),
  failure: nullable(refTo(Failure), 'Why it is not connected.'),
  state_changed_at: Time,
  waiting: waiting('Messages that wait for their turn or are on their way'),
});
export type SenderNow = Static<typeof SenderNow>;

export const WebhookNow = Type.Object({
  id: Id('webhook', 'The id of the webhook.'),
  url: Type.String(),
  state: TextEnum(webhookStates),
  condition: TextEnum(webhookConditions, { description: 'How it is doing.' }),
  failing_since: nullable(Time, 'Since when it does nothing but fail.'),
  failure: nullable(refTo(Failure), 'Why it is not active, or last failed.'),
  waiting: Type.Integer({
    description:
      'Deliveries that wait for it, counted up to 1,000: those due now and those to be tried again later.',
  }),
});
export type WebhookNow = Static<typeof WebhookNow>;

export const Overview = Type.Object(
  {
    senders: Type.Array(SenderNow, {
      description: 'The first 50, those that do not work before the others.',
    }),
    webhooks: Type.Array(WebhookNow, {
      description: 'The first 50, those that do not work before the others.',
    }),
  },
  { $id: 'Overview', description: 'How everything is doing at this moment.' },
);
export type Overview = Static<typeof Overview>;
