// The result of a request, and how errors of the socket, of TLS, of the guard or of the HTTP client are turned into one.

import { errorCode } from '../error-code.ts';
import { isBlockedError } from './private-address-guard.ts';
import { type AnswerBodies, type AnswerForm, isInvalidRequestError } from './request.ts';

type UnsentReason =
  | 'dns'
  | 'refused'
  | 'tls'
  /** It leads to an address that must not be dialled. */
  | 'blocked'
  /** No connection was made, or became free, in time. */
  | 'connect_timeout'
  | 'unreachable'
  /** The address or a header can never be sent as it is. */
  | 'invalid_request'
  /** We are stopping. */
  | 'closed'
  /** Its owner may not send it any more. */
  | 'withdrawn';

interface Timed {
  /** The address that was dialled for it; null when it did not come to that, or a proxy dialled. */
  readonly address: string | null;
  readonly milliseconds: number;
}

export type Cut = 'length' | 'timeout' | 'reset';

interface Answered<Form extends AnswerForm> extends Timed {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBodies[Form];
  /**
   * False when the answer was longer than what is read of one, broke off, or did not end in time. A stream is handed out
   * before that is known and fails by an AnswerCutError instead.
   */
  readonly isWhole: boolean;
  /** The reason why it is not whole. */
  readonly cutBy: Cut | null;
}

/** No byte of the request was sent: doing it again is safe. */
interface Unsent extends Timed {
  readonly kind: 'unsent';
  readonly reason: UnsentReason;
  readonly detail: string;
}

/** The other side may have received it. */
interface Unanswered extends Timed {
  readonly kind: 'unanswered';
  readonly reason: 'timeout' | 'reset';
  readonly detail: string;
}

export type OutgoingResult<Form extends AnswerForm = 'text'> = Answered<Form> | Unsent | Unanswered;

/** A result before it is known how long it took. */
export type Ending<Form extends AnswerForm = AnswerForm, Result = OutgoingResult<Form>> =
  Result extends OutgoingResult<Form> ? Omit<Result, keyof Timed> : never;

const cutMessages: Readonly<Record<Cut, string>> = {
  length: 'The answer is longer than what is read of one.',
  timeout: 'The answer did not end in time.',
  reset: 'The connection broke in the middle of the answer.',
};

/** Ends the stream of an answer that did not arrive whole. */
export class AnswerCutError extends Error {
  readonly cutBy: Cut;

  constructor(cutBy: Cut) {
    super(cutMessages[cutBy]);
    this.name = 'AnswerCutError';
    this.cutBy = cutBy;
  }
}

const stoppedCode = 'HUDHUD_STOPPED';
export const stoppedError = (): Error =>
  Object.assign(new Error('No more requests are made.'), { code: stoppedCode });

const reasonsByCode: Readonly<Record<string, UnsentReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  UND_ERR_INVALID_ARG: 'invalid_request',
  UND_ERR_NOT_SUPPORTED: 'invalid_request',
  [stoppedCode]: 'closed',
};

export const unsentReason = (error: unknown): UnsentReason => {
  const known = reasonsByCode[errorCode(error)];
  if (known) return known;
  if (isInvalidRequestError(error)) return 'invalid_request';
  if (isBlockedError(error)) return 'blocked';
  if ((error as { syscall?: unknown } | null)?.syscall === 'getaddrinfo') return 'dns';
  return /tls|ssl|cert|self.signed|altname/i.test(`${errorCode(error)} ${String(error)}`)
    ? 'tls'
    : 'unreachable';
};

export const detailOf = (error: unknown): string =>
  (error instanceof Error && error.message) || errorCode(error) || String(error);
