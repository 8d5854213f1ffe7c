// Two starts at the same moment must not both run `npm ci` in one folder. The lock is a folder, because renaming a
// filled folder onto another filled one fails on every system: the process that renames first holds it.

import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @template T
 * @param {string} lockPath
 * @param {{ onWait?: () => void, pollMs?: number, beatMs?: number, silentMs?: number }} options
 *   silentMs: how long a holder may show no sign of life while we watch before we take the lock from it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolderLock(lockPath, options, work) {
  const { onWait = () => {}, pollMs = 300, beatMs = 2_000, silentMs = 20_000 } = options;
  const owner = { pid: process.pid, host: os.hostname(), token: randomUUID() };
  const removed = await take(lockPath, owner, { onWait, pollMs, silentMs });
  const beat = setInterval(() => touch(ownerFile(lockPath)), beatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (look(lockPath)?.token === owner.token) removed.push(setAside(lockPath, owner));
    for (const folder of removed) rmSync(folder, { recursive: true, force: true });
    removeIfEmpty(path.dirname(lockPath));
  }
}

/** @param {string} lockPath */
const ownerFile = (lockPath) => path.join(lockPath, 'owner.json');

async function take(lockPath, owner, { onWait, pollMs, silentMs }) {
  const removed = [];
  let seen;
  let seenSince = 0;
  for (;;) {
    if (tryTake(lockPath, owner)) return removed;
    const holder = look(lockPath);
    if (!holder) continue;
    if (!seen) onWait();
    // Watched with our own clock: a laptop that slept, or another machine's clock, must not look like a dead holder.
    if (seen?.token !== holder.token || seen.beatAt !== holder.beatAt) seenSince = performance.now();
    seen = holder;
    const isDead = holder.host === os.hostname() && !isRunning(holder.pid);
    if (isDead || performance.now() - seenSince > silentMs) removed.push(setAside(lockPath, holder));
    else await sleep(pollMs);
  }
}

function tryTake(lockPath, owner) {
  const candidate = `${lockPath}.${owner.pid}-${owner.token}`;
  mkdirSync(candidate, { recursive: true });
  writeFileSync(ownerFile(candidate), JSON.stringify(owner));
  try {
    renameSync(candidate, lockPath);
    return true;
  } catch (error) {
    rmSync(candidate, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    return false;
  }
}

// Moved before it is deleted, because an emptied lock folder could be taken while we are still deleting it.
// The name carries the dead holder's token and the folder stays until we are done. So a second waiter that saw the same
// dead holder, but comes late, cannot move our new lock away: the name is taken.
function setAside(lockPath, holder) {
  const aside = `${lockPath}.stale-${holder.token}`;
  try {
    renameSync(lockPath, aside);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
  return aside;
}

function look(lockPath) {
  try {
    const { pid, host, token } = JSON.parse(readFileSync(ownerFile(lockPath), 'utf8'));
    return { pid, host, token, beatAt: statSync(ownerFile(lockPath)).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The lock was taken from us while this machine slept; the work goes on and the end of it will not release it.
  }
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // Another process keeps something there.
  }
}
