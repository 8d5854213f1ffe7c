import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isLongUpload, patiently } from './long-upload.ts';

const bytes = Buffer.from('x');

async function* drip(count: number, milliseconds: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    await sleep(milliseconds, undefined, { ref: false });
    yield bytes;
  }
}

const readAll = async (socket: Socket, count: number, pause: number, idle: number, total: number) => {
  let seen = 0;
  const patience = { idleMilliseconds: idle, totalMilliseconds: total };
  for await (const piece of patiently(
    socket,
    drip(count, pause),
    (message) => new Error(message),
    patience,
  )) {
    expect(isLongUpload(socket)).toBe(true);
    seen += piece.length;
  }
  return seen;
};

describe('an upload', () => {
  it('may take longer than other requests, but only while bytes keep arriving', async () => {
    const socket = new Socket();
    expect(isLongUpload(socket)).toBe(false);
    expect(await readAll(socket, 10, 5, 5_000, 60_000)).toBe(10);
    expect(isLongUpload(socket)).toBe(false);
  });

  it('ends when nothing comes any more', async () => {
    const socket = new Socket();
    await expect(readAll(socket, 1, 3_600_000, 20, 60_000)).rejects.toThrow('stopped arriving');
    expect(isLongUpload(socket)).toBe(false);
  });

  it('ends when it holds the line for too long', async () => {
    await expect(readAll(new Socket(), 1_000, 5, 5_000, 100)).rejects.toThrow('stopped arriving');
  });
});
