// The package as n8n gets it: built into a directory of its own, and its classes loaded from the built CommonJS by
// the name of their file.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const packageHome = join(__dirname, '..');

export interface Manifest {
  readonly name: string;
  readonly private: boolean;
  readonly license: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly n8n: {
    readonly n8nNodesApiVersion: number;
    readonly strict: boolean;
    readonly credentials: readonly string[];
    readonly nodes: readonly string[];
  };
  readonly dependencies?: unknown;
  readonly overrides?: unknown;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
}

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

export const manifest = readJson<Manifest>(join(packageHome, 'package.json'));

export interface BuiltPackage {
  /** Stands for the root of the installed package: paths of package.json start here. */
  readonly root: string;
  /** An instance of the class that the file is named after, as n8n makes it. */
  load<T>(path: string): T;
  remove(): void;
}

export function buildPackage(): BuiltPackage {
  const root = mkdtempSync(join(tmpdir(), 'n8n-nodes-hudhud-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    execFileSync(process.execPath, [join(packageHome, 'scripts/build.mjs'), join(root, 'dist')]);
  } catch (error) {
    remove();
    throw error;
  }
  const requireBuilt = createRequire(join(root, 'package.json'));
  return {
    root,
    load<T>(path: string): T {
      const classes = requireBuilt(join(root, path)) as Record<string, (new () => T) | undefined>;
      const name = basename(path).split('.')[0] ?? '';
      const Class = classes[name];
      if (!Class) throw new Error(`${path} does not export a class ${name}`);
      return new Class();
    },
    remove,
  };
}
