// One request and its answer. The HTTP client tells the moment before the first byte is written; whatever goes wrong
// before it ends `unsent`, whatever goes wrong after it does not.

import type { Dispatcher } from 'undici';
import type { Line } from './outgoing-http-line.ts';
import { isBlockedError } from './private-address-guard.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For everything: waiting for a connection, sending, and reading the answer to its end. */
  readonly timeoutMilliseconds: number;
  /** More of the answer than this is not read; the connection is closed instead. */
  readonly answerBytesMax: number;
  /** Asked right before the first byte is written, however long the way there was. False: it is not sent. */
  readonly mayStart?: () => boolean;
}

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
  /** Whoever asked for it may not send it any more. */
  | 'withdrawn';

interface Taken {
  /** The address that was dialled for it; null when it did not come to that. */
  readonly address: string | null;
  readonly milliseconds: number;
}

interface Answered extends Taken {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Free of what PostgreSQL cannot store. */
  readonly body: string;
  /** False when the answer was longer than what is read of one, broke off, or did not end in time. */
  readonly isWhole: boolean;
  /** What kept it from being whole. */
  readonly cutBy: 'length' | 'timeout' | 'reset' | null;
}

/** No byte of the request was sent: doing it again is safe. */
interface Unsent extends Taken {
  readonly kind: 'unsent';
  readonly reason: UnsentReason;
  readonly detail: string;
}

/** The other side may have received it. */
interface Unanswered extends Taken {
  readonly kind: 'unanswered';
  readonly reason: 'timeout' | 'reset';
  readonly detail: string;
}

export type OutgoingResult = Answered | Unsent | Unanswered;

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

export interface Exchange {
  /** The connection that will carry it was chosen; it may still have to be made. */
  onLine(line: Line): void;
  onRequestStart(controller: Dispatcher.DispatchController): void;
  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void;
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: Dispatcher.DispatchController | null, error: unknown): void;
}

const reasonsByCode: Readonly<Record<string, UnsentReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ERR_INVALID_URL: 'invalid_request',
  UND_ERR_INVALID_ARG: 'invalid_request',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
};

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const unsentReason = (error: unknown): UnsentReason => {
  const known = reasonsByCode[codeOf(error)];
  if (known) return known;
  if (isBlockedError(error)) return 'blocked';
  if ((error as { syscall?: unknown } | null)?.syscall === 'getaddrinfo') return 'dns';
  return /tls|ssl|cert|self.signed|altname/i.test(`${codeOf(error)} ${String(error)}`)
    ? 'tls'
    : 'unreachable';
};

const detailOf = (error: unknown): string =>
  (error instanceof Error && error.message) || codeOf(error) || String(error);

const singleHeaders = (headers: Headers): Record<string, string> => {
  const single: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) single[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return single;
};

/** Keeps the beginning of an answer, up to a bound. */
const createAnswerText = (bytesMax: number) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    /** False once there was more than fits. */
    add(chunk: Buffer): boolean {
      chunks.push(chunk.subarray(0, bytesMax - bytes));
      bytes = Math.min(bytes + chunk.length, bytesMax + 1);
      return bytes <= bytesMax;
    },
    text(): string {
      const [only] = chunks;
      const whole = chunks.length === 1 && only ? only : Buffer.concat(chunks);
      return whole.toString('utf8').replaceAll('\u0000', '\ufffd');
    },
  };
};

type Ending<Result = OutgoingResult> = Result extends OutgoingResult ? Omit<Result, keyof Taken> : never;

export const createExchange = (
  outgoing: OutgoingRequest,
  resolve: (result: OutgoingResult) => void,
): Exchange => {
  const begin = performance.now();
  const body = createAnswerText(outgoing.answerBytesMax);
  let writing: Dispatcher.DispatchController | null = null;
  let answer: { status: number; headers: Headers } | null = null;
  let line: Line | null = null;
  let isOver = false;

  const settle = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    const milliseconds = Math.round((performance.now() - begin) * 100) / 100;
    resolve({ ...ending, address: line?.address ?? null, milliseconds });
  };

  /** The answer counts with what came of it: its status is known. */
  const settleAnswered = (cutBy: Answered['cutBy']): boolean => {
    if (!answer) return false;
    const headers = singleHeaders(answer.headers);
    const { status } = answer;
    settle({ kind: 'answered', status, headers, body: body.text(), isWhole: cutBy === null, cutBy });
    return true;
  };

  const timer = setTimeout(() => {
    if (!writing) {
      settle({ kind: 'unsent', reason: 'connect_timeout', detail: 'No connection in time.' });
    } else if (!settleAnswered('timeout')) {
      settle({ kind: 'unanswered', reason: 'timeout', detail: 'No answer in time.' });
    }
    writing?.abort(new Error('time-out'));
  }, outgoing.timeoutMilliseconds);

  return {
    onLine(chosen) {
      line = chosen;
    },
    onRequestStart(controller) {
      // Aborting here keeps every byte back: of a request given up while it waited, and of a second writing.
      if (outgoing.mayStart?.() === false)
        settle({ kind: 'unsent', reason: 'withdrawn', detail: 'It was not to be sent any more.' });
      if (isOver || writing) controller.abort(new Error('given up'));
      else writing = controller;
    },
    onResponseStart(_controller, status, headers) {
      // Those below 200 announce the answer; they are not it.
      if (status >= 200) answer = { status, headers };
    },
    onResponseData(controller, chunk) {
      if (isOver || body.add(chunk)) return;
      settleAnswered('length');
      controller.abort(new Error('the answer is too long'));
    },
    onResponseEnd: () => void settleAnswered(null),
    onResponseError(_controller, error) {
      const detail = detailOf(error);
      if (!writing) settle({ kind: 'unsent', reason: unsentReason(error), detail });
      else if (!settleAnswered('reset')) settle({ kind: 'unanswered', reason: 'reset', detail });
    },
  };
};
