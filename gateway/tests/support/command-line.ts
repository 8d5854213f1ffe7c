// The `hudhud` command line as a test calls it: in this process, where a command costs milliseconds, or as a process of
// its own, the way scripts call it. Both read the same environment and report the same three things.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { commandLineProgram } from './programs.ts';

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandRun {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input?: string;
}

/** The real binary: at least once for every group of commands. */
export const spawnCommand = async ({
  words,
  environment,
  input = '',
}: CommandRun): Promise<CommandOutcome> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [commandLineProgram, ...words], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: code as number | null, stdout, stderr };
};

/** The same command without a process around it. */
export const callCommand = async ({
  words,
  environment,
  input = '',
}: CommandRun): Promise<CommandOutcome> => {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(words, {
    environment,
    readInput: async () => input,
    print(line) {
      stdout += `${line}\n`;
    },
    remark(line) {
      stderr += `${line}\n`;
    },
  });
  return { code, stdout, stderr };
};
