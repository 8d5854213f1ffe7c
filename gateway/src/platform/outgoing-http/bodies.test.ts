// Bytes, streams and forms in both directions, and the methods besides GET and POST.

import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  closedPort,
  httpAnswer,
  type LoopbackServer,
} from '../../../tests/providers/support/loopback-server.ts';
import { type Behaviour, type Receiver, startReceiver } from '../../../tests/support/receivers/receiver.ts';
import { type FormPart, multipartBody } from './multipart.ts';
import type { OutgoingHttp, OutgoingRequest } from './outgoing-http.ts';
import { makeRequest, useOutgoingHttp } from './tests-support/use-outgoing-http.ts';

const { closeAfter, startServer, openHttp } = useOutgoingHttp();
const createHttp = (): OutgoingHttp => openHttp({ connections: 2 });

const start = async (behaviour: Behaviour): Promise<Receiver> => closeAfter(await startReceiver(behaviour));

const post = ({ url }: Pick<LoopbackServer, 'url'>, given: Partial<OutgoingRequest> = {}): OutgoingRequest =>
  makeRequest(url, given);

const requestTo = (server: LoopbackServer, index = 0): { head: string; body: string } => {
  const [head = '', ...rest] = (server.requests[index] ?? '').split('\r\n\r\n');
  return { head, body: rest.join('\r\n\r\n') };
};

const echoesHash: Behaviour = (response, { headers, body }) =>
  response.end(
    JSON.stringify({
      hash: createHash('sha256').update(body).digest('hex'),
      length: headers['content-length'],
    }),
  );

const streamOf = (...chunks: readonly (string | Buffer)[]): Readable =>
  Readable.from(
    chunks.map((chunk) => Buffer.from(chunk as string)),
    { objectMode: false },
  );

describe('a request', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'POST'] as const)('of %s brings its body', async (method) => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    expect(await createHttp().send(post(server, { method, body: '{}' }))).toMatchObject({ status: 200 });
    expect(requestTo(server).head).toMatch(new RegExp(`^${method} / HTTP/1\\.1\\r\\n`));
    expect(requestTo(server).body).toBe('{}');
  });

  test('of HEAD is answered by the head alone', async () => {
    const server = await startServer((socket) =>
      socket.write(httpAnswer(200, '', { 'content-length': '12345' })),
    );
    const http = createHttp();
    for (let count = 0; count < 2; count += 1) {
      const result = await http.send(post(server, { method: 'HEAD' }));
      expect(result).toMatchObject({ kind: 'answered', body: '', isWhole: true });
      expect(result).toMatchObject({ headers: { 'content-length': '12345' } });
    }
  });

  test('brings bytes as they are', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const bytes = randomBytes(5_000);
    await createHttp().send(post(server, { body: bytes }));
    expect(requestTo(server).head).toContain('content-length: 5000');
    expect(Buffer.from(requestTo(server).body, 'latin1').equals(bytes)).toBe(true);
  });

  test('brings a stream of known length with that length', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const body = { stream: streamOf('one ', 'two ', 'three'), byteLength: 13 };
    expect(await createHttp().send(post(server, { body }))).toMatchObject({ kind: 'answered', status: 200 });
    expect(requestTo(server).head).toMatch(/content-length: 13\r?$/m);
    expect(requestTo(server).body).toBe('one two three');
    expect(body.stream.destroyed).toBe(true);
  });

  test('brings a stream of unknown length in chunks, larger than any buffer', async () => {
    const receiver = await start(echoesHash);
    const text = 'سلام '.repeat(200_000);
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: 16 }, (_, at) =>
      bytes.subarray((at * bytes.length) / 16, ((at + 1) * bytes.length) / 16),
    );
    const body = { stream: streamOf(...chunks), byteLength: null };
    const result = await createHttp().send(post(receiver, { body }));
    const hash = createHash('sha256').update(text).digest('hex');
    expect(result).toMatchObject({ kind: 'answered', body: JSON.stringify({ hash }) });
  });

  test.each([
    ['shorter', 4],
    ['longer', 9],
  ])('with a stream that is %s than was said is not taken for a whole one', async (_name, byteLength) => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const body = { stream: streamOf('sixsix'), byteLength };
    const result = await createHttp().send(post(server, { body }));
    expect(result.kind).not.toBe('answered');
    expect(server.requests).toEqual([]);
  });
});

