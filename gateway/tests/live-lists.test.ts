import type { CallSummary } from '@hudhud/contract/calls.ts';
import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { setToken } from '../src/companies/set-token.ts';
import { firstUuidAt, newUuid, toPublicId } from '../src/platform/ids.ts';
import { type Browser, dashboardHeaders, signUpMember, signUpOwner } from './support/browser.ts';
import { insertCall } from './support/call-rows.ts';
import { expectProblem } from './support/expect-problem.ts';
import { atFileEnd } from './support/file-end.ts';
import { type TestCompany, type TestGateway, useApiGateway } from './support/gateway.ts';
import { type LiveStream, openLiveStream, type StreamEvent } from './support/live-stream.ts';
import { readFigure } from './support/metrics.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const { database } = gateway;
const second = await useApiGateway({ database });
const company = await gateway.createCompany();

const open: LiveStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close();
  await waitUntil('all places were given back', async () => (await streams(gateway)) === 0);
});

const streams = (at: TestGateway) => readFigure(at, 'hudhud_live_streams');

const follow = async (
  path: string,
  who: { readonly headers: Readonly<Record<string, string>> } = company,
  more: Record<string, string> = {},
  at: TestGateway = gateway,
): Promise<LiveStream> => {
  const stream = await openLiveStream(at.address, `/api/v1${path}`, { ...who.headers, ...more });
  open.push(stream);
  return stream;
};

const asBrowser = (browser: Browser) => ({
  headers: {
    ...dashboardHeaders(gateway),
    cookie: browser.cookie ?? '',
    'x-company-id': browser.companyId ?? '',
  },
});

/** The processes that have said they follow a company: what they notify each other of, received as one of them. */
const listenToFollows = async (who: TestCompany): Promise<ReadonlySet<string>> => {
  const client = await database.connect();
  atFileEnd(() => client.end());
  const processes = new Set<string>();
  client.on('notification', ({ payload = '' }) => {
    const [word, origin = '', ...companyIds] = payload.split(' ');
    if (word === 'follows' && companyIds.includes(who.uuid)) processes.add(origin);
  });
  await client.query('listen hudhud_live');
  return processes;
};

const row = ({ data }: StreamEvent) => data as RequestSummary;
const isPath = (path: string) => (event: StreamEvent) => row(event).path === path;

/** A request row as any process may write it, at any time after its id was made. */
const insertRequest = async (who: TestCompany, path: string, id = newUuid()): Promise<string> => {
  await database.query(
    `insert into requests (company_id, id, method, path, status, duration_ms, source, body, body_bytes, body_is_whole)
     values ($1, $2, 'POST', $3, 200, 1.5, '127.0.0.1', '{"to":"+966 50 123 4567","note":"Ünder 100%"}', 1, true)`,
    [who.uuid, id, path],
  );
  return toPublicId('request', id);
};

