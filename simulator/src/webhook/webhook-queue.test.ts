import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFakeSender } from '../../tests/core-simulator.ts';
import { account } from '../../tests/start-simulator.ts';
import { createNumbers } from '../account/numbers.ts';
import { cloudCallbacks } from '../dialects/meta-cloud/callbacks.ts';
import { defaultSettings, type Settings } from '../settings.ts';
import { createFakeClock } from '../time/fake-clock.ts';
import { createSchedule } from '../time/schedule.ts';
import type { WebhookOutcome } from './send-webhook.ts';
import type { Update } from './updates.ts';
import { createWebhookQueue } from './webhook-queue.ts';

function setUp(settings: Partial<Settings> = {}) {
  const clock = createFakeClock(0);
  const sender = createFakeSender();
  const all = { ...defaultSettings, ...settings };
  const numbers = createNumbers();
  const number = numbers.register({ ...account, callbackUrl: 'http://receiver.test/' });
  const schedule = createSchedule(clock);
  const { callbackUrl } = numbers;
  const queue = createWebhookQueue({
    clock,
    schedule,
    settings: () => all,
    sender,
    random: () => 0.5,
    callbackUrl,
    formatOf: () => cloudCallbacks,
    publicUrl: () => null,
  });
  const push = (id: string, tried?: () => void) => {
    const update: Update = { kind: 'status', number, status: { id }, contact: null };
    queue.push(update, tried);
  };
  const sizes = () =>
    sender.calls.map(({ body }) => body?.split('"id":"s').length ?? 0).map((parts) => parts - 1);
  return { clock, sender, all, number, numbers, queue, push, sizes };
}

const fails = (status: number): WebhookOutcome => ({ kind: 'answered', status, text: '' });

async function settle(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await turn();
}

