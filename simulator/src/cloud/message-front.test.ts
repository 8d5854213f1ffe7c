import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { createSimulator } from '../create-simulator.ts';
import { simulatorPlugin } from '../simulator-plugin.ts';
import { listenWithFront } from './message-front.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(hasFront: boolean) {
  const settings = { slowAnswerMs: 60, throughputPerSecond: 0, pairIntervalMs: 0 };
  const simulator = createSimulator({ settings });
  simulator.registerNumber({ ...account, callbackUrl: null });
  const server = Fastify();
  const seen: string[] = [];
  server.addHook('onRequest', async ({ method }) => void seen.push(method));
  await server.register(simulatorPlugin, { simulator });
  const where = { port: 0, host: '127.0.0.1' };
  const address = await (hasFront ? listenWithFront(server, simulator, where) : server.listen(where));
  const close = () => server.close().then(() => simulator.close());
  closing.push(close);
  return { simulator, server, seen, close, port: Number(new URL(address).port) };
}

const headOf = (
  more: string[] = [],
  path = `/v24.0/${account.phoneNumberId}/messages`,
  token = 'test-token',
) => [`POST ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');
const bodyOf = (to = '+966501234567', text = 'Hi') =>
  JSON.stringify({ messaging_product: 'whatsapp', to, text: { body: text } });
const json = 'Content-Type: application/json';

/** A request for a message; `more` replaces what is plain about it. */
function post(body = bodyOf(), { path, token, headers = [json] }: Partial<Odd> = {}): string {
  return headOf([...headers, `Content-Length: ${Buffer.byteLength(body)}`], path, token) + body;
}

interface Odd {
  path: string;
  token: string;
  headers: string[];
}

/** A connection as its client sees it. */
function dial(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let failure = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code ?? '';
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  closing.push(async () => socket.destroy());
  return {
    socket,
    closed,
    answers: () => text.split('HTTP/1.1 ').length - 1,
    /** Everything that came, without what differs from run to run. */
    story: () =>
      (text + failure)
        .replace(/^Date: .*$/gm, 'Date: now')
        .replace(/wamid\.[\w+/=]+/g, 'wamid')
        .replace(/(x-fb-trace-id: |"fbtrace_id":")[\w-]+/g, '$1trace'),
  };
}

/** Sends the pieces apart from each other, waits for the answers, ends, and tells what came until the close. */
async function exchange(port: number, pieces: string[], answers: number): Promise<string> {
  const { socket, closed, answers: count, story } = dial(port);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(15);
  }
  if (answers > 0) await vi.waitUntil(() => count() >= answers || socket.destroyed, { timeout: 10_000 });
  socket.end();
  await closed;
  return story();
}

const get = 'GET /control/numbers HTTP/1.1\r\nHost: a\r\n\r\n';
const arabic = bodyOf('+966501234567', 'مرحبا 👋');
const chunked = `${headOf([json, 'Transfer-Encoding: chunked'])}${bodyOf().length.toString(16)}\r\n${bodyOf()}\r\n0\r\n\r\n`;
const long = bodyOf('+966501234567', 'a'.repeat(300_000));

// title, pieces, answers, and how many requests are left to Fastify
const table: [string, string[], number, number][] = [
  ['a message', [post()], 1, 0],
  ['a message without a version', [post(bodyOf(), { path: `/${account.phoneNumberId}/messages` })], 1, 0],
  ['a message that is refused', [post('{"messaging_product":"whatsapp"}')], 1, 0],
  ['JSON that is no object', [post('[]')], 1, 0],
  ['text outside ASCII', [post(arabic)], 1, 0],
  ['a long body', [post(long)], 1, 0],
  ['an error without a body', [post(bodyOf('+15550000500'))], 1, 0],
  ['a slow answer', [post(bodyOf('+15551000001'))], 1, 0],
  ['a status before its answer', [post(bodyOf('+15551000006'))], 1, 0],
  ['a reset', [post(bodyOf('+15551000004'))], 1, 0],
  ['no answer, and a client that gives up', [post(bodyOf('+15551000003'))], 0, 0],
  ['a head in two pieces', [post().slice(0, 50), post().slice(50)], 1, 0],
  ['a body in two pieces', [post().slice(0, -10), post().slice(-10)], 1, 0],
  ['two messages, one after the other', [post(), post()], 2, 0],
  ['two messages at once', [post() + post()], 2, 0],
  ['a message while a slow answer is owed', [post(bodyOf('+15551000001')), post(), post()], 3, 0],
  ['many messages while a slow answer is owed', [post(bodyOf('+15551000001')) + post().repeat(500)], 501, 0],
  ['a message and a half', [post() + post().slice(0, 30), post().slice(30)], 2, 0],
  ['a GET after a message', [post(), get, post()], 3, 2],
  ['a GET together with a message', [post() + get + post()], 3, 3],
  ['a GET while a slow answer is owed', [post(bodyOf('+15551000001')), get], 2, 1],
  ['a wrong token', [post(bodyOf(), { token: 'wrong' })], 1, 1],
  ['an unknown number', [post(bodyOf(), { path: '/v24.0/1/messages' })], 1, 1],
  ['bad JSON', [post('{')], 1, 1],
  ['no body', [post('')], 1, 1],
  ['no content type', [post(bodyOf(), { headers: [] })], 1, 1],
  ['a chunked body', [chunked], 1, 1],
  ['a body above the limit', [headOf([json, 'Content-Length: 1048577'])], 1, 1],
  ['a client that wants to be asked', [post(bodyOf(), { headers: [json, 'Expect: 100-continue'] })], 2, 1],
  ['a connection to be closed', [post(bodyOf(), { headers: [json, 'Connection: close'] })], 1, 1],
  ['HTTP/1.0', [post().replace('HTTP/1.1', 'HTTP/1.0')], 1, 1],
  ['two lengths', [post(bodyOf(), { headers: [json, 'Content-Length: 5'] })], 1, 0],
  ['no host', [post().replace('Host: a\r\n', '')], 1, 0],
  ['rubbish after a message', [`${post()}rubbish`], 1, 1],
  ['half a head, and a client that gives up', [post().slice(0, 40)], 0, 0],
  ['half a body, and a client that gives up', [post().slice(0, -10)], 0, 1],
];

describe('the same as from Fastify alone', () => {
  it.each(table)('is %s', async (_title, pieces, answers, left) => {
    const [front, alone] = [await start(true), await start(false)];
    const story = await exchange(front.port, pieces, answers);
    expect(story).toBe(await exchange(alone.port, pieces, answers));
    if (answers > 0) expect(story).toMatch(/^HTTP\/1\.1 |ECONNRESET/);
    expect(front.seen).toHaveLength(left);
    expect(front.simulator.ledger.totals()).toEqual(alone.simulator.ledger.totals());
  });

  it('is what goes wrong inside', async () => {
    const stories = [];
    for (const { port, simulator } of [await start(true), await start(false)]) {
      vi.spyOn(simulator, 'receiveMessage').mockImplementation(() => {
        throw new Error('the disk is full');
      });
      stories.push(await exchange(port, [post(), post()], 2));
    }
    expect(stories[0]).toContain('the disk is full');
    expect(stories[0]).toBe(stories[1]);
  });
});

describe('closing', () => {
  it.each([true, false])('cuts whoever waits or says nothing (with the front: %s)', async (hasFront) => {
    const { port, close, simulator } = await start(hasFront);
    const [silent, slow, idle] = [dial(port), dial(port), dial(port)];
    silent.socket.write(post(bodyOf('+15551000003')));
    slow.socket.write(post(bodyOf('+15551000002')));
    idle.socket.write(post());
    await vi.waitUntil(() => idle.answers() === 1 && simulator.ledger.totals().accepted === 3);
    await close();
    await Promise.all([silent.closed, slow.closed, idle.closed]);
    expect([silent.story(), slow.story()]).toEqual(['', '']);
  });

  it('lets Fastify refuse a request that is complete only then', async () => {
    const { port, close, seen } = await start(true);
    const { socket, closed, story } = dial(port);
    socket.write(post());
    socket.write(post().slice(0, -10));
    await vi.waitUntil(() => story().includes('200 OK'));
    await sleep(15);
    const isClosed = close();
    socket.write(post().slice(-10));
    await Promise.all([isClosed, closed]);
    expect(story()).toContain('503 Service Unavailable');
    expect(seen).toEqual([]);
  });
});

describe('a connection', () => {
  it('that is idle is closed after the time that was announced', async () => {
    const { port, server } = await start(true);
    server.server.keepAliveTimeout = 50;
    const { socket, closed, story } = dial(port);
    socket.write(post(bodyOf('+15551000001')));
    await closed;
    expect(story()).toContain('200 OK');
  });

  it('that breaks harms nobody', async () => {
    const { port } = await start(true);
    const broken = dial(port);
    broken.socket.write(post(bodyOf('+15551000001')) + post());
    await sleep(15);
    broken.socket.resetAndDestroy();
    expect(await exchange(port, [post(bodyOf('+15551000001'))], 1)).toContain('200 OK');
  });
});
