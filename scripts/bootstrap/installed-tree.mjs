// What is installed: our marker (fast, written after each installation), and behind it npm's own record of
// node_modules, so that a developer who ran `npm install` by hand is not made to install again.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** @param {string} root */
const markerPath = (root) => path.join(root, 'node_modules', '.hudhud-installed');

/** @param {string} root */
export function readMarker(root) {
  return readText(markerPath(root));
}

/**
 * @param {string} root
 * @param {string} hash
 */
export function writeMarker(root, hash) {
  try {
    writeFileSync(markerPath(root), hash);
  } catch (error) {
    // A container image may carry node_modules read-only: the tree is right, we only have to look again next time.
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
  }
}

/** @param {string} root */
export function removeMarker(root) {
  rmSync(markerPath(root), { force: true });
}

/**
 * npm writes node_modules/.package-lock.json as the last act of an installation, so a half-installed tree has none.
 * @param {string} root
 */
export function treeMatchesLockfile(root, platform = process.platform, arch = process.arch) {
  const wantedText = readText(path.join(root, 'package-lock.json'));
  const installedText = readText(path.join(root, 'node_modules', '.package-lock.json'));
  if (!wantedText || !installedText) return false;
  const wanted = JSON.parse(wantedText).packages;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return manifestMatches(path.join(root, place), entry);
    const found = installed[place];
    if (!found) return mayBeAbsent(entry, platform, arch);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

// The lockfile repeats what each of our package.json files asks for. When they differ, `npm ci` has to say so.
function manifestMatches(folder, entry) {
  const manifest = JSON.parse(readText(path.join(folder, 'package.json')) ?? '{}');
  return dependencyFields.every((field) => isDeepStrictEqual(manifest[field] ?? {}, entry[field] ?? {}));
}

// npm leaves out optional packages of other platforms, and with them the plain packages only those need. The C library
// cannot be told cheaply here, so a package that names one is never the reason to install again.
function mayBeAbsent(entry, platform, arch) {
  if (!entry.optional && !entry.devOptional) return false;
  const isForUs = (entry.os ?? [platform]).includes(platform) && (entry.cpu ?? [arch]).includes(arch);
  const isBound = Boolean(entry.os ?? entry.cpu);
  return !isBound || !isForUs || Boolean(entry.libc);
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
