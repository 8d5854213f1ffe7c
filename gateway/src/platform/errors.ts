// The one error a caller's mistake or the world's refusal becomes on its way to an HTTP answer. `message` is for our
// log; what the customer reads is `detail`, chosen where the error is understood.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { Failure } from '@hudhud/contract/failure.ts';
import type { FieldError, Problem } from '@hudhud/contract/problem.ts';

type ProblemExtra = Partial<Pick<Problem, 'closes_at' | 'templates'>>;

export interface AppErrorOptions {
  /** The sentence the customer reads. Left out: the cause from the catalogue. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** Public id of the message it is about. */
  readonly messageId?: string;
  readonly providerError?: Failure;
  /** Further members of the problem, by their public names. */
  readonly extra?: ProblemExtra;
  /** For our log only. */
  readonly internal?: string;
  readonly cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly messageId: string | undefined;
  readonly providerError: Failure | undefined;
  readonly extra: ProblemExtra | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const entry = errorCatalogue[code];
    super(options.internal ?? options.detail ?? entry.title, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = entry.status;
    this.detail = options.detail ?? entry.cause;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.messageId = options.messageId;
    this.providerError = options.providerError;
    this.extra = options.extra;
  }
}

/** One field is wrong: a pointer into the body, or a parameter of the query. */
export const fieldProblem = (
  code: ErrorCode,
  where: Pick<FieldError, 'pointer' | 'parameter'>,
  detail: string,
): AppError => new AppError(code, { detail, errors: [{ code, ...where, detail }] });
