// The feed on a real database: its order, its filters, and above all what it holds back while a write is under way.

import type { EventFeed, EventQuery } from '@hudhud/contract/events.ts';
import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { loadBodies } from '../webhooks/lanes/read-deliveries.ts';
import { readFeed } from './read-feed.ts';

const database = await useDatabase();
const pool = database.openPool(4);

let companyId: string;

const createCompany = async (timezone = 'Asia/Riyadh'): Promise<string> => {
  const id = newUuid();
  await pool.query(`insert into companies (id, name, timezone, plan) values ($1, 'A', $2, 'active')`, [
    id,
    timezone,
  ]);
  return id;
};

beforeEach(async () => {
  companyId = await createCompany();
});

const insertText = `insert into events (company_id, id, type, at, data) values ($1, $2, $3, now(), '{"message":"a"}')`;

/** An id made a while ago, as if its event had waited to be written. */
const idFrom = (secondsAgo: number): string => {
  const time = Math.floor(Date.now() - secondsAgo * 1_000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${newUuid().slice(14)}`;
};

const addEvent = async (secondsAgo: number, type = 'test', company = companyId): Promise<string> => {
  const id = idFrom(secondsAgo);
  await pool.query(insertText, [company, id, type]);
  return toPublicId('event', id);
};

const read = (query: EventQuery = {}, company = companyId): Promise<EventFeed> =>
  readFeed({ pool, describeIncoming: () => ({}) }, company, query);

const idsOf = (feed: EventFeed): string[] => feed.data.map(({ id }) => id);

/** Reads to the end, as a customer does, from a position. */
const readOn = async (after?: string): Promise<{ ids: string[]; after: string }> => {
  const feed = await read(after === undefined ? {} : { after });
  return { ids: idsOf(feed), after: feed.next_after };
};

describe('the feed', () => {
  test('gives events oldest first, a page at a time, each once', async () => {
    const ids = [];
    for (const seconds of [50, 40, 30, 20, 10]) ids.push(await addEvent(seconds));
    const first = await read({ limit: 2 });
    expect(first).toMatchObject({ has_more: true, next_after: ids[1] });
    const second = await read({ limit: 2, after: first.next_after });
    const third = await read({ limit: 2, after: second.next_after });
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third.has_more).toBe(false);
    expect(idsOf(await read({ after: third.next_after }))).toEqual([]);
  });

  test('comes to the few of a type in steps, and misses none at their edges', async () => {
    const wanted: string[] = [];
    for (let index = 0; index < 13; index += 1) {
      const isWanted = [3, 4, 12].includes(index);
      const id = await addEvent(60 - index, isWanted ? 'sender_state' : 'test');
      if (isWanted) wanted.push(id);
    }
    const step = (query: EventQuery) =>
      readFeed({ pool, describeIncoming: () => ({}), searchedMax: 4 }, companyId, query);
    let feed = await step({ types: 'sender_state' });
    const found = idsOf(feed);
    for (let steps = 1; feed.has_more && steps < 10; steps += 1) {
      feed = await step({ types: 'sender_state', after: feed.next_after });
      found.push(...idsOf(feed));
    }
    expect(found).toEqual(wanted);
    expect(feed.has_more).toBe(false);
  });

  test('gives the types that are asked for, and passes the others for good', async () => {
    const one = await addEvent(30, 'sender_state');
    await addEvent(20);
    const feed = await read({ types: 'sender_state,provider_notice' });
    expect(idsOf(feed)).toEqual([one]);
    expect(idsOf(await read({ after: feed.next_after }))).toEqual([]);
  });

  test('gives nothing of another company', async () => {
    const other = await createCompany();
    await addEvent(20, 'test', other);
    expect(idsOf(await read())).toEqual([]);
  });

  test('goes nowhere from a position in the future', async () => {
    const after = 'evt_7zzzzzzzzzzzzzzzzzzzzzzzzz';
    expect(await read({ after })).toEqual({ data: [], next_after: after, has_more: false });
  });

  test('holds an event back until it is a moment old', async () => {
    const id = await addEvent(0);
    expect(idsOf(await read())).toEqual([]);
    const { after } = await readOn();
    const seen = await waitUntil('the event is handed out', async () => {
      const feed = await read({ after });
      return feed.data.length > 0 && idsOf(feed);
    });
    expect(seen).toEqual([id]);
  });
});

describe('a transaction that commits late', () => {
  test('loses none of its events, although a later one is there before it', async () => {
    const late = await database.connect();
    try {
      await late.query('begin');
      const lateId = newUuid();
      await late.query(insertText, [companyId, lateId, 'test']);
      const begin = Date.now();
      await waitUntil('the transaction is older than any margin', () => Date.now() - begin > 3_000);
      // Made after the other one, and old enough to be handed out if the open transaction were ignored.
      const earlyId = await addEvent(2.5);
      expect(earlyId > toPublicId('event', lateId)).toBe(true);
      const during = await readOn();
      expect(during.ids).toEqual([]);
      await late.query('commit');
      const found: string[] = [];
      let { after } = during;
      await waitUntil('both events were handed out', async () => {
        const next = await readOn(after);
        after = next.after;
        found.push(...next.ids);
        return found.length >= 2;
      });
      expect(found).toEqual([toPublicId('event', lateId), earlyId]);
    } finally {
      await late.end();
    }
  });
});

describe('a reader that keeps its position', () => {
  test('gets every event once and in order while writers commit out of order', async () => {
    const clients = await Promise.all([database.connect(), database.connect(), database.connect()]);
    const written: string[] = [];
    const write = async (client: pg.Client, holdMilliseconds: number): Promise<void> => {
      for (let count = 0; count < 5; count += 1) {
        const id = newUuid();
        await client.query('begin');
        await client.query(insertText, [companyId, id, 'test']);
        await client.query('select pg_sleep($1)', [holdMilliseconds / 1_000]);
        await client.query('commit');
        written.push(toPublicId('event', id));
      }
    };
    const writing = Promise.all(clients.map((client, index) => write(client, 10 + index * 400)));
    const found: string[] = [];
    let after: string | undefined;
    await waitUntil(
      'all events were handed out',
      async () => {
        const next = await readOn(after);
        after = next.after;
        found.push(...next.ids);
        return found.length >= 15;
      },
      45_000,
    );
    await writing;
    expect(found).toEqual(written.toSorted());
    await Promise.all(clients.map((client) => client.end()));
  });
});

describe('the bodies of events', () => {
  test('are found by id, with their message and the time zone of their company', async () => {
    const elsewhere = await createCompany('Asia/Kolkata');
    const message = newUuid();
    const event = newUuid();
    await pool.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, reference)
       values ($1, $2, 'out', 'sent', 'text', '+966501234567', 'Hi', 'meta_cloud', 'order-5')`,
      [elsewhere, message],
    );
    await pool.query(
      `insert into events (company_id, id, type, at, message_id, attempt, status)
       values ($1, $2, 'message_status', '2026-11-15T09:30:00Z', $3, 1, 'sent')`,
      [elsewhere, event, message],
    );
    const other = newUuid();
    await pool.query(insertText, [companyId, other, 'test']);
    const bodies = await loadBodies(pool, [
      { companyId: elsewhere, eventId: event },
      { companyId, eventId: other },
      { companyId, eventId: newUuid() },
      // The right event under the wrong company is not found.
      { companyId, eventId: event },
    ]);
    expect([...bodies.keys()].toSorted()).toEqual([event, other].toSorted());
    expect(JSON.parse(bodies.get(event) ?? '')).toMatchObject({
      event: 'message_status',
      timestamp: '2026-11-15T15:00:00+05:30',
      data: {
        message_id: toPublicId('message', message),
        reference: 'order-5',
        recipient_phone: '966501234567',
      },
    });
  });

  test('of nothing are nothing', async () => {
    expect(await loadBodies(pool, [])).toEqual(new Map());
  });
});
