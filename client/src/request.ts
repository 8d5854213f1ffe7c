// One request to the gateway: both headers of who is asking, a time limit, and further tries where they are safe.

import { setTimeout as sleep } from 'node:timers/promises';
import { HudhudConnectionError, HudhudError } from './errors.ts';
import { isWorthRetrying, readRetryAfter, retryDelayMs } from './retry.ts';
import type { Problem } from './types/problem.ts';

export interface Connection {
  /** Where the gateway answers, without `/api`. */
  readonly baseUrl: string;
  readonly companyId: string;
  readonly token: string;
  /** How long one try may take. Left out: 30. */
  readonly timeoutSeconds?: number;
  /** How many further tries a request gets. Left out: 4; 0 for none. */
  readonly retries?: number;
  /** Left out: the one of Node. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Stops the request, and every further try. */
  readonly signal?: AbortSignal;
  readonly timeoutSeconds?: number;
}

/** The bodies that `fetch` sends as they are. */
export type FileBody = NonNullable<RequestInit['body']>;

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Instead of `body`: sent as it is. */
  readonly file?: FileBody;
  /** Answers with the response itself, whose body is a file. */
  readonly wantsFile?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The gateway does it once however often it is asked. Left out: GET, PUT and DELETE are such. */
  readonly isRepeatable?: boolean;
}

export type Request = <Answer>(call: Call) => Promise<Answer>;

const timeoutSecondsDefault = 30;
/** A file of 100 MB takes its time on a slow line. */
export const timeoutSecondsForFiles = 600;
const retriesDefault = 4;

const addressOf = (baseUrl: string, { path, query }: Call): string => {
  const address = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address.href;
};

const readProblem = async (answer: Response): Promise<Partial<Problem>> => {
  const text = await answer.text();
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Not from the gateway: a proxy before it answers in HTML.
  }
  return { detail: text.slice(0, 500) };
};

const failureOf = async (answer: Response): Promise<HudhudError> =>
  new HudhudError(
    answer.status,
    await readProblem(answer),
    readRetryAfter(answer.headers.get('retry-after'), Date.now()),
  );

/** A stream is sent while it is read, which `fetch` wants to be told. */
const bodyOf = ({ body, file }: Call): { body?: FileBody | string; duplex?: 'half' } => {
  if (file !== undefined) return { body: file, duplex: 'half' };
  return body === undefined ? {} : { body: JSON.stringify(body) };
};

const tryOnce = async <Answer>(connection: Connection, call: Call): Promise<Answer> => {
  const seconds = call.timeoutSeconds ?? connection.timeoutSeconds ?? timeoutSecondsDefault;
  const limit = AbortSignal.timeout(seconds * 1000);
  const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
  const hasBody = call.body !== undefined;
  try {
    const answer = await (connection.fetch ?? fetch)(addressOf(connection.baseUrl, call), {
      method: call.method,
      signal,
      // Our token is for this address alone.
      redirect: 'error',
      headers: {
        accept: call.wantsFile ? '*/*' : 'application/json',
        authorization: `Bearer ${connection.token}`,
        'x-company-id': connection.companyId,
        ...(hasBody && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...bodyOf(call),
    });
    if (!answer.ok) throw await failureOf(answer);
    if (call.wantsFile) return answer as Answer;
    const text = await answer.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  } catch (error) {
    if (error instanceof HudhudError) throw error;
    // A caller that stopped it gets their own reason back.
    call.signal?.throwIfAborted();
    const why = limit.aborted ? `did not answer within ${seconds} s` : 'could not be reached';
    throw new HudhudConnectionError(`The gateway at ${connection.baseUrl} ${why}.`, {
      cause: error,
      isTimeout: limit.aborted,
    });
  }
};

/** A deletion whose answer was lost is retried, and then finds nothing: 404 means done. */
const isDoneAlready = ({ method }: Call, error: unknown): boolean =>
  method === 'DELETE' && error instanceof HudhudError && error.status === 404;

export const createRequest =
  (connection: Connection): Request =>
  async <Answer>(call: Call): Promise<Answer> => {
    const triesMax = 1 + (connection.retries ?? retriesDefault);
    const isRepeatable = call.isRepeatable ?? ['GET', 'PUT', 'DELETE'].includes(call.method);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryOnce<Answer>(connection, call);
      } catch (error) {
        if (attempt > 1 && isDoneAlready(call, error)) return undefined as Answer;
        if (attempt >= triesMax || !isWorthRetrying(error, isRepeatable)) throw error;
        await sleep(
          retryDelayMs(attempt, error),
          undefined,
          call.signal ? { signal: call.signal } : undefined,
        );
      }
    }
  };
