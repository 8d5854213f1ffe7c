// Builds the package as n8n loads it: CommonJS, with the icons and the codex files beside it. A directory given as
// the first argument is built into instead of dist.

import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(home, 'dist');
const target = process.argv[2] ? resolve(process.argv[2]) : dist;

// A file that is gone from the source must not be published; another directory is the caller's to empty.
if (target === dist) rmSync(dist, { recursive: true, force: true });

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
execFileSync(process.execPath, [compiler, '-p', join(home, 'tsconfig.build.json'), '--outDir', target], {
  stdio: 'inherit',
});

const codexes = ['nodes/Hudhud/Hudhud.node.json', 'nodes/HudhudTrigger/HudhudTrigger.node.json'];
for (const path of ['icons', ...codexes]) {
  cpSync(join(home, path), join(target, path), { recursive: true });
}
