// Twilio's callbacks: one form per event, signed over the address and the parameters. A message names the address of its
// statuses itself. Nothing says when it happened. Only a connection that failed is retried, and only once, unless the
// fragment of the address asks for more.

import { createHash, createHmac } from 'node:crypto';
import type { CallbackFormat, CallbackPost } from '../../webhook/callback-format.ts';
import type { WebhookOutcome } from '../../webhook/send-webhook.ts';
import { inboundForm } from './inbound-form.ts';
import { statusForm } from './status-form.ts';

// X-Twilio-Signature: base64 of the HMAC-SHA1 of the whole address and every parameter, by the name's code units.

function signForm(url: string, parameters: URLSearchParams, authToken: string): string {
  const names = [...new Set(parameters.keys())].sort();
  const signed = names.flatMap((name) => {
    const values = [...new Set(parameters.getAll(name))].sort();
    return values.map((value) => name + value);
  });
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64');
}

export const twilioCallbacks: CallbackFormat = {
  carries: (update) => update.kind === 'message' || (update.kind === 'status' && statusForm(update) !== null),
  updatesMax: 1,
  // Twilio promises no order and holds no callback back for another.
  concurrency: 64,
  write([update], _settings, publicUrl) {
    if (update?.kind === 'status') return String(statusForm(update) ?? '');
    return update?.kind === 'message' ? String(inboundForm(update, publicUrl)) : '';
  },
  headers({ url, body, number, attempt }) {
    return {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': signForm(url, new URLSearchParams(body), number.appSecret),
      // Every attempt has the same one.
      'i-twilio-idempotency-token': createHash('md5').update(url).update(body).digest('hex'),
      ...(attempt > 1 && { 'x-twilio-attempt': String(attempt) }),
    };
  },
  isTaken: (status) => status >= 200 && status < 300,
  isRepeated,
};

/** `#rc=5&rp=all`: so many repetitions, after failures of these kinds. */
function isRepeated(outcome: WebhookOutcome, { fragment, attempt }: CallbackPost): boolean {
  const asked = new URLSearchParams(fragment);
  const most = Math.min(5, Number(asked.get('rc') ?? 1));
  const policy = (asked.get('rp') ?? 'ct').split(',');
  if (attempt > most) return false;
  const kind =
    outcome.kind === 'unreachable'
      ? 'ct'
      : outcome.status >= 500
        ? '5xx'
        : outcome.status >= 400
          ? '4xx'
          : '';
  return policy.includes('all') || policy.includes(kind) || (kind === 'ct' && policy.includes('rt'));
}
