import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { dialectNames } from './dialects/registry.ts';

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

const start = async (...args: string[]) => {
  const child = spawn(process.execPath, [main, '--port', '0', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('/control/conversations/')) resolve();
    });
  });
  // A line of the shell may run on: a backslash or an open quote ends none.
  const [, sending = '', looking = ''] =
    /\n( {2}curl [\s\S]*?)\n\n[\s\S]*?\n( {2}curl .*)\n/.exec(text) ?? [];
  return { child, sending, looking };
};

const looksAtHello = async (looking: string): Promise<void> => {
  const seen = await run('sh', ['-c', `${looking.trim()} -s`]);
  expect(JSON.parse(seen.stdout)).toMatchObject({ messages: [{ text: 'Hello', direction: 'out' }] });
};

it('prints its address and curl lines that work, and stops on SIGTERM', { timeout: 30_000 }, async () => {
  const { child, sending, looking } = await start();
  const sent = await run('sh', ['-c', `${sending.trim()} -s`]);
  expect(JSON.parse(sent.stdout)).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid\./) }] });
  await looksAtHello(looking);
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});

it.each(dialectNames)(
  'speaks %s alone, with a first number and a line that works',
  { timeout: 30_000 },
  async (name) => {
    const { sending, looking } = await start('--dialect', name);
    const sent = await run('sh', ['-c', `${sending.trim()} -s -f`]);
    expect(JSON.parse(sent.stdout)).toBeTypeOf('object');
    await looksAtHello(looking);
  },
);

it('refuses a dialect that it does not speak', { timeout: 30_000 }, async () => {
  await expect(run(process.execPath, [main, '--dialect', 'pigeon'])).rejects.toThrow(/--dialect is one of/);
});
