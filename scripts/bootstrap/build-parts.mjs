// Builds the dashboard and the gateway's program when their sources differ from those of the last build. The hash of the
// sources lies in the output, so a deleted or foreign dist/ is built again.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFolderLock } from './folder-lock.mjs';
import { runChild } from './run-child.mjs';
import { Stop } from './stop.mjs';

/**
 * @typedef {{ name: string, folder: string, output: string, sources: string[] }} Part
 *   output: from `folder`, as Vite's configuration there names it
 */

/** @type {{ dashboard: Part, gateway: Part }} */
export const parts = {
  dashboard: {
    name: 'dashboard',
    folder: 'dashboard',
    output: 'dist',
    sources: [
      'dashboard/src',
      'dashboard/public',
      'dashboard/index.html',
      'dashboard/package.json',
      'dashboard/vite.config.ts',
      'contract/src',
      'package-lock.json',
    ],
  },
  gateway: {
    name: 'gateway',
    folder: 'gateway',
    output: 'dist/program',
    sources: [
      'gateway/src',
      'gateway/vite.config.ts',
      'contract/src',
      'embedded-postgres/src',
      'simulator/src',
      'package-lock.json',
    ],
  },
};

/** @typedef {{ root: string, node: string, say: (line: string) => void, runVite?: typeof runViteBuild }} Task */

/**
 * @param {Part} part
 * @param {Task} task
 */
export async function buildIfStale(part, { root, node, say, runVite = runViteBuild }) {
  if (!existsSync(path.join(root, part.folder, 'vite.config.ts')) || isBuilt(root, part)) return 'present';
  const onWait = () => say(`Another start of Hudhud is building the ${part.name}; waiting for it ...`);
  return withFolderLock(path.join(root, 'tmp', `${part.name}.lock`), { onWait }, async () => {
    if (isBuilt(root, part)) return 'present';
    const hash = sourceHash(root, part);
    const startedAt = performance.now();
    say(`Building the ${part.name} (a few seconds) ...`);
    await runVite(part, { root, node, say });
    writeFileSync(markerPath(root, part), hash);
    say(`The ${part.name} was built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    return 'built';
  });
}

/**
 * @param {Part} part
 * @param {{ root: string, node: string, say: (line: string) => void }} task
 */
async function runViteBuild(part, { root, node, say }) {
  let output = '';
  const ending = await runChild(node, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: path.join(root, part.folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => {
      output += text;
    },
  });
  if (ending.stoppedBy) throw new Stop(`Stopped while building the ${part.name}.`, ending.stoppedBy);
  if (ending.code === 0) return;
  say(output.trimEnd());
  throw new Stop(
    `The ${part.name} could not be built: the lines above are what Vite said. If the sources are unchanged, ` +
      'the installation may be damaged: delete node_modules and start again.',
  );
}

/**
 * @param {string} root
 * @param {Part} part
 */
const markerPath = (root, { folder, output }) => path.join(root, folder, output, '.source-hash');

/**
 * @param {string} root
 * @param {Part} part
 */
function isBuilt(root, part) {
  const marker = markerPath(root, part);
  return existsSync(marker) && readFileSync(marker, 'utf8') === sourceHash(root, part);
}

/**
 * @param {string} root
 * @param {Part} part
 */
function sourceHash(root, { sources }) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(path.join(root, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(`${path.relative(root, file)}\0`);
      hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} place a file or a folder
 * @returns {string[]}
 */
function filesUnder(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesUnder(path.join(place, name)));
}
