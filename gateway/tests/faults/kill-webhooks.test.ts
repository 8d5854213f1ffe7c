// kill -9 of the process that delivers, again and again, while events are written: every event reaches the receiver, and
// one that reaches it twice was under way, or not committed yet, when the process was killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { toPublicId } from '../../src/platform/ids.ts';
import { waits } from '../support/receivers/behaviours.ts';
import { startReceiver } from '../support/receivers/receiver.ts';
import { useWebhookStage } from '../support/webhook-stage.ts';
import { printFigures } from './support/check-ledger.ts';
import { laneMilliseconds, shortOrLong } from './support/lane-length.ts';
import { waitUntil } from './support/wait-until.ts';

const kills = shortOrLong(5, 50);
const runMillisecondsMax = 600;
const eventsPerWrite = 20;
const writePauseMilliseconds = 25;
/** Sent, answered, and on its way into the database: nothing takes longer than this, however busy the machine. */
const windowMilliseconds = 3_000;

const processFile = fileURLToPath(new URL('./support/webhook-process.ts', import.meta.url));
const stage = await useWebhookStage();

let child: ChildProcess | null = null;
afterAll(() => void child?.kill('SIGKILL'));

const start = async (): Promise<ChildProcess> => {
  child = spawn(process.execPath, [processFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: stage.database.url,
      SECRET_KEY: 'a secret key that only the tests know',
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const started = child;
  await waitUntil('it delivers', () => output.includes('ready') || started.exitCode !== null, 60);
  expect(started.exitCode).toBeNull();
  return started;
};

test(
  'a deliverer killed with -9 loses no event, and repeats only what was under way',
  async () => {
    const receiver = await startReceiver(waits(5));
    const companyId = await stage.createCompany();
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    const written: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        const events = Array.from({ length: eventsPerWrite }, () => ({}));
        written.push(...(await stage.writeEvents(companyId, events)));
        await sleep(writePauseMilliseconds);
      }
    })();

    const deaths: { kill: number; gone: number }[] = [];
    for (let round = 0; round < kills; round += 1) {
      const running = await start();
      const before = receiver.requests.length;
      await waitUntil('it delivers again', () => receiver.requests.length > before + 20, 30);
      await sleep(Math.random() * runMillisecondsMax);
      const kill = Date.now();
      running.kill('SIGKILL');
      await once(running, 'close');
      // Until here the receiver may still note what the dead process had sent.
      deaths.push({ kill, gone: Date.now() });
    }
    isWriting = false;
    await writing;
    await start();
    await waitUntil(
      'everything is delivered',
      async () => {
        const [row] = await stage.database.query<{ left: string }>(
          `select count(*) as left from deliveries where endpoint_id = $1 and state <> 'delivered'`,
          [id],
        );
        return row?.left === '0';
      },
      shortOrLong(90, 400),
    );

    const receipts = new Map<string, number[]>();
    for (const { headers, receivedAt } of receiver.requests) {
      const webhookId = String(headers['webhook-id']);
      receipts.set(webhookId, [...(receipts.get(webhookId) ?? []), receivedAt.getTime()]);
    }
    expect(new Set(receipts.keys())).toEqual(new Set(written.map((event) => toPublicId('event', event))));
    const repeated = [...receipts.values()].filter((times) => times.length > 1);
    const unexplained = repeated.filter(
      ([first = 0, second = 0]) =>
        !deaths.some(
          ({ kill, gone }) => first <= gone && kill <= second && kill - first < windowMilliseconds,
        ),
    );
    printFigures('kill-webhooks', { kills, events: written.length, repeated: repeated.length });
    expect(unexplained).toEqual([]);
    // The most that one process has under way and unwritten at a time: the batch being written and the ones behind it.
    expect(repeated.length).toBeLessThanOrEqual(kills * 60);
    await receiver.close();
  },
  laneMilliseconds,
);
