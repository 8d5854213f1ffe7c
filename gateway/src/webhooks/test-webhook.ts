// Sends a test event to one webhook at once, in any of its states, and returns the result. It bypasses the lane, is
// never retried, and does not count for the webhook's health.

import type { WebhookTest } from '@hudhud/contract/webhooks.ts';
import type pg from 'pg';
import { noMessage } from '../events/emitted-event.ts';
import { toPayload } from '../events/to-payload.ts';
import { AppError } from '../platform/errors.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Secrets } from '../platform/secrets.ts';
import { toAttemptRow } from './attempts/attempt-row.ts';
import { judgeAttempt, type Verdict } from './attempts/judge-attempt.ts';
import { makeAttempt } from './attempts/make-attempt.ts';
import { recordTest } from './attempts/queries.ts';
import { attemptsMax } from './attempts/schedule.ts';
import { openWebhook } from './registered/open-webhook.ts';
import { findTimezone, findWebhook } from './registered/queries.ts';

export interface TestOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly http: OutgoingHttp;
}

const greeting = { message: 'It works. Real events look like this one, with more in `data`.' };

const bodyOf = (companyId: string, eventId: string, at: Date, timezone: string): string =>
  JSON.stringify(
    toPayload(
      {
        company_id: companyId,
        id: eventId,
        type: 'test',
        at,
        message_id: null,
        attempt: null,
        status: null,
        sender_id: null,
        data: JSON.stringify(greeting),
        timezone,
        ...noMessage,
      },
      () => ({}),
    ),
  );

/** A test that fails has failed for good; whose fault it was is in its words. */
const asFinal = (verdict: Verdict): Verdict =>
  verdict.kind === 'delivered'
    ? verdict
    : { kind: 'failed', errorClass: verdict.errorClass, failure: verdict.failure, askedUntil: null };

export const testWebhook = async (
  { pool, secrets, http }: TestOptions,
  companyId: string,
  webhookId: string,
): Promise<WebhookTest> => {
  const row = await findWebhook(pool, companyId, webhookId);
  if (!row) throw new AppError('webhook_not_found');
  const webhook = openWebhook(secrets, { ...row, timezone: await findTimezone(pool, companyId) });
  const at = new Date();
  const [eventId, deliveryId, callId] = [newUuid(), newUuid(), newUuid()];
  const body = bodyOf(companyId, eventId, at, webhook.timezone);
  const report = await makeAttempt(http, webhook, eventId, body, at.getTime());
  const verdict = asFinal(
    judgeAttempt(report.result, { step: attemptsMax, now: Date.now(), othersAnswer: true }),
  );
  const subject = {
    companyId,
    webhookId,
    deliveryId,
    eventId,
    eventType: 'test',
    messageId: null,
    attempt: 0,
    step: 0,
    isWritten: false,
  };
  const attempt = toAttemptRow(subject, { id: callId, at: at.getTime() }, report, verdict);
  await recordTest(pool, attempt, { type: 'test', data: JSON.stringify(greeting) });
  return {
    is_delivered: verdict.kind === 'delivered',
    event_id: toPublicId('event', eventId),
    delivery_id: toPublicId('delivery', deliveryId),
    call_id: toPublicId('call', callId),
    answer_status: attempt.status,
    duration_ms: attempt.durationMs,
    failure: verdict.kind === 'delivered' ? null : verdict.failure,
  };
};
