// Reads what an answer means for the message: one of the provider, in its own words or not, one of a proxy, or none at all.

import type { OutgoingResult } from '../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../platform/outgoing-http/retry-after.ts';
import { type Rule, rule } from './cloud-api/playbook.ts';
import { toOutcome } from './cloud-api/verdicts.ts';
import { readBroken, unknownOutcome } from './exchange.ts';
import { ownFailure } from './own-failure.ts';
import type { SendOutcome } from './provider.ts';

type Answered = Extract<OutgoingResult, { kind: 'answered' }>;

const newCredentials = 'Correct the credentials of the sender.';
const fixMessage = 'Shorten the message and send it again.';

const findForeignRule = (title: string, httpStatus: number): Rule => {
  if (httpStatus === 401) return rule('suspend', 'The credentials are not accepted.', newCredentials);
  if (httpStatus === 413)
    return rule('reject', `The message is too long for the way to ${title}.`, fixMessage);
  return rule(
    'slow_down',
    `The refusal is not in the words of ${title}.`,
    `Check the base address and what stands between this machine and ${title}; it is tried again by itself.`,
    60,
  );
};

/** A refusal below 500 that is not in the provider's words: of a proxy, of a wrong address, or one that broke off. */
const toForeignOutcome = (title: string, { status, headers }: Answered): SendOutcome => {
  const found = findForeignRule(title, status);
  const failure = ownFailure(`http_${status}`, `HTTP ${status}`, found.cause, found.action);
  return toOutcome(found, failure, readRetryAfter(headers));
};

/** How a provider words its answers to a message. */
export interface AnswerReaders {
  readonly readTaken: (body: string) => SendOutcome;
  /** Below 500; null when the answer is not in the provider's words. */
  readonly readRefused: (answer: Answered) => SendOutcome | null;
}

/** The provider may have accepted a request that it answered with 5xx. */
export const readOutcome = (
  title: string,
  result: OutgoingResult,
  { readTaken, readRefused }: AnswerReaders,
): SendOutcome => {
  if (result.kind !== 'answered') return readBroken(title, result);
  const { status, body } = result;
  if (status >= 200 && status < 300) return readTaken(body);
  if (status >= 500) return unknownOutcome(title, `http_${status}`, `HTTP ${status}`);
  return readRefused(result) ?? toForeignOutcome(title, result);
};
