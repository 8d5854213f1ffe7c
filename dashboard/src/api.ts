// The one place that talks to the gateway. An answer is data, or one of three errors: a problem that the gateway
// explained (RFC 9457), a refusal by the simulator, or no usable answer at all.

import type { Problem } from '@hudhud/contract/problem.ts';
import { createStreamReader, type StreamEvent } from './event-stream.ts';
import { noteLost, noteReached } from './gateway-reach.ts';
import { needErrorTexts } from './i18n/i18n.ts';
import { companyHeader } from './session.ts';

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

/** The simulator inside the gateway is a program of its own and says what is wrong in its own, shorter way. */
export class SimulatorError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.name = 'SimulatorError';
    this.code = code;
    this.status = status;
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

const roots = { api: '/api/v1', simulator: '/simulator/control', site: '' } as const;

export interface CallOptions {
  /** The server that is asked: our own API, unless it is about the phone on the screen. */
  readonly root?: keyof typeof roots;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** A body that is a file. Its type is for the headers to say. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function get<Answer>(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Answer> {
  return call<Answer>('GET', path, options);
}

/** The headers of an answer, for the few that say something of their own. */
export async function getHeaders(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Headers> {
  const response = await send('GET', path, options);
  if (!response.ok) throw await refusal(response, await parse(response));
  return response.headers;
}

export function post<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>('POST', path, options);
}

export function patch<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>('PATCH', path, options);
}

export function put<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>('PUT', path, options);
}

/** Not `delete`: that is a word of the language. */
export function remove<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>('DELETE', path, options);
}

/** An answer that is a file: not parsed, so that the caller can save it, or read only its beginning. */
export async function getFile(path: string, options: Omit<CallOptions, 'body'> = {}): Promise<Response> {
  const response = await send('GET', path, { ...options, headers: { ...options.headers, Accept: '*/*' } });
  if (response.ok) return response;
  throw await refusal(response, await parse(response));
}

interface UploadOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1, while the file is being sent. */
  readonly onProgress: (part: number) => void;
}

/** Sends a file as it is. Not by `fetch`, which does not say how much of it has been sent. */
export function uploadFile<Answer>(path: string, file: File, options: UploadOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open('POST', `${roots.api}${path}${queryString({ filename: file.name })}`);
  for (const [name, value] of Object.entries(ownHeaders())) request.setRequestHeader(name, value);
  request.setRequestHeader('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  request.upload.onprogress = ({ loaded, total }) => options.onProgress(total > 0 ? loaded / total : 0);
  request.onerror = () => reject(new UnreachableError('The upload was cut.'));
  request.onabort = () => reject(options.signal.reason);
  request.onload = () => {
    const init = { status: request.status, statusText: request.statusText };
    const retryAfter = request.getResponseHeader('Retry-After');
    const headers = { 'Content-Type': 'application/json', ...(retryAfter && { 'Retry-After': retryAfter }) };
    const response = new Response(request.responseText, { ...init, headers });
    parse(response)
      .then(async (answer) =>
        response.ok ? resolve(answer as Answer) : reject(await refusal(response, answer)),
      )
      .catch(reject);
  };
  options.signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

export interface StreamOptions extends Omit<CallOptions, 'body'> {
  readonly signal: AbortSignal;
  /** The stream stands: from here on nothing is missed. */
  readonly onOpen: () => void;
  readonly onEvent: (event: StreamEvent) => void;
  /** Where to come back to, should it be cut. */
  readonly onId?: (id: string) => void;
}

/** Follows a stream of server-sent events until it ends. The browser's own EventSource cannot say who is asking. */
export async function follow(path: string, options: StreamOptions): Promise<void> {
  const { onOpen, onEvent, onId, ...rest } = options;
  const headers = { ...rest.headers, Accept: 'text/event-stream' };
  const response = await send('GET', path, { ...rest, headers });
  if (!response.ok || response.body === null) throw await refusal(response, await parse(response));
  onOpen();
  const read = createStreamReader(onEvent, onId);
  const text = response.body.pipeThrough(new TextDecoderStream());
  for (const reader = text.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    read(value);
  }
}

async function call<Answer>(method: string, path: string, options: CallOptions): Promise<Answer> {
  const response = await send(method, path, options);
  const answer = await parse(response);
  if (response.ok) return answer as Answer;
  throw await refusal(response, answer);
}

/** Code that catches a problem can say at once what its code means. */
async function refusal(response: Response, answer: unknown): Promise<Error> {
  if (isProblem(answer)) {
    await needErrorTexts();
    return new ProblemError(answer, retryAfterSeconds(response));
  }
  if (isSimulatorRefusal(answer)) {
    return new SimulatorError(answer.error.code, answer.error.message, response.status);
  }
  return new UnreachableError(`${response.status} ${response.statusText}`);
}

const ownHeaders = (): Record<string, string> => ({
  Accept: 'application/json',
  // Only a page of our own origin can set it: without it the gateway changes nothing by the cookie.
  'X-Hudhud-Client': 'dashboard',
  ...companyHeader(),
});

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { ...ownHeaders(), ...options.headers };
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  } else if (options.file) {
    init.body = options.file;
  }
  if (options.signal) init.signal = options.signal;
  try {
    const response = await fetch(`${roots[options.root ?? 'api']}${path}${queryString(options.query)}`, init);
    noteReached();
    return response;
  } catch (error) {
    // An abort is TanStack Query's own doing and must reach it unchanged.
    if (options.signal?.aborted) throw error;
    noteLost();
    throw new UnreachableError(error);
  }
}

async function parse(response: Response): Promise<unknown> {
  // Answers without a body: 204, and a 202 that must not reveal whether anything will happen.
  if (response.headers.get('Content-Type') === null) return null;
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

function isSimulatorRefusal(answer: unknown): answer is { error: { code: string; message: string } } {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

function retryAfterSeconds(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
