// Our n8n package as it would be published: built, with its package.json, in a folder of its own.

import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';

const home = path.resolve(import.meta.dirname, '../../n8n-node');

export const packNode = (folder: string): void => {
  cpSync(path.join(home, 'package.json'), path.join(folder, 'package.json'));
  execFileSync(process.execPath, [path.join(home, 'scripts/build.mjs'), path.join(folder, 'dist')], {
    stdio: 'pipe',
  });
};
