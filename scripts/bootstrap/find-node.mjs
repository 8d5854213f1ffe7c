// The server runs TypeScript by type stripping, which needs Node 24. It comes as an npm package on Linux; elsewhere the
// machine's own Node has to be new enough.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './stop.mjs';

const neededMajor = 24;

/**
 * @param {{ root: string, running?: { version: string, path: string }, platform?: string, arch?: string }} where
 * @returns {string} the path of a Node that can run the gateway
 */
export function findNode({
  root,
  running = { version: process.versions.node, path: process.execPath },
  platform = process.platform,
  arch = process.arch,
}) {
  // The packaged one first: it is the version that everything was tested with.
  const packaged = path.join(root, 'node_modules', '.bin', 'node');
  if (existsSync(packaged) && packagedMajor(root, arch) >= neededMajor) return packaged;
  if (majorOf(running.version) >= neededMajor) return running.path;
  throw new Stop(explain(running.version, platform, arch));
}

function explain(version, platform, arch) {
  const found = `Hudhud runs on Node ${neededMajor}, and this is Node ${version}.`;
  if (platform === 'linux' && ['x64', 'arm64'].includes(arch)) {
    return (
      `${found} The package node-linux-${arch}, which brings Node ${neededMajor}, is not in node_modules. ` +
      `Run "npm ci --ignore-scripts --include=optional" and try again, or install Node ${neededMajor} yourself.`
    );
  }
  const how = platform === 'darwin' ? ' (for example "brew install node@24")' : '';
  return (
    `${found} On ${platform} ${arch} Node ${neededMajor} does not come with the dependencies: ` +
    `install it from https://nodejs.org${how} and try again.`
  );
}

function packagedMajor(root, arch) {
  try {
    const manifest = path.join(root, 'node_modules', `node-linux-${arch}`, 'package.json');
    return majorOf(JSON.parse(readFileSync(manifest, 'utf8')).version);
  } catch {
    return 0;
  }
}

/** @param {string} version */
const majorOf = (version) => Number.parseInt(version, 10);
