// Where the embedded PostgreSQL keeps its things inside DATA_DIR. Nothing else in the gateway may use these names.
// All paths hang off the real path of the folder, so that two ways to spell one folder meet in the same locks.

import { join } from 'node:path';

export interface Layout {
  readonly dataDir: string;
  readonly cluster: string;
  readonly log: string;
  readonly passwordFile: string;
  readonly startLock: string;
  readonly socketFolder: string;
}

export function layoutOf(dataDir: string): Layout {
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    log: join(dataDir, 'postgres.log'),
    passwordFile: join(dataDir, 'postgres.password'),
    startLock: join(dataDir, 'postgres.start-lock'),
    socketFolder: join(dataDir, 'postgres-socket'),
  };
}

/** Half-made clusters and half-copied binaries wear these prefixes; the next start removes them. */
export const unfinishedClusterPrefix = 'postgres.new-';
export const unfinishedBinariesPrefix = 'postgres-bin.new-';

/**
 * pg_ctl starts the server through /bin/sh and puts paths between double quotes without escaping them:
 * a path with one of these characters would be run as a command.
 */
export function isSafeForShell(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return !/["$`\\\u0000-\u001f]/.test(path);
}