describe('batches', () => {
  it('put together all that falls due at once, up to 1,000', async () => {
    const { push, queue, sizes } = setUp();
    for (let index = 0; index < 2_500; index += 1) push(`s${index}`);
    await queue.idle();
    expect(sizes()).toEqual([1_000, 1_000, 500]);
  });

  it('never exceed 3 MB', { timeout: 30_000 }, async () => {
    const { queue, number, sender } = setUp();
    for (let index = 0; index < 1_000; index += 1) {
      queue.push({ kind: 'status', number, status: { id: index, text: 'ا'.repeat(2_000) }, contact: null });
    }
    await queue.idle();
    expect(Math.max(...sender.calls.map(({ body }) => body?.length ?? 0))).toBeLessThanOrEqual(
      3 * 1024 * 1024,
    );
    const seen = sender.calls.flatMap(({ body }) =>
      [...(body ?? '').matchAll(/"id":(\d+),/g)].map(([, id]) => Number(id)),
    );
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  it('are one at a time, so that what waits meanwhile goes together', async () => {
    const { push, queue, sizes, sender } = setUp();
    let release = () => {};
    const send = sender.send;
    sender.send = async (call) => {
      const outcome = send(call);
      if (sender.calls.length === 1) await new Promise<void>((resolve) => (release = resolve));
      return outcome;
    };
    push('s0');
    await settle();
    for (let index = 1; index <= 10; index += 1) {
      push(`s${index}`);
      await settle();
    }
    expect(sizes()).toEqual([1]);
    release();
    await queue.idle();
    expect(sizes()).toEqual([1, 10]);
  });

  it('are held back while the setting says so', async () => {
    const { push, queue, sizes, all } = setUp({ webhooksHeld: true });
    push('s0');
    await settle();
    push('s1');
    await settle();
    expect(queue.stats().waiting).toBe(2);
    all.webhooksHeld = false;
    queue.release();
    await queue.idle();
    expect(sizes()).toEqual([2]);
  });
});

describe('retries', () => {
  it('send the same bytes again with growing pauses until 200 comes', async () => {
    const { push, clock, sender, queue } = setUp();
    sender.outcomes.push(fails(500), { kind: 'unreachable', reason: 'ECONNREFUSED' }, fails(302), fails(204));
    push('s0');
    const tries: number[] = [];
    for (let second = 0; second < 20; second += 1) {
      await settle();
      tries.push(sender.calls.length);
      clock.advance(1_000);
    }
    // Pauses of 1, 2, 4 and 8 seconds; the fifth try is answered 200.
    expect(tries.slice(0, 16)).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
    expect(new Set(sender.calls.map(({ body }) => body)).size).toBe(1);
    expect(queue.stats()).toMatchObject({ delivered: 1, retrying: 0, dropped: 0 });
    expect(queue.attempts().map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  });

  it('do not hold up what comes after', async () => {
    const { push, sender, queue } = setUp();
    sender.outcomes.push(fails(500));
    push('s0');
    await settle();
    push('s1');
    await queue.idle();
    expect(queue.stats()).toMatchObject({ delivered: 1, retrying: 1 });
  });

  it('end after the time that is set', async () => {
    const { push, clock, sender, queue } = setUp({ webhookRetryForMs: 5_000 });
    for (let count = 0; count < 20; count += 1) sender.outcomes.push(fails(500));
    push('s0');
    for (let second = 0; second < 30; second += 1) {
      await settle();
      clock.advance(1_000);
    }
    expect(sender.calls).toHaveLength(3);
    expect(queue.stats()).toMatchObject({ dropped: 1, retrying: 0 });
  });
});

describe('the bounds', () => {
  it('drop and count what exceeds the backlog', async () => {
    const { push, queue } = setUp({ webhookBacklogMax: 10, webhooksHeld: true });
    for (let index = 0; index < 25; index += 1) push(`s${index}`);
    expect(queue.stats()).toMatchObject({ waiting: 10, dropped: 15 });
  });

  it('keep the newest attempts', async () => {
    const { push, queue } = setUp();
    for (let index = 0; index < 1_200; index += 1) {
      push(`s${index}`);
      await queue.idle();
    }
    expect(queue.attempts()).toHaveLength(500);
  });
});

it('calls back when a webhook was tried, also when it failed or has nowhere to go', async () => {
  const { push, queue, sender, numbers, number } = setUp();
  const tried: string[] = [];
  sender.outcomes.push(fails(500));
  push('s0', () => tried.push('failed'));
  await queue.idle();
  numbers.unsubscribe(number.wabaId);
  push('s1', () => tried.push('nowhere'));
  expect(tried).toEqual(['failed', 'nowhere']);
  expect(sender.calls).toHaveLength(1);
});

it('forgets what waits and what pauses when cleared', async () => {
  const { push, queue, sender, clock } = setUp();
  sender.outcomes.push(fails(500));
  push('s0');
  await settle();
  queue.clear();
  clock.advance(60_000);
  await settle();
  push('s1');
  await queue.idle();
  expect(queue.stats()).toMatchObject({ delivered: 1, waiting: 0 });
});

it('is idle after a clear only when the calls under way have ended', async () => {
  const { push, queue, sender } = setUp();
  const answer = Promise.withResolvers<WebhookOutcome>();
  sender.send = () => answer.promise;
  push('s0');
  await settle();
  queue.clear();
  let isIdle = false;
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  await settle();
  expect(isIdle).toBe(false);
  answer.resolve(fails(500));
  await idle;
});

it('a slow receiver does not hold up the others', async () => {
  const { queue, sender, numbers, number } = setUp();
  const other = numbers.register({ ...account, phoneNumberId: '2', callbackUrl: 'http://slow.test/' });
  const { send } = sender;
  sender.send = (call) => (call.url.includes('slow') ? new Promise(() => {}) : send(call));
  for (const to of [other, number, other, number]) {
    queue.push({ kind: 'status', number: to, status: {}, contact: null });
    await settle();
  }
  expect(queue.stats()).toMatchObject({ delivered: 2, inFlight: 1, waiting: 1 });
});
