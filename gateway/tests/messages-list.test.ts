import { Message } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { encodeCursor } from '../src/platform/paging.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { type ListPage, readPages } from './support/read-pages.ts';
import { waitUntil } from './support/wait-until.ts';

type Page = ListPage<Message>;

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const other = await gateway.createCompany();

const total = 330;
const phones = ['+966501234567', '+966501234568', '+14155552671'];
const statuses = ['queued', 'sent', 'failed', 'read'];

/** Straight into the table: accepting them one by one is not what is tested here. */
const insertMessages = async (companyUuid: string, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newUuid(),
    direction: index % 5 === 0 ? 'in' : 'out',
    status: statuses[index % 4],
    phone_number: phones[index % 3],
    body: `Message ${index}`,
  }));
  await gateway.database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
     select $1, id, direction, status, 'text', phone_number, body, 'meta_cloud'
     from jsonb_to_recordset($2::jsonb) as row (id uuid, direction text, status text, phone_number text, body text)`,
    [companyUuid, JSON.stringify(rows)],
  );
};

await insertMessages(company.uuid, total);
await insertMessages(other.uuid, 20);

const list = (query: string) => company.get<Page>(`/api/v1/messages?${query}`);
const readAll = (query: string) => readPages<Message>(company, `/api/v1/messages?${query}`);

describe('GET /api/v1/messages', () => {
  it('answers the newest fifty, newest first, when nothing is asked for', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(50);
    expect(body.data[0]).toMatchObject({ message: `Message ${total - 1}` });
    expect(body.data.map(({ id }) => id)).toEqual(
      body.data
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it.each([7, 50, 110, 200])('reaches every message once, by pages of %i', async (limit) => {
    const all = await readAll(`limit=${limit}`);
    expect(new Set(all.map(({ id }) => id)).size).toBe(total);
    expect(all).toHaveLength(total);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it('ends with a page that has no next cursor, also when the last page is full', async () => {
    const pages = [await list('limit=165')];
    pages.push(await list(`limit=165&cursor=${pages[0]?.body.next_cursor}`));
    expect(pages.map(({ body }) => [body.data.length, body.next_cursor === null])).toEqual([
      [165, false],
      [165, true],
    ]);
  });

  it('is not disturbed by messages that arrive between two pages', async () => {
    const busy = await gateway.createCompany();
    await insertMessages(busy.uuid, 10);
    const first = await busy.get<Page>('/api/v1/messages?limit=5');
    await insertMessages(busy.uuid, 3);
    const next = await busy.get<Page>(`/api/v1/messages?limit=50&cursor=${first.body.next_cursor}`);
    expect(next.body.data.map(({ message }) => message)).toEqual([4, 3, 2, 1, 0].map((n) => `Message ${n}`));
  });

  it.each([
    ['status=failed', ({ status }: Message) => status === 'failed'],
    ['direction=in', ({ direction }: Message) => direction === 'in'],
    ['phone_number=%2B966501234568', ({ phone_number }: Message) => phone_number === '+966501234568'],
    ['phone_number=%2B966%2050-123%204568', ({ phone_number }: Message) => phone_number === '+966501234568'],
    [
      'status=sent&direction=out&phone_number=%2B966501234567',
      (m: Message) => m.status === 'sent' && m.direction === 'out' && m.phone_number === '+966501234567',
    ],
  ])('filters by %s, across pages', async (query, fits) => {
    const everything = await readAll('limit=200');
    const found = await readAll(`limit=7&${query}`);
    expect(found.map(({ id }) => id)).toEqual(everything.filter(fits).map(({ id }) => id));
    expect(found.length).toBeGreaterThan(0);
  });

  it('filters by time: at or after since, before until', async () => {
    const timed = await gateway.createCompany();
    for (let count = 0, madeAt = 0; count < 3; count += 1) {
      madeAt = await waitUntil('the clock moved on', () => Date.now() > madeAt + 1 && Date.now());
      await insertMessages(timed.uuid, 1);
    }
    const everything = (await timed.get<Page>('/api/v1/messages')).body.data;
    const middle = encodeURIComponent(everything[1]?.created_at ?? '');
    const since = await timed.get<Page>(`/api/v1/messages?since=${middle}`);
    const until = await timed.get<Page>(`/api/v1/messages?until=${middle}`);
    expect(since.body.data.map(({ id }) => id)).toEqual(everything.slice(0, 2).map(({ id }) => id));
    expect(until.body.data.map(({ id }) => id)).toEqual(everything.slice(2).map(({ id }) => id));
  });

  it('takes a time with an offset', async () => {
    const none = await list(`since=${encodeURIComponent('2999-01-01T00:00:00+03:00')}`);
    const all = await list(`since=${encodeURIComponent('1999-01-01T00:00:00-11:00')}`);
    expect([none.body.data.length, all.body.data.length]).toEqual([0, 50]);
  });

  it('answers an empty page when nothing fits', async () => {
    expect((await list('status=expired')).body).toEqual({ data: [], next_cursor: null });
  });

  it('shows a message as the contract has it and nothing more', async () => {
    const { body } = await list('limit=1');
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(Object.keys(Message.properties).sort());
  });
});

describe('422: a query with a mistake', () => {
  it.each([
    ['limit=0', 'invalid_value', 'limit'],
    ['limit=201', 'invalid_value', 'limit'],
    ['limit=abc', 'wrong_type', 'limit'],
    ['limit=1.5', 'wrong_type', 'limit'],
    ['limit=1&limit=2', 'wrong_type', 'limit'],
    ['status=lost', 'invalid_value', 'status'],
    ['direction=up', 'invalid_value', 'direction'],
    ['phone_number=12', 'invalid_phone_number', 'phone_number'],
    ['since=yesterday', 'invalid_value', 'since'],
    ['until=2026-02-30T00:00:00Z', 'invalid_value', 'until'],
    ['since=2026-01-01', 'invalid_value', 'since'],
    ['since=2026-12-31T23:59:60Z', 'invalid_value', 'since'],
    ['since=2026-01-01T00:00:00%2B03', 'invalid_value', 'since'],
    ['statuss=sent', 'unknown_field', 'statuss'],
    ['__proto__=1', 'unknown_field', '__proto__'],
  ] as const)('%s is refused as %s', async (query, code, parameter) => {
    const problem = expectProblem(await list(query), code, { parameter });
    expect(problem.detail).not.toMatch(/\ba [aeiou]/);
  });

  it('hints at the nearest filter', async () => {
    expect(expectProblem(await list('statuss=sent'), 'unknown_field').detail).toContain(
      'Did you mean "status"?',
    );
  });

  it.each([
    ['of another list', encodeCursor('requests', newUuid())],
    ['with a name that is no list', encodeCursor('', newUuid())],
    ['without an id', Buffer.from('messages:').toString('base64url')],
    ['with an id that is none', Buffer.from("messages:' or true --").toString('base64url')],
    ['that is garbled', 'AAAA'],
    ['that is empty', ''],
    ['that is not base64', '%F0%9F%A6%9C'],
    ['that was cut', encodeCursor('messages', newUuid()).slice(0, -3)],
    ['with something behind it', Buffer.from(`messages:${newUuid()}:x`).toString('base64url')],
  ])('a cursor %s is refused', async (_name, cursor) => {
    expectProblem(await list(`cursor=${cursor}`), 'invalid_cursor', { parameter: 'cursor' });
  });

  it('a cursor longer than any is refused', async () => {
    expectProblem(await list(`cursor=${'A'.repeat(201)}`), 'invalid_value', { parameter: 'cursor' });
  });
});

describe('a cursor of another company', () => {
  it('leads to no message of that company', async () => {
    const theirs = await other.get<Page>('/api/v1/messages?limit=5');
    const { status, body } = await list(`limit=200&cursor=${theirs.body.next_cursor}`);
    expect(status).toBe(200);
    const theirIds = new Set(
      (await other.get<Page>('/api/v1/messages?limit=200')).body.data.map(({ id }) => id),
    );
    expect(body.data.some(({ id }) => theirIds.has(id))).toBe(false);
  });
});
