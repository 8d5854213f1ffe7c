// How many sends per second one simulator process answers: `node simulator/bench/send-speed.ts [seconds]`. The load
// comes from raw sockets in this process, so that the generator is not what is measured.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

const seconds = Number(process.argv[2] ?? 5);
const withWebhooks = process.argv[3] === 'webhooks';
const phoneNumberId = '106540352242922';

let webhooks = 0;
let posts = 0;
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  request.on('end', () => {
    posts += 1;
    webhooks += text.split('"recipient_id"').length - 1;
    response.end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const child = spawn(
  process.execPath,
  ['simulator/src/main.ts', '--port', '0', ...(withWebhooks ? ['--callback-url', callbackUrl] : [])],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const address = await new Promise<URL>((resolve) => {
  child.stdout.on('data', (chunk: Buffer) => {
    const found = /http:\/\/\S+/.exec(chunk.toString());
    if (found) resolve(new URL(found[0]));
  });
});
await fetch(`${address}control/settings`, {
  method: 'PATCH',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ throughput_per_second: 0, pair_interval_ms: 0 }),
});

let sent = 0;
let answered = 0;
let isOver = false;

function nextRequest(): string {
  sent += 1;
  const body = JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: `+9665${String(sent % 100_000_000).padStart(8, '0')}`,
    type: 'text',
    text: { body: 'Your order 860198 is on its way.' },
    biz_opaque_callback_data: `msg_${sent}:1`,
  });
  return `POST /v24.0/${phoneNumberId}/messages HTTP/1.1\r\nHost: simulator\r\nAuthorization: Bearer simulator-token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function load(): void {
  const socket = connect(Number(address.port), address.hostname, () => socket.write(nextRequest()));
  socket.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf('HTTP/1.1 200'); at >= 0; at = chunk.indexOf('HTTP/1.1 200', at + 1)) {
      answered += 1;
      if (!isOver) socket.write(nextRequest());
    }
  });
}

/** Seconds of one core the simulator has used: comparable on a busy machine, where the clock on the wall is not. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

for (let connection = 0; connection < 64; connection += 1) load();
// The first seconds measure the compiler.
await new Promise((resolve) => setTimeout(resolve, 3_000));
answered = 0;
const cpuBefore = cpuSeconds();
const startedAt = performance.now();
let before = 0;
const progress = setInterval(() => {
  console.log(`${answered - before} answered in this second, ${webhooks} statuses in ${posts} POSTs so far`);
  before = answered;
}, 1_000);
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
isOver = true;
const rate = answered / ((performance.now() - startedAt) / 1_000);
clearInterval(progress);
console.log(`${Math.round(answered / (cpuSeconds() - cpuBefore))} sends per second of one core`);
console.log(`${Math.round(rate)} sends per second answered (${answered} in ${seconds} s, 64 connections)`);
if (withWebhooks) {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  console.log(`${webhooks} statuses in ${posts} POSTs for ${sent} messages`);
}
child.kill();
process.exit(0);
