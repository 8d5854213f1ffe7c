import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPeers, type Peers } from './peers.ts';

const log = pino({ level: 'silent' });
let folder: string;
let made: Peers[] = [];

const open = async (password = 'the same for all'): Promise<Peers & { readonly socket: string }> => {
  const peers = createPeers({ folder, password, log });
  made.push(peers);
  await peers.start();
  expect(peers.socket).not.toBeNull();
  return peers as Peers & { readonly socket: string };
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hudhud-peers-'));
});

afterEach(async () => {
  await Promise.all(made.map((peers) => peers.stop()));
  made = [];
  await rm(folder, { recursive: true, force: true });
});

describe('processes of one machine', () => {
  test('answer each other, many questions at a time and in any order', async () => {
    const [one, other] = [await open(), await open()];
    other.on('double', async (data) => {
      const number = data as number;
      await new Promise((resolve) => setTimeout(resolve, number % 3));
      return number * 2;
    });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => one.ask(other.socket, 'double', index, 1_000)),
    );
    expect(replies).toEqual(Array.from({ length: 200 }, (_, index) => index * 2));
  });

  test('carry any text, also one larger than a buffer of the system', async () => {
    const [one, other] = [await open(), await open()];
    other.on('echo', (data) => data);
    const text = `a line\nand ${'مرحبا '.repeat(200_000)}\u2028`;
    expect(await one.ask(other.socket, 'echo', { text }, 5_000)).toEqual({ text });
  });

  test('notify the asker later of what was not known when they replied', async () => {
    const [one, other] = [await open(), await open()];
    const received = Promise.withResolvers<unknown>();
    one.on('news', (data) => received.resolve(data));
    other.on('ask', (_data, notifyAsker) => {
      setTimeout(() => notifyAsker('news', 'it is done'), 10);
      return 'accepted';
    });
    expect(await one.ask(other.socket, 'ask', null, 1_000)).toBe('accepted');
    expect(await received.promise).toBe('it is done');
  });

  test('count as silent when they do not answer in time, until they say something', async () => {
    const [one, other] = [await open(), await open()];
    const late = Promise.withResolvers<string>();
    other.on('slow', () => late.promise);
    other.on('echo', (data) => data);
    expect(one.isSilent(other.socket)).toBe(false);
    expect(await one.ask(other.socket, 'slow', null, 50)).toBeNull();
    expect(one.isSilent(other.socket)).toBe(true);
    // The late reply is no reply to the next question; but it is a sign of life.
    late.resolve('too late');
    await expect.poll(() => one.isSilent(other.socket)).toBe(false);
    expect(await one.ask(other.socket, 'echo', 'in time', 5_000)).toBe('in time');
    expect(one.isSilent(other.socket)).toBe(false);
  });

  test('are not silent while they are at work', async () => {
    const [one, other] = [await open(), await open()];
    other.on('slow', () => new Promise(() => undefined));
    other.on('fails', () => {
      throw new Error('on purpose');
    });
    expect(await one.ask(other.socket, 'slow', null, 1_000)).toBeNull();
    expect(await one.ask(other.socket, 'fails', null, 1_000)).toBeNull();
    expect(one.isSilent(other.socket)).toBe(false);
  });

  test('receive a reply that came in time to a process too busy to read it', async () => {
    const name = join(folder, 'elsewhere.sock');
    const elsewhere = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       require('node:net').createServer((socket) => socket.setEncoding('utf8').on('data', (text) => {
         for (const line of text.split('\\n').filter(Boolean)) {
           const { asks, data } = JSON.parse(line);
           if (asks) socket.write(JSON.stringify({ replies: asks, data }) + '\\n');
         }
       })).listen(workerData, () => parentPort.postMessage('open'));`,
      { eval: true, workerData: name },
    );
    await once(elsewhere, 'message');
    const one = await open();
    expect(await one.ask(name, 'echo', 'idle', 5_000)).toBe('idle');
    const asked = one.ask(name, 'echo', 'busy', 50);
    await new Promise((resolve) => setImmediate(resolve));
    for (const until = performance.now() + 300; performance.now() < until; );
    expect(await asked).toBe('busy');
    expect(one.isSilent(name)).toBe(false);
    await elsewhere.terminate();
  });

  test('know at once when a process is gone', async () => {
    const [one, other] = [await open(), await open()];
    other.on('never', () => new Promise(() => undefined));
    const asked = one.ask(other.socket, 'never', null, 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await other.stop();
    expect(await asked).toBeNull();
    expect(one.isSilent(other.socket)).toBe(true);
    expect(await one.ask(join(folder, 'no-such.sock'), 'never', null, 60_000)).toBeNull();
  });

  test('get no reply from an answer that fails, or to a topic that is not known', async () => {
    const [one, other] = [await open(), await open()];
    other.on('fails', () => {
      throw new Error('on purpose');
    });
    expect(await one.ask(other.socket, 'fails', null, 1_000)).toBeNull();
    expect(await one.ask(other.socket, 'unknown', null, 1_000)).toBeNull();
  });

  test('talk to no process with another password, nor to one that says nothing they can read', async () => {
    const [other, stranger] = [await open(), await open('another one')];
    let isAsked = false;
    other.on('ask', () => {
      isAsked = true;
    });
    expect(await stranger.ask(other.socket, 'ask', null, 1_000)).toBeNull();
    const visitor = connect(other.socket);
    visitor.on('error', () => undefined);
    visitor.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((resolve) => visitor.once('close', resolve));
    expect(isAsked).toBe(false);
  });

  test('have sockets that no other user can open, and remove those of processes that were killed', async () => {
    const dead = join(folder, 'dead.sock');
    await writeFile(dead, '');
    const { socket } = await open();
    expect((await stat(socket)).mode & 0o077).toBe(0);
    await expect.poll(() => readdir(folder)).not.toContain('dead.sock');
  });

  test('go on without a socket where none can be made', async () => {
    const peers = createPeers({ folder: join(folder, 'x'.repeat(120)), password: 'any', log });
    made.push(peers);
    await peers.start();
    expect(peers.socket).toBeNull();
  });
});
