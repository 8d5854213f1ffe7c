// A caller's request. Callers and customers choose addresses and headers, and must not be able to write more than those:
// anything that could end a line or begin a second request is refused before a connection is chosen.

import type { Readable } from 'node:stream';
import { errorCode } from '../error-code.ts';
import { memoize } from '../memo.ts';

/** How the caller wants the body of the answer. */
export interface AnswerBodies {
  /** Free of what PostgreSQL cannot store. */
  readonly text: string;
  readonly bytes: Buffer;
  /** Must be read to its end or destroyed: until then it occupies a connection. */
  readonly stream: Readable;
}

export type AnswerForm = keyof AnswerBodies;

/** A body that is read while it is sent, so that no file is held in memory. It can be sent once. */
export interface StreamedBody {
  readonly stream: Readable;
  /** Its exact length; null when it is not known and the body is sent in chunks. */
  readonly byteLength: number | null;
}

/**
 * Leads to a place of our own that the guard would refuse. Only code can hold one: no setting and no request of a
 * customer ever becomes one.
 */
export interface OwnRoute {
  /** Such as `http://127.0.0.1:3000/simulator`. Everything outside is refused. */
  readonly base: () => string;
}

export interface OutgoingRequest<Form extends AnswerForm = 'text'> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody | null;
  /** For everything: waiting for a connection, sending, and reading the answer to its end. */
  readonly timeoutMilliseconds: number;
  /** More of the answer than this is not read; the connection is closed instead. */
  readonly answerBytesMax: number;
  /** Left out: `text`. */
  readonly answerAs?: Form;
  /** How many redirects of a GET or HEAD are followed. Left out: none, the redirect itself is the answer. */
  readonly redirectsMax?: number;
  readonly route?: OwnRoute;
  /** Asked right before the first byte is written, however long it waited. False: it is not sent. */
  readonly mayStart?: () => boolean;
  /** Called once before that last question, when the connection is there and the first byte would follow. False: it is not sent. */
  readonly onStart?: () => boolean;
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

export interface Destination {
  readonly origin: Origin;
  readonly path: string;
}

const invalidCode = 'HUDHUD_INVALID_REQUEST';

/** Says what is wrong and never repeats a value: it may be a secret. */
const invalid = (message: string): Error => Object.assign(new Error(message), { code: invalidCode });

export const isInvalidRequestError = (error: unknown): boolean => errorCode(error) === invalidCode;

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

const isInside = ({ origin, path }: Destination, base: Destination): boolean =>
  origin.key === base.origin.key && path.startsWith(`${base.path.replace(/\/$/, '')}/`);

export const isOnRoute = (destination: Destination, route: OwnRoute): boolean =>
  isInside(destination, destinationOf(route.base()));

const namePattern = /^[\w!#$%&'*+.^`|~-]+$/;
/** Nothing that ends a line, and nothing that the other side could read in another alphabet. */
const valuePattern = /^[\t\x20-\x7e]*$/;
/** They say how the connection is used and where a body ends, which the HTTP client alone decides. */
const ownHeaders =
  /^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

const isUsableName = memoize(1_000, (name) => namePattern.test(name) && !ownHeaders.test(name));

export const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(headers)) {
    if (!isUsableName(name)) throw invalid(`The header ${JSON.stringify(name)} cannot be sent.`);
    if (!valuePattern.test(headers[name] ?? '')) {
      throw invalid(`The value of the header ${name} cannot be sent.`);
    }
  }
};

export const isStreamed = (body: OutgoingRequest['body']): body is StreamedBody =>
  typeof body === 'object' && body !== null && 'stream' in body;
