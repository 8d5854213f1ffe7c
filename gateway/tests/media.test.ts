// Uploading files and reading them: what is promised of `/api/v1/media`, on the real routes.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Media, MediaLink, MediaUsage } from '@hudhud/contract/media.ts';
import { describe, expect, it } from 'vitest';
import { objectKey } from '../src/media/store/media-store.ts';
import { openMediaStore } from '../src/media/store/open-media-store.ts';
import { sweepMedia } from '../src/media/sweep-media.ts';
import { fromPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { dataDirOf, type TestCompany, useApiGateway } from './support/gateway.ts';
import { useFileServer } from './support/receivers/file-server.ts';
import { enlarged, sampleFiles } from './support/sample-files.ts';

const gateway = await useApiGateway({
  environment: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', MEDIA_QUOTA_BYTES: '30000000' },
});
const company = await gateway.createCompany();
const elsewhere = await useFileServer();

const upload = (bytes: Buffer, type = 'application/octet-stream', query = '', by: TestCompany = company) =>
  by.call<Media>('POST', `/api/v1/media${query}`, { body: bytes, headers: { 'content-type': type } });

const formOf = (name: string, filename: string, type: string, bytes: Buffer) => {
  const head = `--xx\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--xx--\r\n')]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=xx' } };
};

const content = async (id: string, headers: Record<string, string> = {}, by: TestCompany = company) =>
  await fetch(`${gateway.address}/api/v1/media/${id}/content`, { headers: { ...by.headers, ...headers } });

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

const unique = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from(`\n${Math.random()}`)]);

describe('an upload', () => {
  it('as the body itself is kept under its checksum', async () => {
    const bytes = unique(sampleFiles.pdf);
    const { status, body } = await upload(bytes, 'application/pdf', '?filename=invoice-1042.pdf');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^med_/),
      direction: 'out',
      state: 'stored',
      mime_type: 'application/pdf',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      filename: 'invoice-1042.pdf',
      usable_for: ['document'],
    });
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now() + 100 * 86_400_000);
    expect((await company.get<Media>(`/api/v1/media/${body.id}`)).body).toEqual(body);
    expect((await bytesOf(await content(body.id))).equals(bytes)).toBe(true);
  });

  it('as a form keeps the name of its file', async () => {
    const form = formOf('file', 'صورة.png', 'image/png', sampleFiles.png);
    const { status, body } = await company.call<Media>('POST', '/api/v1/media', form);
    expect({ status, ...body }).toMatchObject({ status: 201, filename: 'صورة.png', usable_for: ['image'] });
  });

  it('by address is fetched, with redirects, and named after the address', async () => {
    elsewhere.serve('/files/report.pdf', {
      body: sampleFiles.pdf,
      headers: { 'content-type': 'application/pdf' },
    });
    elsewhere.serve('/old', { status: 302, headers: { location: '/files/report.pdf' } });
    const body = { url: `${elsewhere.url}/old` };
    const answer = await company.call<Media>('POST', '/api/v1/media', { body });
    expect(answer.body).toMatchObject({ filename: 'old', mime_type: 'application/pdf' });
    const named = await company.call<Media>('POST', '/api/v1/media', {
      body: { ...body, filename: 'mine.pdf' },
    });
    expect(named.body.filename).toBe('mine.pdf');
  });

  it('may come in chunks, without a length', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(sampleFiles.png.subarray(0, 30));
        controller.enqueue(sampleFiles.png.subarray(30));
        controller.close();
      },
    });
    const answer = await fetch(`${gateway.address}/api/v1/media`, {
      method: 'POST',
      headers: { ...company.headers, 'content-type': 'image/png' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(201);
  });

  it('that says it is something else is refused', async () => {
    expectProblem(await upload(sampleFiles.png, 'image/jpeg'), 'media_type_mismatch');
  });

  it('without a byte is refused', async () => {
    expectProblem(await upload(Buffer.alloc(0), 'image/png'), 'media_empty');
    expectProblem(
      await company.call('POST', '/api/v1/media', formOf('file', 'x', 'image/png', Buffer.alloc(0))),
      'media_empty',
    );
    expectProblem(
      await company.call('POST', '/api/v1/media', {
        body: '--xx--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      }),
      'media_empty',
    );
  });

  it('in another field, or in a form that breaks off, is refused', async () => {
    expectProblem(
      await company.call('POST', '/api/v1/media', formOf('picture', 'x.png', 'image/png', sampleFiles.png)),
      'unknown_field',
    );
    const broken = formOf('file', 'x.png', 'image/png', sampleFiles.png);
    expectProblem(
      await company.call('POST', '/api/v1/media', { ...broken, body: broken.body.subarray(0, -12) }),
      'invalid_value',
    );
    expectProblem(
      await company.call('POST', '/api/v1/media', {
        ...broken,
        headers: { 'content-type': 'multipart/form-data' },
      }),
      'invalid_value',
    );
  });

  it('of more than 100 MB is refused, and its caller can still read why', async () => {
    const pieces = function* () {
      for (let megabytes = 0; megabytes < 104; megabytes += 1) yield Buffer.alloc(1_048_576, sampleFiles.pdf);
    };
    const answer = await fetch(`${gateway.address}/api/v1/media`, {
      method: 'POST',
      headers: { ...company.headers, 'content-type': 'application/pdf' },
      body: Readable.from(pieces()),
      duplex: 'half',
    } as unknown as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'media_too_big' });
  });

  it('that never ends is cut off when it has been too large for seconds', async () => {
    const address = new URL(gateway.address);
    const socket = connect(Number(address.port), address.hostname);
    const received: Buffer[] = [];
    socket.on('data', (piece) => received.push(piece));
    socket.on('error', () => undefined);
    const headers = Object.entries({ ...company.headers, 'content-type': 'application/pdf' });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST /api/v1/media HTTP/1.1\r\nhost: x\r\n${lines}transfer-encoding: chunked\r\n\r\n`);
    const piece = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(1_048_576, sampleFiles.pdf),
      Buffer.from('\r\n'),
    ]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const deadline = performance.now() + 60_000;
    while (!socket.destroyed && performance.now() < deadline) {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    }
    await closed;
    // Its last bytes may have crossed the answer, which is then lost; what came of it says why.
    expect(Buffer.concat(received).toString()).toMatch(/^$|^HTTP\/1\.1 413 /);
  });

  it('without the token is refused before a byte is read', async () => {
    const answer = await gateway.call('POST', '/api/v1/media', {
      body: sampleFiles.png,
      headers: { 'content-type': 'image/png' },
    });
    expectProblem(answer, 'invalid_credentials');
  });
});

