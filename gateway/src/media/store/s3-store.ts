// The store in a bucket, by the five requests of S3 that it takes. Requests are signed by aws4 and sent by our own HTTP
// client; the bucket is named in the path, which every store understands.

import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import aws4 from 'aws4';
import type {
  OutgoingHttp,
  OutgoingRequest,
  OutgoingResult,
} from '../../platform/outgoing-http/outgoing-http.ts';
import type { AnswerForm } from '../../platform/outgoing-http/request.ts';
import { type MediaStore, MediaStoreError, type StoredObject } from './media-store.ts';
import type { S3Address } from './s3-address.ts';

/** Shorter than the time in which a file may be placed (queries.ts). */
const transferMilliseconds = 600_000;
const shortMilliseconds = 30_000;
const answerBytesMax = 2_000_000;
/** The hash of an empty body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

type Answered<Form extends AnswerForm> = Extract<OutgoingResult<Form>, { kind: 'answered' }>;

interface S3Request<Form extends AnswerForm> {
  readonly method: OutgoingRequest['method'];
  /** Empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: OutgoingRequest['body'];
  readonly sha256?: string;
  readonly answerAs?: Form;
  readonly timeoutMilliseconds?: number;
  readonly answerBytesMax?: number;
}

/** As S3 signs it: what RFC 3986 leaves alone, and the slashes. */
const encodePath = (path: string): string => path.split('/').map(encode).join('/');

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const pathOf = ({ bucket }: S3Address, key: string, query: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return `/${bucket}${key === '' ? '' : `/${encodePath(key)}`}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
};

const signedHeaders = (address: S3Address, request: S3Request<AnswerForm>, path: string) => {
  const signed = aws4.sign(
    {
      host: address.host,
      method: request.method,
      path,
      service: 's3',
      region: address.region,
      headers: { ...request.headers, 'x-amz-content-sha256': request.sha256 ?? emptySha256 },
    },
    { accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey },
  );
  // The HTTP client writes these itself, and the same.
  const ours = Object.entries(signed.headers ?? {}).filter(
    ([name]) => !/^(host|content-length)$/i.test(name),
  );
  return Object.fromEntries(ours.map(([name, value]) => [name, String(value)]));
};

/** The code is a word of S3's own (`NoSuchBucket`); the rest of the answer may name keys. */
const codeIn = (body: unknown): string =>
  typeof body === 'string' ? (/<Code>(\w+)</.exec(body)?.[1] ?? '') : '';

const refuse = (what: string, status: number, body: unknown): MediaStoreError => {
  if (typeof body === 'object' && body !== null && 'destroy' in body) (body as Readable).destroy();
  return new MediaStoreError(
    `The store of files answered ${status} ${codeIn(body)} to ${what}.`.replace('  ', ' '),
  );
};

export const createS3Store = (address: S3Address, http: OutgoingHttp): MediaStore => {
  const ask = async <Form extends AnswerForm = 'text'>(request: S3Request<Form>): Promise<Answered<Form>> => {
    const path = pathOf(address, request.key, request.query ?? {});
    const result = await http.send<Form>({
      method: request.method,
      url: `${address.origin}${path}`,
      headers: signedHeaders(address, request, path),
      body: request.body ?? null,
      timeoutMilliseconds: request.timeoutMilliseconds ?? shortMilliseconds,
      answerBytesMax: request.answerBytesMax ?? answerBytesMax,
      ...(request.answerAs && { answerAs: request.answerAs }),
    });
    if (result.kind === 'answered') return result;
    throw new MediaStoreError(`The store of files cannot be reached: ${result.detail}`);
  };

  const wholeKey = (key: string): string => `${address.prefix}${key}`;

  async function* list(): AsyncGenerator<StoredObject> {
    for (let token: string | null = ''; token !== null; ) {
      const query: Record<string, string> = {
        'list-type': '2',
        prefix: address.prefix,
        ...(token !== '' && { 'continuation-token': token }),
      };
      const { status, body } = await ask({ method: 'GET', key: '', query });
      if (status !== 200) throw refuse('a listing', status, body);
      // Loaded here because of its reader of XML.
      const { readListing } = await import('./s3-listing.ts');
      const page = readListing(body);
      for (const found of page.objects) yield { ...found, key: found.key.slice(address.prefix.length) };
      token = page.nextToken;
    }
  }

  return {
    async put(key, file) {
      const { status, body } = await ask({
        method: 'PUT',
        key: wholeKey(key),
        sha256: file.sha256,
        body: { stream: createReadStream(file.path), byteLength: file.bytes },
        timeoutMilliseconds: transferMilliseconds,
      });
      if (status !== 200) throw refuse('a PUT', status, body);
    },
    async sizeOf(key) {
      const { status, headers, body } = await ask({ method: 'HEAD', key: wholeKey(key) });
      if (status === 404) return null;
      if (status !== 200) throw refuse('a HEAD', status, body);
      return Number(headers['content-length']);
    },
    async open(key, range) {
      const { status, body } = await ask({
        method: 'GET',
        key: wholeKey(key),
        ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }),
        answerAs: 'stream',
        timeoutMilliseconds: transferMilliseconds,
        answerBytesMax: Number.MAX_SAFE_INTEGER,
      });
      if (status === 200 || status === 206) return body;
      if (status !== 404) throw refuse('a GET', status, body);
      body.destroy();
      return null;
    },
    async remove(key) {
      const { status, body } = await ask({ method: 'DELETE', key: wholeKey(key) });
      if (![200, 204, 404].includes(status)) throw refuse('a DELETE', status, body);
    },
    list,
    close: () => http.close(),
  };
};
