// Takes one loaded delivery through an attempt: sends it, judges the answer, updates the webhook's health, hands the
// result to the store, and disables a webhook that is gone or has failed for days.

import type { Failure } from '@hudhud/contract/failure.ts';
import { hideQueryValues } from '../../platform/hide-values.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { afterFailure, afterSuccess, isBeyondHope } from '../lanes/health.ts';
import type { DeliveryLane } from '../lanes/lane.ts';
import type { LoadedDelivery } from '../lanes/loaded-delivery.ts';
import type { OpenWebhook } from '../registered/open-webhook.ts';
import { toAttemptRow } from './attempt-row.ts';
import type { AttemptStore } from './attempt-store.ts';
import { judgeAttempt, type Verdict } from './judge-attempt.ts';
import { type AttemptReport, makeAttempt } from './make-attempt.ts';

// Distinguishes a fault of our own network from one of a receiver's: while other receivers answer, ours works.

interface Witnesses {
  note(webhookId: string, at: number): void;
  /** True when another webhook answered lately. */
  othersAnswer(webhookId: string, at: number): boolean;
}

/** How long an answer proves that our own network works. */
const proofMilliseconds = 60_000;

const createWitnesses = (): Witnesses => {
  /** The newest answer, and the newest of another webhook than that: no more is ever needed. */
  let answers: readonly { readonly webhookId: string; readonly at: number }[] = [];
  return {
    note(webhookId, at) {
      const other = answers.find((answer) => answer.webhookId !== webhookId);
      answers = other ? [{ webhookId, at }, other] : [{ webhookId, at }];
    },
    othersAnswer: (webhookId, at) =>
      answers.some((answer) => answer.webhookId !== webhookId && at - answer.at < proofMilliseconds),
  };
};

export interface DeliverOptions {
  readonly http: OutgoingHttp;
  readonly store: AttemptStore;
  readonly log: Log;
  readonly now: () => number;
  readonly attemptMilliseconds: number | undefined;
  /** Must not throw. */
  readonly disable: (webhook: OpenWebhook, reason: Failure) => Promise<void>;
  /** True once the engine has stopped: nothing more is written. */
  readonly isStopped: () => boolean;
}

export type Deliver = (
  lane: DeliveryLane,
  delivery: LoadedDelivery,
) => Promise<{ readonly written: Promise<void> }>;

const eventIsGone = (url: string): AttemptReport => ({
  result: {
    kind: 'unsent',
    reason: 'invalid_request',
    detail: 'The event is no longer kept, so there is nothing to send.',
    address: null,
    milliseconds: 0,
  },
  url: hideQueryValues(url),
  requestHeaders: {},
  requestBody: '',
});

const hopeless: Failure = {
  code: 'failing_for_days',
  title: 'Nothing was accepted for five days',
  detail: '',
  cause: 'Every delivery of the last five days failed.',
  action: 'Repair the receiver, resume the webhook, and recover what was missed.',
};

const stillUnwritten = new Promise<void>(() => undefined);

const noteHealth = (lane: DeliveryLane, verdict: Verdict, at: number): void => {
  if (verdict.kind === 'delivered') lane.health = afterSuccess(lane.health, at);
  if (verdict.kind === 'delivered' || verdict.kind === 'ours') return;
  const askedUntil = verdict.kind === 'gone' ? null : verdict.askedUntil;
  lane.health = afterFailure(lane.health, { at, failure: JSON.stringify(verdict.failure), askedUntil });
};

const logAttempt = (
  log: Log,
  lane: DeliveryLane,
  delivery: LoadedDelivery,
  { result }: AttemptReport,
  verdict: Verdict,
): void => {
  if (!log.isLevelEnabled('debug')) return;
  log.debug(
    {
      company_id: delivery.companyId,
      webhook_id: lane.webhook.id,
      delivery_id: delivery.id,
      attempt: delivery.attempt + 1,
      status: result.kind === 'answered' ? result.status : null,
      milliseconds: result.milliseconds,
      verdict: verdict.kind,
      error_class: verdict.kind === 'delivered' ? null : verdict.errorClass,
    },
    'delivery attempted',
  );
};

export const createDeliver = (options: DeliverOptions): Deliver => {
  const { http, store, log, now } = options;
  const witnesses = createWitnesses();

  const disableIfHopeless = async (lane: DeliveryLane, verdict: Verdict): Promise<void> => {
    if (lane.webhook.state !== 'active') return;
    if (verdict.kind === 'gone') await options.disable(lane.webhook, verdict.failure);
    else if (verdict.kind !== 'delivered' && verdict.kind !== 'ours' && isBeyondHope(lane.health)) {
      await options.disable(lane.webhook, { ...hopeless, detail: verdict.failure.detail });
    }
  };

  return async (lane, delivery) => {
    const begin = now();
    const callId = newUuid();
    const { webhook } = lane;
    const report =
      delivery.body === null
        ? eventIsGone(webhook.url)
        : await makeAttempt(
            http,
            webhook,
            delivery.eventId,
            delivery.body,
            begin,
            options.attemptMilliseconds,
          );
    if (options.isStopped()) return { written: stillUnwritten };
    const end = now();
    if (report.result.kind === 'answered') witnesses.note(webhook.id, end);
    const verdict = judgeAttempt(report.result, {
      step: delivery.step + 1,
      now: end,
      othersAnswer: witnesses.othersAnswer(webhook.id, end),
    });
    if (delivery.body !== null) noteHealth(lane, verdict, end);
    logAttempt(log, lane, delivery, report, verdict);
    await disableIfHopeless(lane, verdict);
    const subject = {
      companyId: delivery.companyId,
      webhookId: webhook.id,
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      eventType: delivery.eventType,
      messageId: delivery.messageId,
      attempt: delivery.attempt,
      step: delivery.step,
      isWritten: delivery.isWritten,
    };
    const row = toAttemptRow(subject, { id: callId, at: end }, report, verdict);
    return { written: store.record(row, () => lane.health) };
  };
};
