import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedRooms } from './changed-rooms.ts';

test.each([
  [['gateway/src/webhooks/lanes/lane.ts', 'gateway/src/webhooks/routes.ts'], ['gateway/src/webhooks']],
  [['gateway/tests/sending.test.ts'], ['gateway/tests/sending.test.ts']],
  [['gateway/tests/faults/kill-gateway.test.ts', 'gateway/tests/support/gateway.ts'], []],
  [['client/src/client.ts', 'README.md'], ['client']],
  [['gateway/src/main.ts'], []],
  [['contract/src/errors.test.ts', 'dashboard/src/parts/list/cells.test.tsx'], []],
  [['dashboard/tests/send.spec.ts'], []],
])('%j touches %j', (files, rooms) => {
  expect(changedRooms(files)).toEqual(rooms);
});

test.each([
  ['gateway/migrations/0001-begin.sql', 'gateway/tests/migrations.test.ts'],
  ['contract/src/contacts.ts', 'gateway/tests/openapi.test.ts'],
  ['contract/src/contacts.ts', 'gateway/tests/contacts.test.ts'],
  ['contract/src/contacts.ts', 'gateway/src/contacts/'],
  ['dashboard/src/main.tsx', 'gateway/tests/users-sessions.test.ts'],
  ['simulator/src/cloud/message-routes.ts', 'gateway/tests/sending.test.ts'],
])('%s touches a few journeys, %s among them, and each is there', (file, journey) => {
  const rooms = changedRooms([file]);
  expect(rooms).toContain(journey);
  const root = path.resolve(import.meta.dirname, '../..');
  for (const room of rooms) expect(existsSync(path.join(root, room)), room).toBe(true);
});
