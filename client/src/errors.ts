// What can go wrong, as errors that a program can tell apart: the gateway refused (with its problem), the gateway could not
// be reached, or something took too long.

import type { Message } from './types/messages.ts';
import type { ErrorCode, Failure, FieldError, Problem } from './types/problem.ts';

/** The gateway's own codes, and room for those that a newer gateway has. */
export type AnyErrorCode = ErrorCode | (string & {});

/** The gateway answered, and its answer was no. The fields are those of the problem (RFC 9457). */
export class HudhudError extends Error {
  override readonly name: string = 'HudhudError';
  readonly status: number;
  readonly code: AnyErrorCode;
  readonly title: string;
  readonly detail: string;
  /** The id to name when you ask the operator of the gateway. */
  readonly requestId: string | undefined;
  /** The message this is about: it is stored, and sending it again would double it. */
  readonly messageId: string | undefined;
  readonly providerError: Failure | undefined;
  readonly errors: readonly FieldError[];
  /** How long the gateway asked us to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds?: number) {
    super(
      `${problem.title ?? `The gateway answered ${status}`}: ${problem.detail ?? 'it said nothing else.'}`,
    );
    this.status = status;
    this.problem = problem;
    this.code = problem.code ?? 'unknown';
    this.title = problem.title ?? '';
    this.detail = problem.detail ?? '';
    this.requestId = problem.request_id;
    this.messageId = problem.message_id;
    this.providerError = problem.provider_error;
    this.errors = problem.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came. `cause` says why; `isTimeout` when it was we who stopped waiting. */
export class HudhudConnectionError extends Error {
  override readonly name: string = 'HudhudConnectionError';
  readonly isTimeout: boolean;
  constructor(text: string, options: { readonly cause: unknown; readonly isTimeout: boolean }) {
    super(text, { cause: options.cause });
    this.isTimeout = options.isTimeout;
  }
}

/** A message did not get where it was awaited: it ended otherwise, or not in time. */
export class MessageWaitError extends Error {
  override readonly name: string = 'MessageWaitError';
  /** The message as it was last seen. */
  readonly lastSeen: Message;
  readonly isTimeout: boolean;
  constructor(text: string, lastSeen: Message, isTimeout: boolean) {
    super(text);
    this.lastSeen = lastSeen;
    this.isTimeout = isTimeout;
  }
}
