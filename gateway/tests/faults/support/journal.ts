// The callers' record: every message they wanted sent, every answer they got. It lives in the test's own process, so it
// survives everything that is done to the gateway, and is compared with the database afterwards.

import type { SendOutcome } from './send-once.ts';

export interface Acceptance {
  readonly messageId: string;
  readonly requestId: string;
  readonly isReplayed: boolean;
  /** True when the caller was answered that the provider has accepted it. */
  readonly isSent: boolean;
}

/** One message a caller wants sent once, however many requests it takes. */
export interface Wish {
  readonly path: string;
  /** Unlike any other, so that a row of the database can be traced to its wish. */
  readonly text: string;
  readonly key: string | null;
  /** True when the caller waits for the provider's word. */
  readonly isWaiting: boolean;
  readonly acceptances: Acceptance[];
  attempts: number;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
  readonly requestId: string;
  /** True when it got past authentication: only then can it be recorded under a company. */
  readonly isOfCompany: boolean;
}

export interface Journal {
  readonly wishes: Wish[];
  readonly refusals: Refusal[];
  /** How often each kind of broken connection was seen. */
  readonly brokenBy: Map<string, number>;
  readonly requests: number;
  readonly accepted: number;
  /** `performance.now()` at which the youngest request that was accepted had begun. */
  readonly youngestAccepted: number;
  readonly slowestMilliseconds: number;
  begin(wish: Pick<Wish, 'path' | 'text' | 'key'> & { readonly isWaiting?: boolean }): Wish;
  note(wish: Wish, attempt: { requestId: string; begunAt: number }, outcome: SendOutcome): void;
}

const headerText = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null;

const readJson = (text: string): { code?: string; message_id?: string; status?: string } => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

export const createJournal = (): Journal => {
  const wishes: Wish[] = [];
  const refusals: Refusal[] = [];
  const brokenBy = new Map<string, number>();
  let requests = 0;
  let accepted = 0;
  let youngestAccepted = Number.NEGATIVE_INFINITY;
  let slowestMilliseconds = 0;

  const countBroken = (reason: string): void => {
    brokenBy.set(reason, (brokenBy.get(reason) ?? 0) + 1);
  };

  return {
    wishes,
    refusals,
    brokenBy,
    get requests() {
      return requests;
    },
    get accepted() {
      return accepted;
    },
    get youngestAccepted() {
      return youngestAccepted;
    },
    get slowestMilliseconds() {
      return slowestMilliseconds;
    },
    begin(started) {
      const wish = { isWaiting: false, ...started, acceptances: [], attempts: 0 };
      wishes.push(wish);
      return wish;
    },
    note(wish, { requestId, begunAt }, outcome) {
      requests += 1;
      wish.attempts += 1;
      if (outcome.kind === 'unreachable') return countBroken('unreachable');
      if (outcome.kind === 'unanswered') return countBroken(outcome.reason);
      slowestMilliseconds = Math.max(slowestMilliseconds, performance.now() - begunAt);
      const { status, headers, text } = outcome;
      const answer = readJson(text);
      if (status >= 200 && status < 300) {
        accepted += 1;
        youngestAccepted = Math.max(youngestAccepted, begunAt);
        const isReplayed = headers['idempotency-replayed'] === 'true';
        const isSent = answer.status === 'sent';
        // An answer that contradicts itself has an id that nothing stored will have.
        const messageId = (isSent === (status === 200) && answer.message_id) || `${status} ${text}`;
        wish.acceptances.push({ messageId, requestId, isReplayed, isSent });
        return;
      }
      refusals.push({
        status,
        code: answer.code ?? text,
        retryAfter: headerText(headers['retry-after']),
        requestId,
        isOfCompany: headerText(headers['ratelimit-policy'])?.startsWith('"company"') ?? false,
      });
    },
  };
};
