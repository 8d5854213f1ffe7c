// Files at a server that answers as scripted: uploads and fetches as values, and where the token goes.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { metaMedia } from '../meta-cloud/media.ts';
import { readSha256 } from './media.ts';

interface Scripted {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
}

let answers: Scripted[] = [];
const asked: { request: IncomingMessage; body: Buffer }[] = [];
const server = createServer(async (request, response) => {
  asked.push({ request, body: await buffer(request) });
  const { status, body, headers } = answers.shift() ?? { status: 500, body: '' };
  response.writeHead(status, headers).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const http = createOutgoingHttp({ connections: 2 });
afterAll(async () => {
  await http.close();
  server.close();
});
beforeEach(() => {
  answers = [];
  asked.length = 0;
});

const fields = {
  phone_number_id: '42',
  access_token: 'secret-token',
  app_secret: 'x',
  verify_token: 'y',
  base_url: base,
};
const bytes = Buffer.from('the bytes of a picture');
const sha256 = createHash('sha256').update(bytes).digest('hex');

const upload = () => {
  if (metaMedia.outgoing.kind !== 'upload') throw new Error('Meta takes uploads');
  const open = async () => Readable.from([bytes], { objectMode: false });
  const file = { mimeType: 'image/png', filename: 'a.png', bytes: bytes.length, sha256, open };
  return metaMedia.outgoing.upload(http, fields, file);
};
const graph = (code: number, subcode?: number) =>
  JSON.stringify({ error: { message: 'secret-token is wrong', code, error_subcode: subcode } });

describe('an upload', () => {
  it('is a form with the file, and ends with the id', async () => {
    answers = [{ status: 200, body: '{"id":"1003383421"}' }];
    const { outcome, call } = await upload();
    expect(outcome).toEqual({ kind: 'uploaded', reference: '1003383421', keptSeconds: 2_592_000 });
    expect(asked[0]?.request.url).toBe('/v24.0/42/media');
    expect(asked[0]?.request.headers.authorization).toBe('Bearer secret-token');
    const form = asked[0]?.body.toString() ?? '';
    expect(form).toContain('name="messaging_product"\r\n\r\nwhatsapp');
    expect(form).toContain('filename="a.png"\r\ncontent-type: image/png\r\n\r\nthe bytes of a picture');
    expect(call.requestBody).not.toContain('the bytes');
  });

  it.each([
    [{ status: 400, body: graph(100) }, 'rejected'],
    [{ status: 401, body: graph(190) }, 'suspended'],
    [{ status: 400, body: graph(130429) }, 'retry'],
    [{ status: 500, body: graph(131000) }, 'retry'],
    [{ status: 502, body: '<html>' }, 'retry'],
    [{ status: 413, body: '' }, 'rejected'],
    [{ status: 200, body: 'nonsense' }, 'retry'],
  ] as const)('that is answered %j is a value', async (answer, kind) => {
    answers = [answer];
    const { outcome, call } = await upload();
    expect(outcome.kind).toBe(kind);
    expect(JSON.stringify([outcome, call])).not.toContain('secret-token');
  });
});

describe('a fetch', () => {
  const found = (url: string, more: object = {}) => ({
    status: 200,
    body: JSON.stringify({ url, mime_type: 'image/png', sha256, file_size: String(bytes.length), ...more }),
  });
  const file = { reference: '77', mimeType: null, filename: null, sha256: null };
  const bounds = { bytesMax: 1_000, timeoutMilliseconds: 5_000 };
  const get = () => metaMedia.fetch(http, fields, file, bounds);

  it('asks for the address, and brings the bytes', async () => {
    answers = [found(`${base}/file`), { status: 200, body: bytes }];
    const { outcome, calls } = await get();
    if (outcome.kind !== 'fetched') throw new Error(outcome.kind);
    expect((await buffer(outcome.body)).equals(bytes)).toBe(true);
    expect(outcome).toMatchObject({ mimeType: 'image/png', sha256, bytes: bytes.length });
    expect(asked.map(({ request }) => request.url)).toEqual(['/v24.0/77?phone_number_id=42', '/file']);
    expect(asked[1]?.request.headers.authorization).toBe('Bearer secret-token');
    expect(calls).toHaveLength(2);
  });

  it('shows the token only to the base address and Meta', async () => {
    answers = [found('http://127.0.0.1:1/file')];
    expect((await get()).outcome.kind).toBe('blocked');
    answers = [found('http://lookaside.fbsbx.com/file')];
    expect((await get()).outcome.kind).toBe('blocked');
    answers = [found('https://fbsbx.com.evil.example/file')];
    expect((await get()).outcome.kind).toBe('blocked');
    answers = [
      found(`${base}/file`),
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
    ];
    expect((await get()).outcome.kind).toBe('retry');
    expect(asked).toHaveLength(5);
  });

  it('says what cannot be had', async () => {
    answers = [{ status: 400, body: graph(100, 33) }];
    expect((await get()).outcome.kind).toBe('gone');
    answers = [found(`${base}/file`, { file_size: '1001' })];
    expect((await get()).outcome.kind).toBe('too_big');
    const large = { status: 200, body: Buffer.alloc(1_001), headers: { 'content-length': '1001' } };
    answers = [found(`${base}/file`, { file_size: undefined }), large];
    expect((await get()).outcome.kind).toBe('too_big');
  });

  it.each([
    [[{ status: 401, body: graph(190) }]],
    [[{ status: 500, body: '' }]],
    [[{ status: 200, body: '{}' }]],
    [[found(`${base}/file`), { status: 404, body: '' }]],
  ])('is tried again after %j', async (script) => {
    answers = script;
    const { outcome } = await get();
    expect(outcome.kind).toBe('retry');
    expect(JSON.stringify(outcome)).not.toContain('secret-token');
  });
});

describe('a checksum', () => {
  it('is read in both of the ways in which Meta writes it', () => {
    expect(readSha256(sha256.toUpperCase())).toBe(sha256);
    expect(readSha256(Buffer.from(sha256, 'hex').toString('base64'))).toBe(sha256);
    for (const text of ['', 'abc', undefined, 7, 'x'.repeat(44)]) expect(readSha256(text)).toBeNull();
  });
});
