// Runs when this folder is installed into another project, so that what that project imports is there. An install of
// this repository itself needs no build: its tests make their own.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const repository = dirname(home);
const asker = process.env.INIT_CWD ?? process.cwd();
const isInside = !relative(repository, asker).startsWith('..');

const hasCompiler = () => {
  try {
    createRequire(import.meta.url).resolve('typescript/package.json');
    return true;
  } catch {
    return false;
  }
};

if (!isInside) {
  if (hasCompiler()) await import('./build.mjs');
  else if (!existsSync(join(home, 'dist'))) {
    console.error(`hudhud-client is not built. Run "npm ci" in ${repository} once, and install again.`);
    process.exit(1);
  }
}
