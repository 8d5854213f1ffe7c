import { expect, test } from 'vitest';
import { changedRooms } from './changed-rooms.ts';

test.each([
  [['gateway/src/webhooks/lanes/lane.ts', 'gateway/src/webhooks/routes.ts'], ['gateway/src/webhooks']],
  [['gateway/tests/sending.test.ts'], ['gateway/tests/sending.test.ts']],
  [['gateway/tests/faults/kill-gateway.test.ts', 'gateway/tests/support/gateway.ts'], []],
  [['client/src/client.ts', 'dashboard/src/main.tsx', 'README.md'], ['client']],
  [['gateway/src/main.ts'], []],
])('%j touches %j', (files, rooms) => {
  expect(changedRooms(files)).toEqual(rooms);
});
