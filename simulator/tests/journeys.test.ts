// Whole stories over real HTTP: many messages, several businesses, a receiver that goes away and comes back.
import { afterEach, expect, it } from 'vitest';
import { startReceiver } from './start-receiver.ts';
import { account, type Running, startSimulator } from './start-simulator.ts';

let running: Running;
afterEach(() => running.close());

async function sendMany(count: number, connections: number): Promise<string[]> {
  const marks: string[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      const mark = `msg_${index}:1`;
      const answer = await running.send(`+96650${1_000_000 + index}`, {
        text: { body: 'x' },
        biz_opaque_callback_data: mark,
      });
      if (answer.status === 200) marks.push(mark);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return marks;
}

it('every answered message is in the ledger once and has its three statuses once', {
  timeout: 30_000,
}, async () => {
  running = await startSimulator();
  const marks = await sendMany(600, 16);
  expect(marks).toHaveLength(600);
  const statuses = await running.receiver.waitForStatuses(1_800);
  const ledger = (await running.control('GET', '/ledger?limit=10000')).body.data as {
    opaque: string;
    id: string;
  }[];
  expect(ledger.map(({ opaque }) => opaque).sort()).toEqual(marks.sort());
  const seen = new Map<string, string[]>();
  for (const { id, status } of statuses) seen.set(id, [...(seen.get(id) ?? []), status]);
  for (const { id } of ledger) expect(seen.get(id)).toEqual(['sent', 'delivered', 'read']);
  expect(running.receiver.posts.length).toBeLessThan(1_800);
});

it('a receiver that fails for a while gets everything in the end', { timeout: 30_000 }, async () => {
  running = await startSimulator({ settings: { webhookBatchMax: 20 } });
  for (let turn = 0; turn < 15; turn += 1) running.receiver.answers.push(turn % 3 === 0 ? 503 : 500);
  await sendMany(100, 8);
  await running.receiver.waitUntil(() => running.simulator.webhooks.stats().delivered === 300);
  const seen = new Set(running.receiver.statuses().map(({ id, status }) => `${id} ${status}`));
  expect(seen.size).toBe(300);
});

it('a receiver that hangs is given up on and tried again', { timeout: 30_000 }, async () => {
  running = await startSimulator({ settings: { webhookTimeoutMs: 100 } });
  running.receiver.answers.push('hang');
  await running.control('POST', '/faults', { name: 'stays_sent' });
  await running.send('+966501234567');
  await running.receiver.waitForStatuses(2);
  await running.simulator.webhooks.idle();
  const { body } = await running.control('GET', '/webhooks');
  expect(body.attempts.map(({ outcome }: { outcome: { kind: string } }) => outcome.kind)).toEqual([
    'unreachable',
    'answered',
  ]);
});

it('a receiver that is not there yet gets its webhooks when it comes', { timeout: 30_000 }, async () => {
  running = await startSimulator({ settings: { webhookRetryMaxMs: 100 } });
  const { port } = new URL(running.receiver.url);
  await running.receiver.close();
  await running.send('+966501234567');
  const { webhooks } = running.simulator;
  await running.receiver.waitUntil(() => webhooks.attempts().length >= 3);
  expect(webhooks.stats().delivered).toBe(0);
  const late = await startReceiver(account.appSecret, account.verifyToken, Number(port));
  await late.waitForStatuses(3);
  await late.close();
});

it('webhooks follow a business that moves to another URL and secret', { timeout: 30_000 }, async () => {
  running = await startSimulator({ settings: { webhookRetryMaxMs: 100 } });
  const { webhooks } = running.simulator;
  running.simulator.registerNumber({ ...account, callbackUrl: 'http://127.0.0.1:9/' });
  await running.send('+966501234567');
  await running.receiver.waitUntil(() => webhooks.attempts().length >= 3);
  const moved = await startReceiver('new-secret', account.verifyToken);
  running.simulator.registerNumber({ ...account, appSecret: 'new-secret', callbackUrl: moved.url });
  const statuses = await moved.waitForStatuses(3);
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['sent', 'delivered', 'read']));
  expect(moved.posts.every(({ isSigned }) => isSigned)).toBe(true);
  await moved.close();
});

it('two businesses see nothing of each other', { timeout: 30_000 }, async () => {
  running = await startSimulator();
  const other = await startReceiver('other-secret', 'v');
  running.simulator.registerNumber({
    phoneNumberId: '500',
    displayPhoneNumber: '+1 555 100 5000',
    wabaId: '600',
    accessToken: 'other-token',
    appSecret: 'other-secret',
    verifyToken: 'v',
    callbackUrl: other.url,
  });
  const body = { messaging_product: 'whatsapp', to: '+966501234567', text: { body: 'Hi' } };
  expect((await running.call('POST', '/500/messages', body, 'other-token')).status).toBe(200);
  expect((await running.call('POST', '/500/messages', body)).body.error.error_subcode).toBe(33);
  await other.waitForStatuses(3);
  await running.send('+966501234567');
  await running.receiver.waitForStatuses(3);
  expect(other.posts.every(({ isSigned }) => isSigned)).toBe(true);
  expect(running.receiver.posts.every(({ isSigned }) => isSigned)).toBe(true);
  expect(other.changes().every(({ value }) => JSON.stringify(value.metadata).includes('"500"'))).toBe(true);
  expect((await running.control('GET', '/conversations?phone_number_id=500')).body.data).toHaveLength(1);
  await other.close();
});

it('numbers of one account whose webhooks go to one URL share a POST', { timeout: 30_000 }, async () => {
  running = await startSimulator({ settings: { webhooksHeld: true } });
  const callbackUrl = running.receiver.url;
  running.simulator.registerNumber({
    ...account,
    phoneNumberId: '501',
    displayPhoneNumber: '+15551005001',
    callbackUrl,
  });
  running.simulator.registerNumber({
    ...account,
    phoneNumberId: '502',
    wabaId: '777',
    displayPhoneNumber: '+15551005002',
    callbackUrl,
  });
  for (const id of ['501', '502', account.phoneNumberId]) {
    for (const text of ['One', 'Two'])
      running.simulator.sendInbound(id, { from: '+966501234567', content: text });
  }
  running.simulator.changeSettings({ webhooksHeld: false });
  await running.receiver.waitForMessages(6);
  expect(running.receiver.posts).toHaveLength(1);
  const envelope = JSON.parse(running.receiver.posts[0]?.raw.toString() ?? '{}');
  expect(
    envelope.entry.map(({ id, changes }: { id: string; changes: unknown[] }) => [id, changes.length]),
  ).toEqual([
    [account.wabaId, 2],
    ['777', 1],
  ]);
});
