// The tests' own way of calling the gateway: one function, and an answer with everything in it.

import { Agent, request } from 'undici';

type HeaderValues = Readonly<Record<string, string | string[]>>;

export interface CallOptions {
  readonly headers?: HeaderValues;
  /** Sent as JSON with its content type, unless it is text or bytes already. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON, or undefined when the answer is not JSON. */
  readonly body: Body;
}

export interface HttpClient {
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  close(): Promise<void>;
}

const jsonHeaders = { 'content-type': 'application/json' };

const encodeBody = (body: unknown): { payload: string | Buffer | null; headers: HeaderValues } => {
  if (body === undefined) return { payload: null, headers: {} };
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { payload: body, headers: jsonHeaders };
  return { payload: JSON.stringify(body), headers: jsonHeaders };
};

/** Headers by lower-case name; a header that came more than once is joined as HTTP has it. */
const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  );

const readBody = (text: string, contentType: string | undefined): unknown =>
  text !== '' && /\bjson\b/.test(contentType ?? '') ? JSON.parse(text) : undefined;

export const createHttpClient = (address: string): HttpClient => {
  const agent = new Agent({ connections: 64 });
  return {
    async call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
      const { payload, headers } = encodeBody(options.body);
      const response = await request(new URL(path, address), {
        dispatcher: agent,
        method: method as 'GET',
        headers: { ...headers, ...options.headers },
        body: payload,
        ...(options.signal && { signal: options.signal }),
      });
      const text = await response.body.text();
      const answerHeaders = flatten(response.headers);
      const body = readBody(text, answerHeaders['content-type']) as Body;
      return { status: response.statusCode, headers: answerHeaders, text, body };
    },
    close: () => agent.close(),
  };
};