describe('an address that does not give the file', () => {
  const from = (url: string) => company.call('POST', '/api/v1/media', { body: { url } });

  it('is reported with the reason', async () => {
    elsewhere.serve('/missing', { status: 404 });
    elsewhere.serve('/empty', { body: Buffer.alloc(0) });
    elsewhere.serve('/loop', { status: 302, headers: { location: '/loop' } });
    elsewhere.serve('/inside', { status: 302, headers: { location: 'http://10.0.0.1/secret' } });
    const detail = async (path: string) =>
      expectProblem(await from(`${elsewhere.url}${path}`), 'media_fetch_failed').detail;
    expect(await detail('/missing')).toContain('404');
    expect(await detail('/empty')).toContain('empty');
    expect(await detail('/loop')).toContain('redirects');
    expect(await detail('/inside')).toContain('not a public');
    expect(expectProblem(await from('http://192.168.0.1/x'), 'media_fetch_failed').detail).toContain(
      'not a public',
    );
    expectProblem(await from('ftp://example.com/x'), 'invalid_value');
  });
});

describe('the room of a company', () => {
  it('is shown, counts the same bytes once, and is bounded', async () => {
    const mine = await gateway.createCompany();
    const usage = async () => (await mine.get<MediaUsage>('/api/v1/media/usage')).body;
    expect(await usage()).toEqual({
      files: 0,
      bytes: 0,
      quota_bytes: 30_000_000,
      file_bytes_max: 104_857_600,
    });
    const first = await upload(sampleFiles.png, 'image/png', '', mine);
    const second = await upload(sampleFiles.png, 'image/png', '', mine);
    expect(second.body.id).not.toBe(first.body.id);
    await upload(sampleFiles.pdf, 'application/pdf', '', mine).then(({ body }) =>
      mine.call('DELETE', `/api/v1/media/${body.id}`),
    );
    const found = await mine.get<{ data: Media[] }>(`/api/v1/media?sha256=${first.body.sha256}`);
    expect(found.body.data.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
    const none = await mine.get<{ data: Media[] }>(`/api/v1/media?sha256=${'0'.repeat(64)}`);
    expect(none.body.data).toEqual([]);
    expect(await usage()).toMatchObject({ files: 1, bytes: sampleFiles.png.length });
    const big = enlarged(sampleFiles.pdf, 29_999_990);
    expectProblem(await upload(big, 'application/pdf', '', mine), 'media_quota_reached');
    expect(await usage()).toMatchObject({ files: 1 });
  });
});

describe('a file', () => {
  it('is given in parts', async () => {
    const { body } = await upload(sampleFiles.text, 'text/plain');
    const whole = sampleFiles.text.toString();
    const part = async (range: string) => {
      const answer = await content(body.id, { range });
      return { status: answer.status, range: answer.headers.get('content-range'), text: await answer.text() };
    };
    const size = whole.length;
    expect(await part('bytes=0-3')).toEqual({
      status: 206,
      range: `bytes 0-3/${size}`,
      text: whole.slice(0, 4),
    });
    expect(await part('bytes=4-')).toMatchObject({ status: 206, text: whole.slice(4) });
    expect(await part('bytes=-5')).toMatchObject({ status: 206, text: whole.slice(-5) });
    expect(await part('bytes=0-1,3-4')).toMatchObject({ status: 200, text: whole });
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416 });
  });

  it('runs nowhere, and is saved when it could act', async () => {
    const picture = await content((await upload(sampleFiles.png, 'image/png', '?filename=a.png')).body.id);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-length': String(sampleFiles.png.length),
    });
    const page = await content((await upload(sampleFiles.html, 'text/html')).body.id);
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('is not sent again to who has it, and shows its size without its bytes', async () => {
    const { body } = await upload(sampleFiles.png, 'image/png');
    const same = await content(body.id, { 'if-none-match': `"${body.sha256}"` });
    expect(same.status).toBe(304);
    const head = await fetch(`${gateway.address}/api/v1/media/${body.id}/content`, {
      method: 'HEAD',
      headers: company.headers,
    });
    expect(head.headers.get('content-length')).toBe(String(sampleFiles.png.length));
  });

  it('is listed, and gone once it is deleted', async () => {
    const { body } = await upload(unique(sampleFiles.text), 'text/plain');
    const list = await company.get<{ data: Media[] }>('/api/v1/media?direction=out&limit=200');
    expect(list.body.data).toContainEqual(body);
    expect((await company.call('DELETE', `/api/v1/media/${body.id}`)).status).toBe(204);
    expectProblem(await company.call('DELETE', `/api/v1/media/${body.id}`), 'media_not_found');
    expectProblem(await company.get(`/api/v1/media/${body.id}`), 'media_not_found');
    expect((await content(body.id)).status).toBe(404);
    const { pool } = gateway.running.storage.database;
    const left = await pool.query(`select 1 from media_files where encode(sha256, 'hex') = $1`, [
      body.sha256,
    ]);
    expect(left.rowCount).toBe(0);
    const store = openMediaStore({ dataDir: dataDirOf(gateway.database.url), mediaUrl: null });
    expect(await sweepMedia(pool, store)).toBeGreaterThan(0);
    expect(await store.sizeOf(`${company.uuid}/${body.sha256?.slice(0, 2)}/${body.sha256}`)).toBeNull();
  });

  it('whose time is over is swept, unless its bytes are those of another', async () => {
    const bytes = unique(sampleFiles.text);
    const [first, second] = [await upload(bytes, 'text/plain'), await upload(bytes, 'text/plain')];
    const { pool } = gateway.running.storage.database;
    const store = openMediaStore({ dataDir: dataDirOf(gateway.database.url), mediaUrl: null });
    const key = objectKey(company.uuid, first.body.sha256 ?? '');
    const end = async (id: string) => {
      await pool.query(`update media set expires_at = now() - interval '1 second' where id = $1`, [
        fromPublicId('media', id),
      ]);
      await sweepMedia(pool, store);
    };
    await end(first.body.id);
    expectProblem(await company.get(`/api/v1/media/${first.body.id}`), 'media_not_found');
    expect((await content(second.body.id)).status).toBe(200);
    await end(second.body.id);
    expect(await store.sizeOf(key)).toBeNull();
  });

  it('that somebody began to place and never finished is swept', async () => {
    const { pool } = gateway.running.storage.database;
    const store = openMediaStore({ dataDir: dataDirOf(gateway.database.url), mediaUrl: null });
    const sha256 = 'cd'.repeat(32);
    const key = objectKey(company.uuid, sha256);
    const path = join(dataDirOf(gateway.database.url), 'left-behind');
    await writeFile(path, 'left by a crash');
    await store.put(key, { path, bytes: 15, sha256 });
    await pool.query(
      `insert into media_files (company_id, sha256, bytes, placing_until)
       values ($1, decode($2, 'hex'), 15, now() + interval '1 minute')`,
      [company.uuid, sha256],
    );
    await sweepMedia(pool, store);
    expect(await store.sizeOf(key)).toBe(15);
    await pool.query(
      `update media_files set placing_until = now() - interval '1 second' where sha256 = decode($1, 'hex')`,
      [sha256],
    );
    await sweepMedia(pool, store);
    expect(await store.sizeOf(key)).toBeNull();
  });

  it('is swept in one sweep however many were begun, as while a store is away', async () => {
    const { pool } = gateway.running.storage.database;
    const store = openMediaStore({ dataDir: dataDirOf(gateway.database.url), mediaUrl: null });
    await pool.query(
      `insert into media_files (company_id, sha256, bytes, placing_until)
       select $1, sha256(number::text::bytea), 1, now() - interval '1 second' from generate_series(1, 1200) as number`,
      [company.uuid],
    );
    await sweepMedia(pool, store);
    expect((await pool.query('select from media_files where placing_until is not null')).rowCount).toBe(0);
  });

  it('of another company is not found', async () => {
    const other = await gateway.createCompany();
    const { body } = await upload(sampleFiles.png, 'image/png');
    expectProblem(await other.get(`/api/v1/media/${body.id}`), 'media_not_found');
    expect((await content(body.id, {}, other)).status).toBe(404);
    expectProblem(await other.call('DELETE', `/api/v1/media/${body.id}`), 'media_not_found');
    expectProblem(await other.get('/api/v1/media/con_123'), 'invalid_id');
  });
});