describe('a stream that fails', () => {
  const failing = (before: readonly string[]): Readable =>
    Readable.from(
      (async function* () {
        for (const chunk of before) yield Buffer.from(chunk);
        await sleep(30);
        throw Object.assign(new Error('no such file: /var/lib/secret'), { code: 'ENOENT' });
      })(),
      { objectMode: false },
    );

  test('before its first byte leaves the request unsent', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const body = { stream: failing([]), byteLength: null };
    const result = await createHttp().send(post(server, { body }));
    const detail = 'The body of the request could not be read (ENOENT).';
    expect(result).toMatchObject({ kind: 'unsent', reason: 'unreachable', detail });
    expect(server.requests).toEqual([]);
  });

  test('in the middle leaves it unanswered', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const body = { stream: failing(['one']), byteLength: 100 };
    const result = await createHttp().send(post(server, { body }));
    expect(result).toMatchObject({ kind: 'unanswered', reason: 'reset' });
    expect(server.requests).toEqual([]);
  });

  test('while the request waits for its connection ends it, and harms nothing else', async () => {
    const server = await startServer(() => undefined);
    const body = { stream: new Readable({ read: () => undefined }), byteLength: null };
    setTimeout(() => body.stream.destroy(new Error('gone')), 30);
    const url = server.url.replace('http:', 'https:');
    const result = await createHttp().send(post({ url }, { body }));
    expect(result).toMatchObject({ kind: 'unsent' });
    expect(result.milliseconds, 'in time').toBeLessThan(1_500);
  });

  test('or was never read, because nothing listens, is closed', async () => {
    const body = { stream: streamOf('one'), byteLength: 3 };
    const result = await createHttp().send(post({ url: `http://127.0.0.1:${await closedPort()}` }, { body }));
    expect(result).toMatchObject({ kind: 'unsent', reason: 'refused' });
    await expect.poll(() => body.stream.destroyed).toBe(true);
  });

  test('or was never asked for, because the address is wrong, is closed', async () => {
    const body = { stream: streamOf('one'), byteLength: 3 };
    expect(await createHttp().send(post({ url: 'nowhere' }, { body }))).toMatchObject({ kind: 'unsent' });
    expect(body.stream.destroyed).toBe(true);
  });
});

describe('an answer as bytes', () => {
  test('is what was sent, NUL and all', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0xc3, 0x28]), randomBytes(900)]);
    const server = await startServer((socket) => socket.write(httpAnswer(200, bytes)));
    const result = await createHttp().send({ ...post(server), answerAs: 'bytes' });
    expect(result.kind === 'answered' && result.body.equals(bytes)).toBe(true);
  });

  test('is cut at the bound', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'x'.repeat(5_000))));
    const result = await createHttp().send({ ...post(server), answerAs: 'bytes' });
    expect(result).toMatchObject({ isWhole: false, cutBy: 'length' });
    expect(result.kind === 'answered' && result.body.length).toBe(1_000);
  });
});

