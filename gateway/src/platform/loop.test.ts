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

  it('begins a round at once when it is woken, and one more after the round that is running', async () => {
    const gates: (() => void)[] = [];
    const loop = startLoop('woken', 3_600_000, silent, () => new Promise((resolve) => gates.push(resolve)));
    loop.wake();
    expect(gates).toHaveLength(1);
    loop.wake();
    loop.wake();
    expect(gates).toHaveLength(1);
    gates[0]?.();
    await waitUntil('the second round began', () => gates.length === 2);
    gates[1]?.();
    await sleep(20);
    expect(gates).toHaveLength(2);
    await loop.stop();
    loop.wake();
    expect(gates).toHaveLength(2);
  });

  it('woken by its own round does another, and never two at once', async () => {
    let rounds = 0;
    let running = 0;
    const loop = startLoop('itself', 3_600_000, silent, async () => {
      rounds += 1;
      running += 1;
      expect(running).toBe(1);
      if (rounds < 3) loop.wake();
      await sleep(1);
      running -= 1;
    });
    loop.wake();
    await waitUntil('three rounds were done', () => rounds === 3 && running === 0);
    await loop.stop();
  });

  it('rests as long as its last round asks for', async () => {
    let rounds = 0;
    const loop = startLoop(
      'by need',
      () => (rounds < 3 ? 1 : 3_600_000),
      silent,
      async () => {
        rounds += 1;
      },
    );
    await waitUntil('three rounds were done', () => rounds === 3);
    await sleep(30);
    expect(rounds).toBe(3);
    await loop.stop();
  });
});
