// `hudhud simulator` as a process of its own: it needs no gateway, no database and no settings.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

const start = (...words: string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [cli, 'simulator', ...words], { env: { PATH, NODE_COMPILE_CACHE } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

test('runs alone in the dialect that was asked for', { timeout: 60_000 }, async () => {
  const child = start('--port', '0', '--dialect', 'twilio');
  let said = '';
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const found = /listens on (\S+) and speaks Twilio/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const account = 'AC00000000000000000000000000000000';
  const answer = await fetch(`${address}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:simulator-auth-token`).toString('base64')}` },
    body: new URLSearchParams({
      From: 'whatsapp:+15550783883',
      To: 'whatsapp:+966501234567',
      Body: 'Hello',
    }),
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ sid: expect.stringMatching(/^SM/), status: 'queued' });
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('says which dialects there are', { timeout: 60_000 }, async () => {
  const child = start('--dialect', 'pigeon');
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(stderr).toContain('--dialect must be one of: meta_cloud, dialog360, twilio, infobip, vonage');
  expect(code).not.toBe(0);
});