describe('an answer as a stream', () => {
  const stream = async (server: LoopbackServer, given: Partial<OutgoingRequest> = {}) => {
    const result = await createHttp().send({
      ...post(server, { method: 'GET', answerBytesMax: 50_000_000, ...given }),
      answerAs: 'stream',
    });
    if (result.kind !== 'answered') throw new Error(result.detail);
    return result;
  };

  test('comes with status and headers at once, and its body as it arrives', async () => {
    const server = await startServer(async (socket) => {
      socket.write(httpAnswer(206, 'first ', { 'content-length': '12' }));
      await sleep(50);
      socket.write('second');
    });
    const { status, headers, body, milliseconds } = await stream(server);
    expect([status, headers['content-length']]).toEqual([206, '12']);
    expect(milliseconds, 'in time').toBeLessThan(1_500);
    expect((await buffer(body)).toString()).toBe('first second');
  });

  test('of many megabytes is not held in memory while its reader is slow', async () => {
    const megabyte = randomBytes(1_048_576);
    let written = 0;
    const server = await startServer(async (socket) => {
      socket.write(httpAnswer(200, '', { 'content-length': String(32 * megabyte.length) }));
      for (let count = 0; count < 32 && !socket.destroyed; count += 1) {
        if (!socket.write(megabyte)) await new Promise((resolve) => socket.once('drain', resolve));
        written += 1;
      }
    });
    const { body } = await stream(server, { timeoutMilliseconds: 20_000 });
    await sleep(200);
    // Only as much as the buffers of two sockets hold, not the whole.
    expect(written).toBeLessThan(20);
    expect((await buffer(body)).length).toBe(32 * megabyte.length);
  });

  test.each([
    ['length', { answerBytesMax: 1_000 }],
    ['timeout', { timeoutMilliseconds: 200 }],
  ] as const)('that is cut by its %s fails', async (cutBy, given) => {
    const server = await startServer((socket) =>
      socket.write(httpAnswer(200, 'x'.repeat(5_000), { 'content-length': '100000' })),
    );
    const { body } = await stream(server, given);
    await expect(buffer(body)).rejects.toMatchObject({ name: 'AnswerCutError', cutBy });
  });

  test('that breaks off fails', async () => {
    const server = await startServer((socket) =>
      socket.write(httpAnswer(200, 'half', { 'content-length': '8' }), () =>
        setTimeout(() => socket.resetAndDestroy(), 30),
      ),
    );
    const { body } = await stream(server);
    await expect(buffer(body)).rejects.toMatchObject({ name: 'AnswerCutError', cutBy: 'reset' });
  });

  test('that its reader has had enough of is broken off', async () => {
    let isClosed = false;
    const server = await startServer((socket) => {
      socket.on('close', () => {
        isClosed = true;
      });
      socket.write(httpAnswer(200, 'half', { 'content-length': '8' }));
    });
    const { body } = await stream(server);
    body.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });

  test('leaves its connection to the next request once it is read', async () => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const http = openHttp({ connections: 1 });
    for (let count = 0; count < 3; count += 1) {
      const result = await http.send({ ...post(server), answerAs: 'stream' });
      if (result.kind !== 'answered') throw new Error(result.detail);
      expect((await buffer(result.body)).toString()).toBe('ok');
    }
    expect(server.connections()).toBe(1);
  });
});

describe('a form', () => {
  const send = async (parts: readonly FormPart[]): Promise<{ form: FormData; head: string }> => {
    const server = await startServer((socket) => socket.write(httpAnswer(200, 'ok')));
    const { contentType, body } = multipartBody(parts);
    const headers = { 'content-type': contentType };
    expect(await createHttp().send(post(server, { headers, body }))).toMatchObject({ status: 200 });
    const { head, body: text } = requestTo(server);
    const form = await new Response(Buffer.from(text, 'latin1'), { headers }).formData();
    return { form, head };
  };

  test('brings fields and files, read by another implementation, with its length', async () => {
    const image = randomBytes(3_000);
    const { form, head } = await send([
      { name: 'messaging_product', value: 'whatsapp' },
      { name: 'type', value: 'صورة' },
      {
        name: 'file',
        fileName: 'صورة "1".png',
        contentType: 'image/png',
        content: { stream: streamOf(image.subarray(0, 1_000), image.subarray(1_000)), byteLength: 3_000 },
      },
      { name: 'small', fileName: 'a.txt', contentType: 'text/plain', content: Buffer.from('small') },
    ]);
    expect(head).toMatch(/content-length: \d{4}/);
    expect(form.get('messaging_product')).toBe('whatsapp');
    expect(form.get('type')).toBe('صورة');
    const file = form.get('file') as File;
    expect([file.name, file.type]).toEqual(['صورة "1".png', 'image/png']);
    expect(Buffer.from(await file.arrayBuffer()).equals(image)).toBe(true);
    expect(await (form.get('small') as File).text()).toBe('small');
  });

  test('cannot be broken out of by a name or a type', async () => {
    const bad = 'a"\r\nx: y\r\n\r\n--';
    const { form } = await send([
      { name: bad, value: 'one' },
      { name: 'file', fileName: bad, contentType: 'text/plain\r\nx: y', content: Buffer.from('two') },
    ]);
    expect([...form.keys()]).toHaveLength(2);
    expect(await (form.get('file') as File).text()).toBe('two');
  });

  test('of unknown length has none, and leaves no file open when it is given up', async () => {
    const content = { stream: streamOf('one'), byteLength: null };
    const { body } = multipartBody([{ name: 'file', fileName: 'a', contentType: 'text/plain', content }]);
    expect(body.byteLength).toBeNull();
    await createHttp().send(post({ url: 'nowhere' }, { body }));
    await expect.poll(() => content.stream.destroyed).toBe(true);
  });
});
