// A whole n8n, installed once: 2.2 GB and several minutes, so it has a folder of its own (N8N_E2E_DIR, or one under
// node_modules/.cache). Everything is installed without its scripts, and then the one part is compiled that n8n cannot do
// without.

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { runProcess } from '../checks/run-process.ts';
import { ensureInstalled, type Installed } from './ensure-installed.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The one that npm brings with it. */
const findNodeGyp = async (): Promise<string> => {
  const { kept } = await runProcess({ file: 'npm', args: ['root', '--global'], cwd: root, output: 'keep' });
  const globalFolder = kept.trim().split('\n').at(-1) ?? '';
  const found = path.join(globalFolder, 'npm/node_modules/node-gyp/bin/node-gyp.js');
  if (existsSync(found)) return found;
  throw new Error(`node-gyp, which comes with npm, is not at ${found}.`);
};

/** Our own Node comes with its headers, so that nothing has to be fetched from nodejs.org. */
const headersFolder = (): string => path.dirname(path.dirname(realpathSync(process.execPath)));

const compileSqlite = async (folder: string): Promise<void> => {
  const { code, kept } = await runProcess({
    args: [await findNodeGyp(), 'rebuild', `--nodedir=${headersFolder()}`],
    cwd: path.join(folder, 'node_modules/sqlite3'),
    output: 'keep',
  });
  if (code === 0) return;
  const end = kept.trimEnd().split('\n').slice(-20).join('\n');
  throw new Error(`sqlite3 could not be compiled (a C compiler, make and Python are needed):\n${end}`);
};

export const ensureN8n = (say: (line: string) => void): Promise<Installed> => {
  const given = process.env.N8N_E2E_DIR;
  return ensureInstalled({
    recipe: path.join(import.meta.dirname, 'full'),
    ...(given && { folder: path.resolve(given) }),
    say,
    async finish(folder) {
      say('Compiling sqlite3 for it (about two minutes).');
      await compileSqlite(folder);
    },
  });
};
