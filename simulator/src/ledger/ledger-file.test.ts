import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { createSimulator } from '../create-simulator.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  path = join(folder, 'ledger.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const body = (opaque: string) => ({
  messaging_product: 'whatsapp',
  to: '+966501234567',
  text: { body: 'مرحبا' },
  biz_opaque_callback_data: opaque,
});

function send(simulator: ReturnType<typeof createSimulator>, opaque: string): void {
  const number = simulator.registerNumber({ ...account, callbackUrl: null });
  simulator.receiveMessage(number, body(opaque));
}

it('a message is in the file before it is answered', async () => {
  const simulator = createSimulator({ ledgerFile: path });
  send(simulator, 'msg_1:1');
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ opaque: 'msg_1:1', outcome: 'accepted' }]);
  simulator.ledger.flush();
  await simulator.close();
});

it('a new simulator knows what the old one received and counts on', async () => {
  const first = createSimulator({ ledgerFile: path });
  send(first, 'msg_1:1');
  send(first, 'msg_2:1');
  await first.close();
  const second = createSimulator({ ledgerFile: path });
  send(second, 'msg_3:1');
  expect(second.ledger.find({}).map(({ seq, opaque }) => [seq, opaque])).toEqual([
    [1, 'msg_1:1'],
    [2, 'msg_2:1'],
    [3, 'msg_3:1'],
  ]);
  await second.close();
});

it('a line that was cut in the middle is left out, and the next one is whole', async () => {
  const first = createSimulator({ ledgerFile: path });
  send(first, 'msg_1:1');
  await first.close();
  appendFileSync(path, '{"seq":2,"id":"wam');
  const second = createSimulator({ ledgerFile: path });
  expect(second.ledger.find({})).toHaveLength(1);
  send(second, 'msg_2:1');
  await second.close();
  const third = createSimulator({ ledgerFile: path });
  expect(third.ledger.find({}).map(({ opaque }) => opaque)).toEqual(['msg_1:1', 'msg_2:1']);
  await third.close();
});

it('every answered message survives kill -9', { timeout: 30_000 }, async () => {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, '--port', '0', '--ledger-file', path]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /listens on (\S+)/.exec(chunk.toString());
      if (found?.[1]) resolve(found[1]);
    });
  });
  const answered: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const response = await fetch(`${address}/v24.0/106540352242922/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer simulator-token', 'content-type': 'application/json' },
      body: JSON.stringify(body(`msg_${turn}:1`)),
    });
    if (response.ok) answered.push(`msg_${turn}:1`);
  }
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  const witness = createSimulator({ ledgerFile: path });
  expect(witness.ledger.find({ outcome: 'accepted' }).map(({ opaque }) => opaque)).toEqual(answered);
  expect(answered).toHaveLength(20);
  await witness.close();
});
