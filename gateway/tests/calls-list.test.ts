import type { CallSummary } from '@hudhud/contract/calls.ts';
import { describe, expect, it } from 'vitest';
import { firstUuidAt, newUuid, toPublicId } from '../src/platform/ids.ts';
import { encodeCursor } from '../src/platform/paging.ts';
import { insertCall } from './support/call-rows.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { type ListPage, readPages } from './support/read-pages.ts';

type Page = ListPage<CallSummary>;

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const senderIds = [newUuid(), newUuid()] as const;
const messageIds = [newUuid(), newUuid(), newUuid()] as const;
const outcomes = ['sent', 'sent', 'retry', 'rejected', 'unknown', 'suspended', 'sent'] as const;
const total = 84;
const earlier = Date.now() - 60_000;

for (let index = 0; index < total; index += 1) {
  await insertCall(gateway.database, company.uuid, {
    id: firstUuidAt(earlier + index),
    kind: index % 4 === 0 ? 'webhook' : 'provider',
    senderId: senderIds[index % 2] ?? null,
    messageId: messageIds[index % 3] ?? null,
    outcome: outcomes[index % outcomes.length] ?? 'sent',
  });
}

const list = (query: string) => company.get<Page>(`/api/v1/calls?${query}`);
const readAll = (query: string) => readPages<CallSummary>(company, `/api/v1/calls?${query}`);

const sender = toPublicId('sender', senderIds[1]);
const message = toPublicId('message', messageIds[2]);

describe('GET /api/v1/calls', () => {
  it.each([7, 42, 200])('reaches every call once, newest first, by pages of %i', async (limit) => {
    const ids = (await readAll(`limit=${limit}`)).map(({ id }) => id);
    expect(ids).toHaveLength(total);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it.each([
    ['kind=webhook', (call: CallSummary) => call.kind === 'webhook'],
    ['outcome=ok', (call: CallSummary) => call.outcome === 'sent'],
    ['outcome=failed', (call: CallSummary) => call.outcome !== 'sent'],
    ['outcome=sent', (call: CallSummary) => call.outcome === 'sent'],
    ['outcome=retry', (call: CallSummary) => call.outcome === 'retry'],
    ['outcome=unknown', (call: CallSummary) => call.outcome === 'unknown'],
    [`sender_id=${sender}`, (call: CallSummary) => call.sender_id === sender],
    [`message_id=${message}`, (call: CallSummary) => call.message_id === message],
    [
      `message_id=${message}&sender_id=${sender}&outcome=failed&kind=provider`,
      (call: CallSummary) =>
        call.message_id === message &&
        call.sender_id === sender &&
        call.outcome !== 'sent' &&
        call.kind === 'provider',
    ],
  ])('filters by %s, across pages', async (query, fits) => {
    const everything = await readAll('limit=200');
    const found = await readAll(`limit=5&${query}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(total);
    expect(found.map(({ id }) => id)).toEqual(everything.filter(fits).map(({ id }) => id));
  });

  it('filters by time: since is in, until is out', async () => {
    const everything = await readAll('limit=200');
    const [until, since] = [everything[10]?.started_at ?? '', everything[20]?.started_at ?? ''];
    const found = await readAll(`limit=3&since=${since}&until=${until}`);
    expect(found.map(({ id }) => id)).toEqual(everything.slice(11, 21).map(({ id }) => id));
  });

  it('leaves what was sent and what came back out', async () => {
    const { body } = await list('limit=1');
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      [
        ...['id', 'started_at', 'kind', 'sender_id', 'message_id', 'webhook_id', 'delivery_id', 'event_id'],
        ...['attempt', 'method', 'url', 'status', 'duration_ms', 'outcome', 'failure_code', 'error_class'],
        'next_attempt_at',
      ].sort(),
    );
  });

  it('never shows the calls of another company, not even by the id of a message', async () => {
    const other = await gateway.createCompany();
    const theirs = await insertCall(gateway.database, other.uuid, { messageId: messageIds[2] });
    expect((await readAll('limit=200')).map(({ id }) => id)).not.toContain(theirs);
    expect((await readAll(`limit=200&message_id=${message}`)).map(({ id }) => id)).not.toContain(theirs);
    expect((await other.get<Page>('/api/v1/calls')).body.data.map(({ id }) => id)).toEqual([theirs]);
  });
});

describe('422: a query with a mistake', () => {
  it.each([
    ['outcome=perhaps', 'invalid_value', 'outcome'],
    ['kind=carrier_pigeon', 'invalid_value', 'kind'],
    ['sender_id=7', 'invalid_id', 'sender_id'],
    [`sender_id=${message}`, 'invalid_id', 'sender_id'],
    [`message_id=${sender}`, 'invalid_id', 'message_id'],
    [`webhook_id=${sender}`, 'invalid_id', 'webhook_id'],
    ['delivery_id=dlv_7', 'invalid_id', 'delivery_id'],
    ['limit=0', 'invalid_value', 'limit'],
    ['sender=x', 'unknown_field', 'sender'],
    ['until=soon', 'invalid_value', 'until'],
  ] as const)('%s is refused as %s', async (query, code, parameter) => {
    expectProblem(await list(query), code, { parameter });
  });

  it('a cursor of another list is refused', async () => {
    expectProblem(await list(`cursor=${encodeCursor('requests', newUuid())}`), 'invalid_cursor');
  });
});
