import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { createLog } from './log.ts';
import { startLoop } from './loop.ts';

const silent = createLog('silent');

describe('a loop', () => {
  it('does its work again and again until it is stopped', async () => {
    let rounds = 0;
    const loop = startLoop('count', 1, silent, async () => {
      rounds += 1;
    });
    await waitUntil('three rounds were done', () => rounds >= 3);
    await loop.stop();
    const done = rounds;
    await sleep(20);
    expect(rounds).toBe(done);
  });

  it('goes on after a round that failed, and says so in the log', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    let rounds = 0;
    const loop = startLoop('sweep', 1, createLog('warn', destination), async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('the broom broke');
    });
    await waitUntil('a round followed', () => rounds >= 2);
    await loop.stop();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ loop: 'sweep', err: { message: 'the broom broke' } });
  });

  it('never runs two rounds at once', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const loop = startLoop('slow', 1, silent, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(10);
      running -= 1;
      rounds += 1;
    });
    await waitUntil('three rounds were done', () => rounds >= 3);
    await loop.stop();
    expect(most).toBe(1);
  });

  it('is stopped only when the round that is running has ended', async () => {
    const gate = Promise.withResolvers<void>();
    let isRunning = false;
    let isStopped = false;
    const loop = startLoop('long', 1, silent, async () => {
      isRunning = true;
      await gate.promise;
    });
    await waitUntil('the round was running', () => isRunning);
    const stopping = loop.stop().then(() => {
      isStopped = true;
    });
    await sleep(10);
    expect(isStopped).toBe(false);
    gate.resolve();
    await stopping;
  });

  it('does not begin when it is stopped before its first round', async () => {
    let rounds = 0;
    const loop = startLoop('never', 5, silent, async () => {
      rounds += 1;
    });
    await loop.stop();
    await sleep(20);
    expect(rounds).toBe(0);
  });
});
