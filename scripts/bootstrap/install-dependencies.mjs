// Installs when needed and only then. The usual start compares one hash with a marker and goes on.

import path from 'node:path';
import { dependencyHash } from './dependency-hash.mjs';
import { withFolderLock } from './folder-lock.mjs';
import { readMarker, removeMarker, treeMatchesLockfile, writeMarker } from './installed-tree.mjs';

/**
 * @param {{ root: string, say: (line: string) => void, runNpmCi: (task: { root: string, say: (line: string) => void }) => Promise<void> }} task
 * @returns {Promise<'present' | 'adopted' | 'installed'>}
 */
export async function installIfNeeded({ root, say, runNpmCi }) {
  const before = stateOf(root);
  if (before !== 'missing') return before;
  const onWait = () => say('Another start of Hudhud is installing the dependencies; waiting for it ...');
  return withFolderLock(path.join(root, 'tmp', 'install.lock'), { onWait }, async () => {
    // The previous holder of the lock has most likely done the work.
    const now = stateOf(root);
    if (now !== 'missing') return now;
    // Without its marker a tree that we leave half-installed is not mistaken for a good one.
    removeMarker(root);
    const hash = dependencyHash(root);
    await runNpmCi({ root, say });
    writeMarker(root, hash);
    return 'installed';
  });
}

/** @param {string} root */
function stateOf(root) {
  const hash = dependencyHash(root);
  if (readMarker(root) === hash) return 'present';
  if (!treeMatchesLockfile(root)) return 'missing';
  writeMarker(root, hash);
  return 'adopted';
}
