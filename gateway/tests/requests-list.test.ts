import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { describe, expect, it } from 'vitest';
import { firstUuidAt, newUuid } from '../src/platform/ids.ts';
import { encodeCursor } from '../src/platform/paging.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { type ListPage, readPages } from './support/read-pages.ts';
import { waitUntil } from './support/wait-until.ts';

type Page = ListPage<RequestSummary>;

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const total = 260;
const kinds = [
  { method: 'POST', path: '/api/v1/messages/send', status: 202, error_code: null },
  { method: 'POST', path: '/api/messages/send', status: 422, error_code: 'text_empty' },
  { method: 'GET', path: '/api/v1/messages?limit=5', status: 200, error_code: null },
  { method: 'POST', path: '/api/v1/messages/send', status: 429, error_code: 'rate_limited' },
  { method: 'DELETE', path: '/api/v1/100%_sure', status: 404, error_code: 'route_not_found' },
];

/** Straight into the table, for an earlier moment: the requests that the tests themselves make come behind them. */
const insertRequests = async (): Promise<void> => {
  const earlier = Date.now() - 60_000;
  const rows = Array.from({ length: total }, (_, index) => ({
    id: firstUuidAt(earlier + index),
    ...kinds[index % kinds.length],
  }));
  await gateway.database.query(
    `insert into requests (company_id, id, method, path, status, error_code, duration_ms, source, body_bytes, body_is_whole)
     select $1, id, method, path, status, error_code, 1.5, '127.0.0.1', 0, true
     from jsonb_to_recordset($2::jsonb) as row (id uuid, method text, path text, status int, error_code text)`,
    [company.uuid, JSON.stringify(rows)],
  );
};

await insertRequests();
const untilNow = `until=${new Date(Date.now() - 30_000).toISOString()}`;

const list = (query: string) => company.get<Page>(`/api/v1/requests?${query}`);
const readAll = (query: string) =>
  readPages<RequestSummary>(company, `/api/v1/requests?${query}&${untilNow}`);

describe('GET /api/v1/requests', () => {
  it.each([9, 130, 200])('reaches every request once, newest first, by pages of %i', async (limit) => {
    const ids = (await readAll(`limit=${limit}`)).map(({ id }) => id);
    expect(ids).toHaveLength(total);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it.each([
    ['outcome=failed', (row: RequestSummary) => row.status >= 400],
    ['outcome=accepted', (row: RequestSummary) => row.status < 400],
    ['code=text_empty', (row: RequestSummary) => row.error_code === 'text_empty'],
    ['method=GET', (row: RequestSummary) => row.method === 'GET'],
    ['path=/api/v1/messages', (row: RequestSummary) => row.path.startsWith('/api/v1/messages')],
    ['outcome=failed&method=POST&path=/api/v1', (row: RequestSummary) => row.error_code === 'rate_limited'],
  ])('filters by %s, across pages', async (query, fits) => {
    const everything = await readAll('limit=200');
    const found = await readAll(`limit=20&${query}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ id }) => id)).toEqual(everything.filter(fits).map(({ id }) => id));
  });

  it('takes the wildcards of the database for the characters they are', async () => {
    expect(await readAll('limit=200&path=/api/v1/100%25_')).toHaveLength(total / kinds.length);
    expect(await readAll('limit=200&path=/api/v1/%25')).toEqual([]);
    expect(await readAll('limit=200&path=/api/_1')).toEqual([]);
    expect(await readAll('limit=200&path=/api/v1%5C')).toEqual([]);
  });

  it('shows the newest request soon after its answer', async () => {
    await company.get('/api/v1/me?the-newest');
    const newest = await waitUntil('it was listed', async () => {
      const { body } = await list('limit=20');
      return body.data.find(({ path }) => path === '/api/v1/me?the-newest');
    });
    expect(newest).toMatchObject({ method: 'GET', status: 200, error_code: null, source: '127.0.0.1' });
  });

  it('leaves bodies and answers out', async () => {
    const { body } = await list('limit=1');
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      'id received_at kind method path status error_code duration_ms source user_agent message_id retry_of'
        .split(' ')
        .sort(),
    );
  });

  it('never shows the requests of another company', async () => {
    const other = await gateway.createCompany();
    await other.get('/api/v1/me');
    const theirs = await waitUntil('theirs was listed', async () => {
      const { body } = await other.get<Page>('/api/v1/requests');
      return body.data.length > 0 && body.data;
    });
    expect(theirs.every(({ path }) => ['/api/v1/me', '/api/v1/requests'].includes(path))).toBe(true);
    const ours = new Set((await readAll('limit=200')).map(({ id }) => id));
    expect(theirs.some(({ id }) => ours.has(id))).toBe(false);
  });
});

describe('422: a query with a mistake', () => {
  it.each([
    ['outcome=perhaps', 'invalid_value', 'outcome'],
    ['method=BREW', 'invalid_value', 'method'],
    ['limit=1000', 'invalid_value', 'limit'],
    ['limit=x', 'wrong_type', 'limit'],
    [`code=${'x'.repeat(65)}`, 'invalid_value', 'code'],
    [`path=${'x'.repeat(201)}`, 'invalid_value', 'path'],
    ['codes=text_empty', 'unknown_field', 'codes'],
    ['since=now', 'invalid_value', 'since'],
    ['code=%00', 'invalid_characters', 'code'],
    ['path=/api%00', 'invalid_characters', 'path'],
  ] as const)('%s is refused as %s', async (query, code, parameter) => {
    expectProblem(await list(query), code, { parameter });
  });

  it('a cursor of another list is refused', async () => {
    expectProblem(await list(`cursor=${encodeCursor('messages', newUuid())}`), 'invalid_cursor');
  });
});
