import { expect, test } from 'vitest';
import { threadFile } from './threads.ts';

test('a thread lies beside the file that starts it, and ends like it', () => {
  expect(threadFile('heartbeat', 'file:///opt/hudhud/gateway/src/processes/lease.ts').href).toBe(
    'file:///opt/hudhud/gateway/src/processes/heartbeat.ts',
  );
  expect(threadFile('heartbeat', 'file:///opt/hudhud/gateway/dist/program/lease-CiakE3WU.mjs').href).toBe(
    'file:///opt/hudhud/gateway/dist/program/heartbeat.mjs',
  );
});
