// Runs `hudhud ...` on the gateway of the journeys, as its operator would.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setting } from './journey.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../..');

/** Answers what it printed. */
export async function runCli(...words: readonly string[]): Promise<string> {
  const node = join(repository, 'node_modules/.bin/node');
  const env = { ...process.env, DATA_DIR: setting('HUDHUD_DATA_DIR') };
  const { stdout } = await run(node, ['gateway/dist/program/cli.mjs', ...words], { cwd: repository, env });
  return stdout;
}