describe('a link', () => {
  const linkTo = async (id: string, seconds = 60) =>
    (await company.get<MediaLink>(`/api/v1/media/${id}/link?seconds=${seconds}`)).body;

  it('opens the file without credentials, under its name', async () => {
    const { body } = await upload(
      sampleFiles.pdf,
      'application/pdf',
      '?filename=%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9.pdf',
    );
    const { url, expires_at } = await linkTo(body.id);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 50_000);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9.pdf');
    expect((await bytesOf(answer)).equals(sampleFiles.pdf)).toBe(true);
  });

  it('that was changed, or is of another company, does not work', async () => {
    const { body } = await upload(sampleFiles.png, 'image/png', '?filename=a.png');
    const { body: second } = await upload(sampleFiles.jpeg, 'image/jpeg');
    const other = await gateway.createCompany();
    const { url } = await linkTo(body.id);
    const changes: [string | RegExp, string][] = [
      [body.id, second.id],
      ['a.png', 'b.exe'],
      [company.id, other.id],
      [/expires=\d+/, `expires=${Math.ceil(Date.now() / 1_000) + 9_999}`],
      [/signature=.{4}/, 'signature=AAAA'],
      [/[?].*/, ''],
    ];
    for (const [from, to] of changes) {
      const answer = await fetch(url.replace(from, to));
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'media_link_invalid' });
    }
  });

  it('ends', async () => {
    const { body } = await upload(sampleFiles.png, 'image/png');
    const { url } = await linkTo(body.id, 1);
    await expect.poll(async () => (await fetch(url)).status).toBe(403);
  });
});