describe('GET /api/v1/requests/stream', () => {
  it('streams every request as the list shows it, soon after its answer', async () => {
    const stream = await follow('/requests/stream');
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await company.get('/api/v1/me?first');
    const event = await stream.waitFor('the request was streamed', isPath('/api/v1/me?first'));
    expect(event.name).toBe('request');
    const { body } = await company.get<{ data: RequestSummary[] }>('/api/v1/requests?path=/api/v1/me');
    expect(body.data).toContainEqual(event.data);
    expect(event.id).toBe(row(event).id);
  });

  it('streams what other processes wrote, and each row once', async () => {
    const [here, there] = [
      await follow('/requests/stream'),
      await follow('/requests/stream', company, {}, second),
    ];
    const paths = Array.from({ length: 30 }, (_, index) => `/of-two/${index}`);
    await Promise.all(
      paths.map((path, index) => (index % 2 ? gateway : second).adopt(company).get(`/api${path}`)),
    );
    const last = await insertRequest(company, '/of-two/last');
    for (const stream of [here, there]) {
      await stream.waitFor('the last one was streamed', (event) => row(event).id === last);
      await waitUntil('all were streamed', () => {
        const streamed = stream.events.map(row).map(({ path }) => path);
        return paths.every((path) => streamed.includes(`/api${path}`));
      });
      const ids = stream.events.map(row).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('streams a row that is committed long after its id was made', async () => {
    const stream = await follow('/requests/stream');
    const late = await insertRequest(
      company,
      '/late',
      firstUuidAt(Date.now() - 40_000).slice(0, 14) + newUuid().slice(14),
    );
    await insertRequest(company, '/on-time');
    const event = await stream.waitFor('the late row was streamed', isPath('/late'));
    expect(row(event).id).toBe(late);
    // Its own id lies behind what was sent before: a client that came back with it would get all that again.
    await stream.waitFor('the other was streamed', isPath('/on-time'));
    const ids = stream.events.map(({ id }) => id ?? '');
    expect(ids).toEqual(ids.toSorted());
  });

  it.each([
    ['outcome=failed', '/api/v1/nothing-here', 'GET'],
    ['code=route_not_found&method=GET', '/api/v1/nothing-here', 'GET'],
    ['path=/api/v1/me', '/api/v1/me?filtered', 'GET'],
  ])('lets through what the filter %s lets through', async (filter, path) => {
    const stream = await follow(`/requests/stream?${filter}`);
    await company.get('/api/v1/company');
    await company.get(path);
    await stream.waitFor('it was streamed', isPath(path));
    expect(stream.events.map(row).every((one) => one.path === path)).toBe(true);
  });

  it.each(['phone_number=%2B966501234567', 'phone_number=0-1234', 'text=ünder%20100%25', 'text=/SEARCHED'])(
    'searches bodies and paths with %s, and so does the list',
    async (filter) => {
      const stream = await follow(`/requests/stream?${filter}`);
      await company.get('/api/v1/company');
      const path = `/searched/${newUuid()}`;
      const id = await insertRequest(company, path);
      await stream.waitFor('it was streamed', isPath(path));
      expect(stream.events.map(row).every((one) => !one.path.startsWith('/api/v1/company'))).toBe(true);
      const { body } = await company.get<{ data: RequestSummary[] }>(`/api/v1/requests?${filter}`);
      expect(body.data[0]?.id).toBe(id);
    },
  );

  it('goes on from the row that Last-Event-ID names, whichever process is asked', async () => {
    const before = await follow('/requests/stream');
    await insertRequest(company, '/seen');
    await before.waitFor('the first was streamed', isPath('/seen'));
    const { lastId } = before;
    await before.close();
    await insertRequest(company, '/missed');
    const after = await follow('/requests/stream', company, { 'last-event-id': lastId }, second);
    await after.waitFor('the missed one was streamed', isPath('/missed'));
    await insertRequest(company, '/next');
    await after.waitFor('the next was streamed', isPath('/next'));
    expect(after.events.map(row).filter(({ path }) => path === '/missed')).toHaveLength(1);
  });

  it('says so when more was missed than it streams again', async () => {
    const crowded = await gateway.createCompany();
    const first = await insertRequest(crowded, '/before');
    await database.query(
      `insert into requests (company_id, id, method, path, status, duration_ms, source, body_bytes, body_is_whole)
       select $1, uuidv7(), 'GET', '/crowd', 200, 1, '127.0.0.1', 0, true from generate_series(1, 700)`,
      [crowded.uuid],
    );
    const stream = await follow('/requests/stream', crowded, { 'last-event-id': first });
    await stream.waitFor('it said that rows are missing', ({ name }) => name === 'skipped');
    expect(stream.events.filter(({ name }) => name === 'request')).toHaveLength(500);
  });

  it('ends after what was missed for a caller who does not take events', async () => {
    const first = await insertRequest(company, '/known');
    const path = `/only-now/${newUuid()}`;
    await insertRequest(company, path);
    const answer = await company.call('GET', '/api/v1/requests/stream', {
      headers: { 'last-event-id': first },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(path);
  });
});

describe('GET /api/v1/calls/stream', () => {
  it('streams every call as the list shows it, by its filters', async () => {
    const [all, failed] = [await follow('/calls/stream'), await follow('/calls/stream?outcome=failed')];
    const good = await insertCall(database, company.uuid);
    const bad = await insertCall(database, company.uuid, { outcome: 'rejected', attempt: 3 });
    const isCall = (id: string) => (event: StreamEvent) => (event.data as CallSummary).id === id;
    await all.waitFor('the good one was streamed', isCall(good));
    const event = await failed.waitFor('the bad one was streamed', isCall(bad));
    expect(event.name).toBe('call');
    const { body } = await company.get<{ data: CallSummary[] }>('/api/v1/calls?attempt=3');
    expect(body.data).toEqual([event.data]);
    expect(failed.events).toHaveLength(1);
  });
});

describe('a live list', () => {
  it('shows nothing of another company', async () => {
    const other = await gateway.createCompany();
    const [ours, theirs] = [await follow('/requests/stream'), await follow('/requests/stream', other)];
    await insertRequest(other, '/theirs');
    await insertRequest(company, '/ours');
    await ours.waitFor('ours was streamed', isPath('/ours'));
    await theirs.waitFor('theirs was streamed', isPath('/theirs'));
    expect(ours.text).not.toContain('/theirs');
    expect(theirs.text).not.toContain('/ours');
  });

  it('streams nothing of another company to a caller that has its row', async () => {
    const other = await gateway.createCompany();
    const theirs = await insertRequest(other, '/secret');
    await insertRequest(other, '/secret');
    const answer = await company.call('GET', '/api/v1/requests/stream', {
      headers: { 'last-event-id': theirs },
    });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('/secret');
  });

  it('is for viewers too, ends soon after their session, and takes their place with it', async () => {
    const owner = await signUpOwner(gateway);
    const viewer = await signUpMember(gateway, owner, 'viewer');
    const stream = await follow('/requests/stream', asBrowser(viewer));
    expect(stream.status).toBe(200);
    await viewer.post('/api/v1/sign-out');
    await waitUntil('the stream ended', () => stream.isEnded);
    expect((await follow('/requests/stream', asBrowser(viewer))).status).toBe(401);
  }, 180_000);

  it('ends soon after its token was replaced', async () => {
    const changing = await gateway.createCompany();
    const stream = await follow('/calls/stream', changing);
    const { database: opened, secrets } = gateway.running.storage;
    await setToken(opened.pool, secrets, { companyId: changing.uuid, graceSeconds: 0 });
    await waitUntil('the stream ended', () => stream.isEnded);
    expect((await follow('/calls/stream', changing)).status).toBe(401);
  }, 180_000);

  it('429: has a limit of followers for each company', async () => {
    const many = await gateway.createCompany();
    const followers = await Promise.all(Array.from({ length: 200 }, () => follow('/requests/stream', many)));
    expect(followers.every(({ status }) => status === 200)).toBe(true);
    const refused = await many.get('/api/v1/requests/stream');
    expectProblem(refused, 'too_many_streams');
    expect(refused.headers['retry-after']).toBe('10');
    expect((await follow('/requests/stream')).status).toBe(200);
  });

  it('is woken by the commit, for a hundred followers at two processes', async () => {
    const busy = await gateway.createCompany();
    const announced = await listenToFollows(busy);
    const followers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        follow(`/requests/stream?${index % 2 ? '' : 'method=GET'}`, busy, {}, index < 50 ? gateway : second),
      ),
    );
    await waitUntil('both processes said that they follow', () => announced.size === 2);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const path = `/api/v1/me?woken-${round}`;
      const begunAt = performance.now();
      await busy.get(path);
      await Promise.all(followers.map((one) => one.waitFor('it was streamed', isPath(path))));
      times.push(performance.now() - begunAt);
    }
    // The poll alone takes two seconds; one that looked by chance does not do so five times.
    expect(Math.min(...times), 'in time').toBeLessThan(500);
    expect(times.toSorted((one, two) => one - two)[2], 'in time').toBeLessThan(1_500);
  });

  it.each([
    ['limit=5', 'unknown_field'],
    ['since=2026-01-01T00:00:00Z', 'unknown_field'],
    ['outcome=perhaps', 'invalid_value'],
    ['phone_number=12', 'invalid_value'],
  ] as const)('422: %s is refused as %s', async (query, code) => {
    expectProblem(await company.get(`/api/v1/requests/stream?${query}`), code);
  });

  it('422: a Last-Event-ID that is no id of this list', async () => {
    const headers = { 'last-event-id': toPublicId('call', newUuid()) };
    expectProblem(await company.call('GET', '/api/v1/requests/stream', { headers }), 'invalid_id');
  });

  it('does not hold up a stop', async () => {
    const leaving = await useApiGateway({ database });
    const stream = await follow('/requests/stream', leaving.adopt(company), {}, leaving);
    await leaving.stop();
    await waitUntil('the stream ended', () => stream.isEnded);
    expect(stream.text).toContain('retry: 1000');
  });
});
