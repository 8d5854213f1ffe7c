// The webhook of a number at 360dialog: asking for it is the usual test of a key, and setting it names our address and the
// header that proves its callbacks.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asText } from '../cloud-api/graph-error.ts';
import { parseObject } from '../exchange.ts';
import { type DoctorStep, type HealthPart, unreported } from '../health-part.ts';
import type { ConnectionTest, Failure, ProviderFields, RegisterCallback } from '../provider.ts';
import { callDialog360, notOurs, readFailure } from './call-dialog360.ts';
import { field } from './fields.ts';

const path = 'v1/configs/webhook';

type Webhook =
  | { readonly kind: 'set'; readonly url: string | null }
  | { readonly kind: 'broken'; readonly failure: Failure };

const readWebhook = async (http: OutgoingHttp, fields: ProviderFields): Promise<Webhook> => {
  const { result } = await callDialog360(http, fields, { method: 'GET', path });
  const isOwn = result.kind === 'answered' && parseObject(result.body) !== null;
  // The key is right; no webhook has been set yet.
  if (isOwn && result.status === 404) return { kind: 'set', url: null };
  const failure = readFailure(result, fields);
  if (failure) return { kind: 'broken', failure };
  if (result.kind !== 'answered' || !isOwn) return { kind: 'broken', failure: notOurs() };
  return { kind: 'set', url: asText(parseObject(result.body)?.url) };
};

export const testDialog360Connection = async (
  http: OutgoingHttp,
  fields: ProviderFields,
): Promise<ConnectionTest> => {
  const webhook = await readWebhook(http, fields);
  if (webhook.kind === 'broken') return webhook;
  return { kind: 'working', phoneNumber: field(fields, 'phone_number') || null, name: null };
};

export const registerDialog360Callback: RegisterCallback = async (http, fields, callbackUrl) => {
  const { result } = await callDialog360(http, fields, {
    method: 'POST',
    path,
    body: { url: callbackUrl, headers: { Authorization: field(fields, 'callback_secret') } },
  });
  const failure = readFailure(result, fields);
  return failure ? { kind: 'refused', failure } : { kind: 'registered' };
};

const callbackStep = (found: string | null, expected: string): DoctorStep => {
  const step = { step: 'callback', title: '360dialog calls this gateway' };
  if (found === expected) return { ...step, state: 'working', failure: null };
  const cause = '360dialog sends callbacks to another address, or to none.';
  const action = `Set the webhook of the number to ${expected}, with the callback secret as its Authorization header.`;
  const failure = { code: 'callback_elsewhere', title: cause, detail: found ?? 'none', cause, action };
  return { ...step, state: 'broken', failure };
};

export const dialog360Health: HealthPart = {
  async read(http, fields) {
    const webhook = await readWebhook(http, fields);
    if (webhook.kind === 'broken') return webhook;
    // 360dialog's key says nothing of the number's standing.
    return { kind: 'read', health: unreported };
  },
  async examine(http, fields, callbackUrl) {
    const webhook = await readWebhook(http, fields);
    const key = { step: 'token', title: '360dialog accepts the API key' };
    if (webhook.kind === 'broken') return [{ ...key, state: 'broken', failure: webhook.failure }];
    return [{ ...key, state: 'working', failure: null }, callbackStep(webhook.url, callbackUrl)];
  },
};
