// Reads an answer of Twilio's to a message or to any other request. A POST that was answered 5xx may have been accepted:
// Twilio has no key against repetition.

import type { OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import { asText } from '../cloud-api/graph-error.ts';
import type { Rule } from '../cloud-api/playbook.ts';
import { toOutcome } from '../cloud-api/verdicts.ts';
import { parseObject, unknownOutcome, unreachedOutcome } from '../exchange.ts';
import { byItself, ownFailure } from '../own-failure.ts';
import type { Failure, SendOutcome } from '../provider.ts';
import { findForeignRule, findTwilioRule } from './playbook.ts';

type Answered = Extract<OutgoingResult, { kind: 'answered' }>;

/** The error in Twilio's own words, or null when the answer is not Twilio's. */
const readError = (body: string): { code: string; title: string } | null => {
  const answer = parseObject(body);
  const code = asText(answer?.code);
  if (code === null || !/^\d+$/.test(code)) return null;
  return { code, title: asText(answer?.message) ?? `Error ${code}` };
};

export const twilioFailure = (code: string, title: string, { cause, action }: Rule): Failure => ({
  code,
  title,
  detail: title,
  cause,
  action,
});

const unknown = (code: string, detail: string): SendOutcome => unknownOutcome('Twilio', code, detail);

/** The outcome for the message when a request was not accepted. */
export type Refusal = Exclude<SendOutcome, { kind: 'sent' | 'unknown' }>;

const readUnsent = (result: Extract<OutgoingResult, { kind: 'unsent' }>): Refusal => {
  if (result.reason === 'invalid_request') {
    const cause = 'The base address or the account SID cannot be used as it is.';
    const action = 'Correct the base address, the account SID and the auth token of the sender.';
    return { kind: 'suspended', failure: ownFailure('invalid_request', result.detail, cause, action) };
  }
  return unreachedOutcome('Twilio', result);
};

const readRefusal = ({ status, body, headers }: Answered): Refusal => {
  const error = readError(body);
  const rule = error ? findTwilioRule(error.code, status) : findForeignRule(status);
  const failure = error
    ? twilioFailure(error.code, error.title, rule)
    : ownFailure(`http_${status}`, `HTTP ${status}`, rule.cause, rule.action);
  return toOutcome(rule, failure, readRetryAfter(headers)) as Refusal;
};

/** The outcome of the request that carries the message. */
export const readSendAnswer = (result: OutgoingResult): SendOutcome => {
  if (result.kind === 'unsent') return readUnsent(result);
  if (result.kind === 'unanswered') return unknown(`connection_${result.reason}`, result.detail);
  if (result.status >= 200 && result.status < 300) {
    const sid = asText(parseObject(result.body)?.sid);
    return sid
      ? { kind: 'sent', providerMessageId: sid }
      : unknown('unreadable_answer', 'The answer was a success without a message SID.');
  }
  if (result.status >= 500) {
    const error = readError(result.body);
    return unknown(
      error?.code ?? `http_${result.status}`,
      error?.title ?? 'The answer was not one of Twilio.',
    );
  }
  return readRefusal(result);
};

/** Why a request that carries no message failed; it can always be repeated. Null when it did not. */
export const readStepAnswer = (result: OutgoingResult): Refusal | null => {
  if (result.kind === 'unsent') return readUnsent(result);
  const retry = (code: string, detail: string): Refusal => ({
    kind: 'retry',
    scope: 'message',
    afterSeconds: null,
    failure: ownFailure(code, detail, 'Twilio did not answer as it should.', byItself),
  });
  if (result.kind === 'unanswered') return retry(`connection_${result.reason}`, result.detail);
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 500 ? retry(`http_${result.status}`, `HTTP ${result.status}`) : readRefusal(result);
};
