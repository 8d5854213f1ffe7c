// Builds the dashboard when its sources differ from those of the last build. The hash of the sources lies in the
// output, so a deleted or foreign dist/ is built again.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFolderLock } from './folder-lock.mjs';
import { runChild } from './run-child.mjs';
import { Stop } from './stop.mjs';

const sources = [
  'dashboard/src',
  'dashboard/public',
  'dashboard/index.html',
  'dashboard/package.json',
  'dashboard/vite.config.ts',
  'contract/src',
  'package-lock.json',
];

/** @param {{ root: string, node: string, say: (line: string) => void, runVite?: typeof runViteBuild }} task */
export async function buildDashboardIfStale({ root, node, say, runVite = runViteBuild }) {
  if (!existsSync(path.join(root, 'dashboard', 'index.html')) || isBuilt(root)) return 'present';
  const onWait = () => say('Another start of Hudhud is building the dashboard; waiting for it ...');
  return withFolderLock(path.join(root, 'tmp', 'dashboard.lock'), { onWait }, async () => {
    if (isBuilt(root)) return 'present';
    const hash = sourceHash(root);
    const startedAt = performance.now();
    say('Building the dashboard (a few seconds) ...');
    await runVite({ root, node, say });
    writeFileSync(markerPath(root), hash);
    say(`Dashboard built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    return 'built';
  });
}

/** @param {{ root: string, node: string, say: (line: string) => void }} task */
async function runViteBuild({ root, node, say }) {
  let output = '';
  const ending = await runChild(node, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: path.join(root, 'dashboard'),
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => {
      output += text;
    },
  });
  if (ending.stoppedBy) throw new Stop('Stopped while building the dashboard.', ending.stoppedBy);
  if (ending.code === 0) return;
  say(output.trimEnd());
  throw new Stop(
    'The dashboard could not be built: the lines above are what Vite said. If the sources are unchanged, ' +
      'the installation may be damaged: delete node_modules and start again.',
  );
}

/** @param {string} root */
const markerPath = (root) => path.join(root, 'dashboard', 'dist', '.source-hash');

/** @param {string} root */
function isBuilt(root) {
  const marker = markerPath(root);
  return existsSync(marker) && readFileSync(marker, 'utf8') === sourceHash(root);
}

/** @param {string} root */
function sourceHash(root) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(path.join(root, source))) {
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
