// One attempt to deliver: signs the body with every secret that is valid now, sends it, and reports what went over the wire
// in a form that can be kept. The webhook's secrets are left out of the report: the values of its own headers and of its
// address, also where the receiver repeats them in its answer.

import { hideQueryValues } from '../../platform/hide-values.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import type { OpenWebhook } from '../registered/open-webhook.ts';
import { sign } from '../signing.ts';

export interface AttemptReport {
  readonly result: OutgoingResult;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
}

/** For everything: connecting, sending, and reading the answer to its end. */
const attemptMilliseconds = 15_000;
const answerBytesMax = 32_768;

const removed = '[removed]';

const hideValues = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, removed]));

const hideInResult = (result: OutgoingResult, hide: OpenWebhook['hide']): OutgoingResult =>
  result.kind === 'answered'
    ? {
        ...result,
        body: hide(result.body),
        headers: Object.fromEntries(
          Object.entries(result.headers).map(([name, value]) => [name, hide(value)]),
        ),
      }
    : { ...result, detail: hide(result.detail) };

export const makeAttempt = async (
  http: OutgoingHttp,
  webhook: OpenWebhook,
  eventId: string,
  body: string,
  now: number,
  timeoutMilliseconds: number = attemptMilliseconds,
): Promise<AttemptReport> => {
  const id = toPublicId('event', eventId);
  const timestampSeconds = Math.floor(now / 1_000);
  const ownHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Hudhud-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': sign({ id, timestampSeconds, body, secrets: webhook.secretsAt(now) }),
  };
  const result = await http.send({
    method: 'POST',
    url: webhook.url,
    headers: { ...webhook.headers, ...ownHeaders },
    body,
    timeoutMilliseconds,
    answerBytesMax,
  });
  return {
    result: hideInResult(result, webhook.hide),
    url: hideQueryValues(webhook.url),
    requestHeaders: { ...hideValues(webhook.headers), ...ownHeaders },
    requestBody: body,
  };
};
