// Runs one short command (initdb, pg_ctl, id, useradd) to its end, as another user when asked. The child gets a
// minimal environment: no PG* variable or locale of the person who started us may change what the database does.

import { spawn } from 'node:child_process';

/** The unprivileged user that PostgreSQL runs as; undefined everywhere means "the user we are". */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export interface CommandOptions {
  readonly account?: Account | undefined;
  readonly timeoutSeconds: number;
  readonly input?: string;
}

export type CommandResult =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'not-run'; readonly reason: string };

const outputBytesMax = 64 * 1024;
const environment = {
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
};

export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: environment,
      // Our own folder may be closed to the account, and a shell that cannot read its folder complains.
      cwd: '/',
      // A session of its own: Ctrl-C in the terminal must not cut initdb or pg_ctl in half.
      detached: true,
      // libuv also drops our supplementary groups when it changes the user. "| 0" because macOS prints
      // nobody's uid (-2) as 4294967294 and spawn takes signed numbers.
      ...(options.account ? { uid: options.account.uid | 0, gid: options.account.gid | 0 } : {}),
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutSeconds * 1000);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ kind: 'not-run', reason: error.message });
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === null) resolve({ kind: 'not-run', reason: `${file} was ended by ${signal}` });
      else resolve({ kind: 'exited', code, stdout: stdout(), stderr: stderr() });
    });
    // A child that dies before it has read its input breaks the pipe; its exit code says why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input);
  });
}

export function hasSucceeded(result: CommandResult): result is Extract<CommandResult, { kind: 'exited' }> {
  return result.kind === 'exited' && result.code === 0;
}

/** The line in which the command said what went wrong, for the sentence that explains its failure. */
export function lastWords(result: CommandResult): string {
  if (result.kind === 'not-run') return result.reason;
  const lines = `${result.stdout}\n${result.stderr}`.split('\n').filter((line) => line.trim() !== '');
  // The first complaint is the cause; what follows are its consequences and the clearing up.
  const reason = lines.find((line) => /error|fatal|panic|could not|cannot/i.test(line)) ?? lines.at(-1);
  return reason?.replace(/^.*?(?:ERROR|FATAL|PANIC): +/, '').trim() ?? `exit code ${result.code}`;
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-outputBytesMax);
  });
  return () => text;
}
