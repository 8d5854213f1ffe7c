import { expect, test } from 'vitest';
import { mayRunPrograms } from './test-folder.ts';

test.each([
  ['tmpfs /dev/shm tmpfs rw,relatime,size=24682416k 0 0', true],
  ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0', false],
  ['tmpfs /dev/shm tmpfs ro,relatime 0 0', false],
  ['proc /proc proc rw 0 0', false],
  ['tmpfs /dev/shm tmpfs rw 0 0\ntmpfs /dev/shm tmpfs rw,noexec 0 0', false],
])('the tests run in memory where programs may: %s', (mounts, expected) => {
  expect(mayRunPrograms(`sysfs /sys sysfs rw 0 0\n${mounts}\n`, '/dev/shm')).toBe(expected);
});
