// GET /api/v1/events on a real gateway: pulling, waiting, and being released.

import type { EventFeed } from '@hudhud/contract/events.ts';
import { expect, test } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type TestCompany, useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();

const addEvent = async (company: TestCompany, message = 'Hello'): Promise<string> => {
  const id = newUuid();
  await gateway.database.query(
    `insert into events (company_id, id, type, at, data) values ($1, $2, 'test', now(), $3)`,
    [company.uuid, id, JSON.stringify({ message })],
  );
  return toPublicId('event', id);
};

const pull = (company: TestCompany, query = ''): Promise<Answer<EventFeed>> =>
  company.get<EventFeed>(`/api/v1/events${query}`);

test('gives a position to begin with when nothing has happened yet', async () => {
  const company = await gateway.createCompany();
  const { status, body } = await pull(company, '?wait=20');
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [],
    next_after: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    has_more: false,
  });
});

test('gives the events in the words of a webhook', async () => {
  const company = await gateway.createCompany();
  const id = await addEvent(company, 'السلام عليكم');
  const feed = await waitUntil('the event is handed out', async () => {
    const { body } = await pull(company);
    return body.data.length > 0 && body;
  });
  expect(feed.data).toEqual([
    {
      id,
      event: 'test',
      timestamp: expect.stringMatching(/T\d\d:\d\d:\d\d\+03:00$/),
      data: { message: 'السلام عليكم', occurred_at: expect.stringMatching(/\.\d{3}\+03:00$/) },
    },
  ]);
});

test('waits for an event that comes later', async () => {
  const company = await gateway.createCompany();
  const { next_after: after } = (await pull(company)).body;
  const waiting = pull(company, `?after=${after}&wait=20`);
  const id = await addEvent(company);
  expect((await waiting).body.data.map((event) => event.id)).toEqual([id]);
});

test.each([
  ['an id of another kind', 'after=msg_01kagx5p9ne0ps4a2v7qk3m8dz', 'invalid_id'],
  ['no id', 'after=1', 'invalid_id'],
  ['a type that does not exist', 'types=test,gossip', 'invalid_value'],
  ['no type', 'types=', 'invalid_value'],
  ['too long a wait', 'wait=31', 'invalid_value'],
  ['too large a page', 'limit=201', 'invalid_value'],
  ['a typo', 'afetr=evt_1', 'unknown_field'],
] as const)('refuses %s', async (_name, query, code) => {
  const company = await gateway.createCompany();
  expectProblem(await pull(company, `?${query}`), code);
});

test('a stop does not wait for those who wait for events', async () => {
  const stopping = await useApiGateway({
    database: gateway.database,
    environment: { SHUTDOWN_SECONDS: '60' },
  });
  const company = stopping.adopt(await gateway.createCompany());
  const { next_after: after } = (await pull(company)).body;
  const begin = performance.now();
  const waiting = pull(company, `?after=${after}&wait=30`);
  // It is admitted once it has left its first look at the feed behind.
  await waitUntil('the reader waits', () => performance.now() - begin > 300);
  await stopping.running.stop();
  expect(await waiting).toMatchObject({ status: 200, body: { data: [] } });
  expect(performance.now() - begin, 'in time').toBeLessThan(15_000);
});
