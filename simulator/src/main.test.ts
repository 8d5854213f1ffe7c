import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const main = new URL('./main.ts', import.meta.url).pathname;

it('prints help', { timeout: 30_000 }, async () => {
  const { stdout } = await run(process.execPath, [main, '--help']);
  expect(stdout).toContain('--port');
  expect(stdout).toContain('--ledger-file');
});

it('refuses an unknown option', { timeout: 30_000 }, async () => {
  await expect(run(process.execPath, [main, '--prot', '1'])).rejects.toThrow(/prot/);
});

it('prints its address and curl lines that work, and stops on SIGTERM', { timeout: 30_000 }, async () => {
  const child = spawn(process.execPath, [main, '--port', '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('/control/conversations/')) resolve();
    });
  });
  const [sending, looking] = [...text.matchAll(/^ {2}curl [\s\S]*?[^\\]\n/gm)].map(([line]) => line);
  const sent = await run('sh', ['-c', `${sending?.trim()} -s`]);
  expect(JSON.parse(sent.stdout)).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid\./) }] });
  const seen = await run('sh', ['-c', `${looking?.trim()} -s`]);
  expect(JSON.parse(seen.stdout)).toMatchObject({ messages: [{ text: 'Hello', direction: 'out' }] });
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});
