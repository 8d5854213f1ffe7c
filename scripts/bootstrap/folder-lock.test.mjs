import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withFolderLock } from './folder-lock.mjs';

let folder = '';
let lockPath = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hudhud-lock-'));
  lockPath = path.join(folder, 'tmp', 'work.lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

// On a busy machine a holder in this very process may be late to show life: silence is short only where it is the subject.
const quick = { pollMs: 5, beatMs: 5, silentMs: 60_000 };

describe('withFolderLock', () => {
  test('lets one work at a time', async () => {
    expect(await mostAtOnce(6)).toBe(1);
  });

  test('waits for a holder that shows life, however long it works', async () => {
    const order = [];
    const options = { ...quick, silentMs: 1_000 };
    const slow = withFolderLock(lockPath, options, async () => {
      await sleep(1_500);
      order.push('first');
    });
    await sleep(10);
    await withFolderLock(lockPath, options, async () => order.push('second'));
    await slow;
    expect(order).toEqual(['first', 'second']);
  });

  test('takes the lock of a process that is gone', async () => {
    leaveLock({ pid: 2 ** 30, host: os.hostname() });
    const startedAt = performance.now();
    await withFolderLock(lockPath, quick, async () => {});
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('takes the lock of another machine only after watching it stay silent', async () => {
    leaveLock({ pid: 1, host: 'another-machine' });
    const startedAt = performance.now();
    await withFolderLock(lockPath, { ...quick, silentMs: 60 }, async () => {});
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(60);
  });

  test('lets only one of several waiters take the lock of a dead holder', async () => {
    leaveLock({ pid: 2 ** 30, host: os.hostname() });
    expect(await mostAtOnce(6)).toBe(1);
  });

  test('frees the lock when the work fails', async () => {
    const fails = () => Promise.reject(new Error('disk full'));
    await expect(withFolderLock(lockPath, quick, fails)).rejects.toThrow('disk full');
    expect(await withFolderLock(lockPath, quick, async () => 'done')).toBe('done');
  });

  test('leaves nothing behind', async () => {
    leaveLock({ pid: 2 ** 30, host: os.hostname() });
    await withFolderLock(lockPath, quick, async () => {});
    expect(existsSync(path.dirname(lockPath))).toBe(false);
  });

  test('tells the waiter once that it waits', async () => {
    let told = 0;
    const first = withFolderLock(lockPath, quick, () => sleep(50));
    await sleep(5);
    await withFolderLock(
      lockPath,
      {
        ...quick,
        onWait: () => {
          told += 1;
        },
      },
      async () => {},
    );
    await first;
    expect(told).toBe(1);
  });
});

/** That many pieces of work ask for the lock at once; answers how many held it together. */
async function mostAtOnce(count) {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(10);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: count }, () => withFolderLock(lockPath, quick, work)));
  return most;
}

function leaveLock(owner) {
  mkdirSync(lockPath, { recursive: true });
  writeFileSync(path.join(lockPath, 'owner.json'), JSON.stringify({ ...owner, token: 'left-behind' }));
}
