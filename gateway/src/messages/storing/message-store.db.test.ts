// The reply to a commit is lost: the batch is settled by writing the same ids again, never by guessing.

import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { makeRequest } from '../../dispatch/tests-support/make-request.ts';
import { newUuid } from '../../platform/ids.ts';
import { createMessageStore } from './message-store.ts';
import type { NewRequest } from './queries.ts';

const database = await useDatabase();
const pools: pg.Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

type Fault = 'before' | 'after';

/** A pool that loses its connection: before the statement reached the server, or after it was committed. */
const createFaultyPool = (faults: Fault[]): pg.Pool => {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  pools.push(pool);
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  const faulty = async (...parameters: unknown[]): Promise<unknown> => {
    const fault = faults.shift();
    if (fault === 'before') throw Object.assign(new Error('no server there'), { code: 'ECONNREFUSED' });
    const result = await query(...parameters);
    if (fault === 'after') throw new Error('Connection terminated unexpectedly');
    return result;
  };
  return Object.assign(pool, { query: faulty });
};

const createStore = (faults: Fault[] = []) =>
  createMessageStore({
    writers: createFaultyPool(faults),
    flushers: 1,
    idempotencyHours: 48,
    onFlush: () => undefined,
  });

const makeMessage = (companyId: string, body: string, key: string | null = null): NewRequest => {
  const id = newUuid();
  const requestId = newUuid();
  return {
    messages: [
      {
        companyId,
        id,
        requestId,
        phoneNumber: '+966501234567',
        personKey: '+966501234567',
        body,
        type: 'text',
        provider: 'meta_cloud',
        senderId: newUuid(),
        reference: null,
        onUnknown: 'hold',
        transactionalReason: null,
        priority: 0,
        scheduleAt: null,
        expiresAt: Date.now() + 86_400_000,
        status: 'queued',
        attempt: 0,
        laneId: null,
        ownerEpoch: null,
      },
    ],
    fingerprint: key === null ? null : Buffer.alloc(32, body),
    request: makeRequest({
      companyId,
      id: requestId,
      idempotencyKey: key,
      answer: `{"message_id":"${id}"}`,
      messageId: id,
    }),
  };
};

const bodiesOf = async (companyId: string): Promise<string[]> => {
  const rows = await database.query<{ body: string }>(
    'select body from messages where company_id = $1 order by id',
    [companyId],
  );
  return rows.map(({ body }) => body);
};

describe('the message store', () => {
  it.each<[string, Fault[]]>([
    ['before it reached the server', ['before']],
    ['after it was committed', ['after']],
    ['twice, once before and once after', ['before', 'after']],
    ['after it was committed, again and again', ['after', 'after', 'after']],
  ])('stores a message once when the connection is lost %s', async (_name, faults) => {
    const company = newUuid();
    const store = createStore(faults);
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((body) => store.store(makeMessage(company, body))),
    );
    const repeated = { kind: 'stored', isRepeated: true };
    expect(outcomes).toEqual([repeated, repeated, repeated]);
    expect(await bodiesOf(company)).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, Fault[]]>([
    ['before it reached the server', ['before']],
    ['after it was committed', ['after']],
  ])('does not take its own key for another’s when the connection is lost %s', async (_name, faults) => {
    const company = newUuid();
    const store = createStore(faults);
    const repeated = { kind: 'stored', isRepeated: true };
    expect(await store.store(makeMessage(company, 'a', 'key'))).toEqual(repeated);
    expect(await bodiesOf(company)).toEqual(['a']);
  });

  it('answers a key that was used before with its first answer, or refuses it', async () => {
    const company = newUuid();
    const store = createStore();
    const first = makeMessage(company, 'a', 'key');
    await store.store(first);
    expect(await store.store(makeMessage(company, 'a', 'key'))).toEqual({
      kind: 'replayed',
      status: 202,
      answer: first.request.answer,
      messageId: first.messages[0].id,
    });
    expect(await store.store(makeMessage(company, 'b', 'key'))).toEqual({ kind: 'key_reused' });
    expect(await bodiesOf(company)).toEqual(['a']);
  });

  it.each([[null], ['key']])('says that another process may have stored it first (key: %s)', async (key) => {
    const company = newUuid();
    const asked = makeMessage(company, 'a', key ?? undefined);
    expect(await createStore().store(asked)).toEqual({ kind: 'stored' });
    expect(await createStore().store(asked)).toEqual({ kind: 'stored', isRepeated: true });
    expect(await bodiesOf(company)).toEqual(['a']);
  });

  it('keeps out one of two messages with the same key in one batch', async () => {
    const company = newUuid();
    const store = createStore();
    const messages = [makeMessage(company, 'a', 'key'), makeMessage(company, 'a', 'key')];
    const outcomes = await Promise.all(messages.map((message) => store.store(message)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['replayed', 'stored']);
    expect(await bodiesOf(company)).toEqual(['a']);
  });

  it('gives up after a while when the database stays away', async () => {
    const store = createStore(Array<Fault>(10_000).fill('before'));
    const begun = performance.now();
    await expect(store.store(makeMessage(newUuid(), 'a'))).rejects.toThrow('no server there');
    expect(performance.now() - begun, 'in time').toBeLessThan(8_000);
  });

  it('is drained when everything is stored', async () => {
    const company = newUuid();
    const store = createStore();
    const storing = Promise.all(
      Array.from({ length: 600 }, (_, index) => store.store(makeMessage(company, `${index}`))),
    );
    await store.drain();
    expect(store.waiting).toBe(0);
    expect(await bodiesOf(company)).toHaveLength(600);
    await storing;
  });
});
