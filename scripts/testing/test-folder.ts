// Where a test run keeps what it throws away: databases, data folders, reports. In memory where the machine has room for
// it, because no test is about power cuts, and a slow disk was the largest part of a slow run.

import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const memoryFolder = '/dev/shm';
const roomBytes = 6 * 1024 ** 3;

/** Whether the mounts of /proc/mounts let programs run in a folder; the tests copy PostgreSQL's. */
export const mayRunPrograms = (mounts: string, folder: string): boolean => {
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === folder)?.[3];
  return (
    options !== undefined && !options.split(',').includes('noexec') && !options.split(',').includes('ro')
  );
};

const hasRoomInMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    const isRoomy = bavail * bsize >= roomBytes && os.freemem() >= roomBytes;
    return isRoomy && mayRunPrograms(readFileSync('/proc/mounts', 'utf8'), memoryFolder);
  } catch {
    // Not Linux, or a container without it.
    return false;
  }
};

/**
 * An empty folder, which is removed when this process ends, stopped or not: memory is not given back by itself. Others may
 * pass through it: run as root, a database has a user of its own.
 */
export const makeTestFolder = (): string => {
  const folder = mkdtempSync(path.join(hasRoomInMemory() ? memoryFolder : os.tmpdir(), 'hudhud-test-'));
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
