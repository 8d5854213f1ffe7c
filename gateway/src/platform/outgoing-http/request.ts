// A request as it goes over the wire. Whoever chose its address and headers must not be able to write more than those:
// what could end a line or begin a second request is refused before a connection is even looked for.

import { memoize } from '../memo.ts';

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

/** Where connections lead. */
export interface Origin {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** As the `host` header says it. */
  readonly host: string;
  readonly key: string;
}

interface Destination {
  readonly origin: Origin;
  readonly path: string;
}

const invalidCode = 'HUDHUD_INVALID_REQUEST';

/** Says what is wrong and never repeats a value: it may be a secret. */
const invalid = (message: string): Error => Object.assign(new Error(message), { code: invalidCode });

export const isInvalidRequestError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === invalidCode;

const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The same few addresses are called again and again, and parsing one takes as long as writing to it. */
export const destinationOf = memoize(1_000, (url): Destination => {
  if (!URL.canParse(url)) throw invalid('The address is not a URL.');
  const { protocol, hostname, port, host, pathname, search } = new URL(url);
  const usual = ports[protocol];
  if (usual === undefined) throw invalid('The address begins with neither http: nor https:.');
  const origin: Origin = {
    isSecure: protocol === 'https:',
    hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port === '' ? usual : Number(port),
    host,
    key: `${protocol}//${host}`,
  };
  return { origin, path: pathname + search };
});

/** What a header may be called, in either direction. */
export const headerNamePattern = /^[\w!#$%&'*+.^`|~-]+$/;
/** Nothing that ends a line, and nothing that the other side could read in another alphabet. */
const valuePattern = /^[\t\x20-\x7e]*$/;
/** They say how the connection is used and where a body ends, which nobody else decides. */
const ownHeaders =
  /^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

const isUsableName = memoize(1_000, (name) => headerNamePattern.test(name) && !ownHeaders.test(name));

/** Head and body in one text, so that they leave in one piece. */
export const requestText = (origin: Origin, path: string, request: OutgoingRequest): string => {
  const { method, headers, body } = request;
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${origin.host}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!isUsableName(name)) throw invalid(`The header ${JSON.stringify(name)} cannot be sent.`);
    if (!valuePattern.test(value)) throw invalid(`The value of the header ${name} cannot be sent.`);
    head += `${name}: ${value}\r\n`;
  }
  if (body !== null) return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return method === 'POST' ? `${head}content-length: 0\r\n\r\n` : `${head}\r\n`;
};
