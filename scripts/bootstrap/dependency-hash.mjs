// One value that changes whenever node_modules has to change. Version numbers, scripts and descriptions in the
// package.json files are left out on purpose: editing them must not cost an installation.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const dependencyFields = [
  'workspaces',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
];

/** @param {string} root */
export function dependencyHash(root, platform = `${process.platform}-${process.arch}`) {
  const hash = createHash('sha256');
  hash.update(platform);
  hash.update(readFileSync(path.join(root, 'package-lock.json')));
  const { workspaces = [] } = readManifest(root);
  for (const folder of ['.', ...workspaces]) {
    const manifest = readManifest(path.join(root, folder));
    hash.update(JSON.stringify([folder, ...dependencyFields.map((field) => manifest[field] ?? null)]));
  }
  return hash.digest('hex');
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}
