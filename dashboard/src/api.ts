// The one place that talks to the gateway. An answer is data, or one of two errors: a problem that the gateway
// explained (RFC 9457), or no usable answer at all.

import type { Problem } from '@hudhud/contract/problem.ts';
import { readSession, type Session, sessionHeaders } from './session.ts';

export class ProblemError extends Error {
  readonly problem: Problem;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null = null) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came, or one that is not ours: the gateway is down, restarting, or hidden behind a broken proxy. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The gateway did not answer.', { cause });
    this.name = 'UnreachableError';
  }
}

export interface Page<Item> {
  readonly data: Item[];
  readonly next_cursor: string | null;
}

type QueryValue = string | number | undefined;

export interface CallOptions {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Who asks, when it is not yet the signed-in session: the sign-in page tries values before it keeps them. */
  readonly as?: Session;
}

export function get<Answer>(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Answer> {
  return call<Answer>('GET', path, options);
}

export function post<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>('POST', path, options);
}

async function call<Answer>(method: string, path: string, options: CallOptions): Promise<Answer> {
  const response = await send(method, path, options);
  const answer = await parse(response);
  if (response.ok) return answer as Answer;
  if (isProblem(answer)) throw new ProblemError(answer, retryAfterSeconds(response));
  throw new UnreachableError(`${response.status} ${response.statusText}`);
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    // Tells our own reads apart from those of the customer's systems, which alone belong in the Event Monitor.
    'X-Hudhud-Client': 'dashboard',
    ...sessionHeaders(options.as ?? readSession()),
    ...options.headers,
  };
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  if (options.signal) init.signal = options.signal;
  try {
    return await fetch(`/api/v1${path}${queryString(options.query)}`, init);
  } catch (error) {
    // An abort is TanStack Query's own doing and must reach it unchanged.
    if (options.signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
}

async function parse(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new UnreachableError(error);
  }
}

function queryString(query: CallOptions['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;
}

function retryAfterSeconds(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
