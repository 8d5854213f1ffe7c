// Judges an attempt: accepted, to be retried, failed, or a fault of our own that does not count. Pure; the consequences for
// the webhook are decided elsewhere.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../../platform/outgoing-http/retry-after.ts';
import { type ErrorClass, explainFailure } from './explain-failure.ts';
import { askedSecondsMax, retryDelay } from './schedule.ts';

interface Failed {
  readonly errorClass: ErrorClass;
  readonly failure: Failure;
}

export type Verdict =
  | { readonly kind: 'delivered' }
  | (Failed & { readonly kind: 'retry'; readonly dueAt: number; readonly askedUntil: number | null })
  /** Given up; the receiver may still accept others. */
  | (Failed & { readonly kind: 'failed'; readonly askedUntil: number | null })
  /** The receiver says that it will never accept anything again. */
  | (Failed & { readonly kind: 'gone' })
  /** Nothing to do with the receiver; retried without counting. */
  | (Failed & { readonly kind: 'ours'; readonly dueAt: number });

export interface Circumstances {
  /** Attempts of this round, with the one that is judged. */
  readonly step: number;
  readonly now: number;
  /** True when other receivers answer at this time: then our own network is all right. */
  readonly othersAnswer: boolean;
  readonly random?: () => number;
}

const ourPauseMilliseconds = 30_000;

const statusClass = (status: number): ErrorClass => {
  if (status === 410) return 'gone';
  if (status === 429 || status === 503) return 'throttled';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** Null when the delivery was accepted. */
const classify = (result: OutgoingResult): { errorClass: ErrorClass; detail: string } | null => {
  if (result.kind === 'answered') {
    const isTaken = result.status >= 200 && result.status < 300;
    // The whole exchange has one deadline: an answer that never ends is no answer.
    if (isTaken && result.cutBy !== 'timeout') return null;
    if (isTaken) return { errorClass: 'timeout', detail: 'The answer began but did not end in time.' };
    return { errorClass: statusClass(result.status), detail: `It answered with status ${result.status}.` };
  }
  const { reason, detail } = result;
  if (reason === 'connect_timeout' || reason === 'timeout') return { errorClass: 'timeout', detail };
  return { errorClass: reason === 'closed' || reason === 'withdrawn' ? 'ours' : reason, detail };
};

/** No network, or a name server that does not answer: ours, unless other receivers are reached at the same time. */
const isOurs = (errorClass: ErrorClass, detail: string, othersAnswer: boolean): boolean =>
  errorClass === 'ours' || (!othersAnswer && /ENETUNREACH|ENETDOWN|EAI_AGAIN/.test(detail));

export const judgeAttempt = (result: OutgoingResult, circumstances: Circumstances): Verdict => {
  const { step, now, othersAnswer, random = Math.random } = circumstances;
  const found = classify(result);
  if (!found) return { kind: 'delivered' };
  if (isOurs(found.errorClass, found.detail, othersAnswer)) {
    const dueAt = now + Math.round(ourPauseMilliseconds * (0.8 + 0.4 * random()));
    return { kind: 'ours', errorClass: 'ours', failure: explainFailure('ours', found.detail), dueAt };
  }
  const failed: Failed = {
    errorClass: found.errorClass,
    failure: explainFailure(found.errorClass, found.detail),
  };
  if (found.errorClass === 'gone') return { kind: 'gone', ...failed };
  // These two fail in the same way however often they are tried.
  const isFinal = found.errorClass === 'blocked' || found.errorClass === 'invalid_request';
  const isThrottled = result.kind === 'answered' && found.errorClass === 'throttled';
  const asked = isThrottled ? readRetryAfter(result.headers, now, askedSecondsMax) : null;
  const askedUntil = asked === null ? null : now + asked * 1_000;
  const delay = isFinal ? null : retryDelay(step, asked, random);
  if (delay === null) return { kind: 'failed', askedUntil, ...failed };
  return { kind: 'retry', dueAt: now + delay, askedUntil, ...failed };
};
