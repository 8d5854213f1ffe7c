// One attempt on its way into the database: the new state of the delivery, and the call that was made. Texts are cut to
// a size that keeps every ordinary attempt whole.

import type { DeliveryState } from '@hudhud/contract/states.ts';
import { storableText } from '../../platform/database/storable-text.ts';
import type { LoadedDelivery } from '../lanes/loaded-delivery.ts';
import type { Verdict } from './judge-attempt.ts';
import type { AttemptReport } from './make-attempt.ts';

/** The subject of the row: a delivery as it was before the attempt. */
export interface AttemptSubject extends Omit<LoadedDelivery, 'id' | 'body'> {
  readonly deliveryId: string;
}

export interface AttemptRow extends AttemptSubject {
  readonly callId: string;
  /** The state of the delivery after the attempt. */
  readonly state: DeliveryState;
  readonly attemptAfter: number;
  readonly stepAfter: number;
  readonly dueAt: number | null;
  readonly at: number;
  readonly errorClass: string | null;
  readonly url: string;
  readonly requestHeaders: string;
  readonly requestBody: string;
  readonly status: number | null;
  readonly answerHeaders: string | null;
  readonly answerBody: string | null;
  readonly address: string | null;
  readonly durationMs: number;
  /** In the words of Webhook Logs: sent, retry, rejected, suspended. */
  readonly outcome: string;
  readonly failure: string | null;
}

const requestCharactersMax = 16_384;
const answerCharactersMax = 32_768;
const headersCharactersMax = 8_192;
const urlCharactersMax = 2_000;

const outcomes: Readonly<Record<Verdict['kind'], string>> = {
  delivered: 'sent',
  retry: 'retry',
  failed: 'rejected',
  gone: 'suspended',
  ours: 'retry',
};

const states: Readonly<Record<Verdict['kind'], DeliveryState>> = {
  delivered: 'delivered',
  retry: 'waiting',
  failed: 'failed',
  gone: 'failed',
  ours: 'waiting',
};

/** As JSON, which escapes everything that a text column would not take, and which stays readable when it is cut. */
const headersText = (headers: Readonly<Record<string, string>>): string => {
  if (headers['set-cookie'] === undefined) {
    const text = JSON.stringify(headers);
    if (text.length <= headersCharactersMax) return text;
  }
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [
    storableText(name, 200),
    storableText(name === 'set-cookie' ? '[removed]' : value, 1_000),
  ]);
  let length = 2;
  const kept = entries.filter(([name, value]) => {
    length += name.length + value.length + 6;
    return length <= headersCharactersMax;
  });
  return JSON.stringify(Object.fromEntries(kept));
};

export const toAttemptRow = (
  subject: AttemptSubject,
  call: { readonly id: string; readonly at: number },
  report: AttemptReport,
  verdict: Verdict,
): AttemptRow => {
  const { result } = report;
  const isAnswered = result.kind === 'answered';
  const counts = verdict.kind === 'ours' ? 0 : 1;
  return {
    ...subject,
    callId: call.id,
    at: call.at,
    state: states[verdict.kind],
    attemptAfter: subject.attempt + counts,
    stepAfter: subject.step + counts,
    dueAt: verdict.kind === 'retry' || verdict.kind === 'ours' ? verdict.dueAt : null,
    errorClass: verdict.kind === 'delivered' ? null : verdict.errorClass,
    url: storableText(report.url, urlCharactersMax),
    requestHeaders: headersText(report.requestHeaders),
    requestBody: storableText(report.requestBody, requestCharactersMax),
    status: isAnswered ? result.status : null,
    answerHeaders: isAnswered ? headersText(result.headers) : null,
    answerBody: isAnswered ? storableText(result.body, answerCharactersMax) : null,
    address: result.address,
    durationMs: result.milliseconds,
    outcome: outcomes[verdict.kind],
    failure: verdict.kind === 'delivered' ? null : JSON.stringify(verdict.failure),
  };
};
