import type { RequestSummary } from '@hudhud/contract/requests.ts';
import type { Session } from '@hudhud/contract/users.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import {
  dashboardHeaders,
  goodPassword,
  openBrowser,
  signInElsewhere,
  signUpOwner,
  type TestUser,
} from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, goodSend, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const { database } = gateway;
const behind = await useApiGateway({ database, environment: { PUBLIC_URL: 'https://wa.example.com' } });

const alterSessions = (user: TestUser, change: string) =>
  gateway.database.query(`update sessions set ${change} where user_id = $1`, [user.uuid]);

describe('a session', () => {
  it('opens the API as the token does, for the company that the request names', async () => {
    const owner = await signUpOwner(gateway, 'Al Noor');
    expect((await owner.get('/api/v1/me')).body).toMatchObject({ company: { id: owner.companyId } });
    const sent = await owner.post<{ message_id: string }>('/api/v1/messages/send', goodSend);
    expect(sent.status).toBe(202);
    expect((await owner.get(`/api/v1/messages/${sent.body.message_id}`)).status).toBe(200);
  });

  it('is limited like the company that it works for', async () => {
    const owner = await signUpOwner(gateway);
    expect((await owner.get('/api/v1/me')).headers['ratelimit-policy']).toMatch(/^"company";/);
    expect((await owner.get('/api/v1/session')).headers['ratelimit-policy']).toBe('"user";q=600;w=60');
  });

  it.each([
    ['its time is over', `expires_at = now() - interval '1 second'`],
    ['it was not used for a week', `last_seen_at = now() - interval '7 days 1 second'`],
  ])('ends when %s', async (_name, change) => {
    const owner = await signUpOwner(gateway);
    await alterSessions(owner, change);
    expectProblem(await owner.get('/api/v1/session'), 'not_signed_in');
    expectProblem(await owner.get('/api/v1/messages'), 'not_signed_in');
  });

  it('goes on for as long as it is used', async () => {
    const owner = await signUpOwner(gateway);
    await alterSessions(owner, `last_seen_at = now() - interval '6 days'`);
    expect((await owner.get('/api/v1/session')).status).toBe(200);
    await waitUntil('it was written that the session is in use', async () => {
      const { body } = await owner.get<{ data: Session[] }>('/api/v1/sessions');
      return Date.now() - Date.parse(body.data[0]?.last_seen_at ?? '') < 60_000;
    });
  });

  it('is stored as a digest: what is in the cookie is not in the database', async () => {
    const owner = await signUpOwner(gateway);
    const secret = owner.cookie?.split('=')[1] ?? '';
    expect(secret).toHaveLength(43);
    const rows = await gateway.database.query<{ row: string }>('select sessions::text as row from sessions');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(secret);
      expect(row).not.toContain(Buffer.from(secret).toString('hex'));
      expect(row).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  it('has a cookie that only https carries when the public address is https', async () => {
    const owner = await signUpOwner(gateway);
    const body = { email: owner.email, password: goodPassword };
    const headers = { 'x-hudhud-client': 'dashboard', origin: 'https://wa.example.com' };
    const answer = await behind.call('POST', '/api/v1/sign-in', { body, headers });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-hudhud_session=[\w-]{43}; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const cookie = answer.headers['set-cookie']?.split(';')[0] ?? '';
    const ask = (name: string) => behind.call('GET', '/api/v1/session', { headers: { cookie: name } });
    expect((await ask(cookie)).status).toBe(200);
    expectProblem(await ask(cookie.replace('__Host-', '')), 'not_signed_in');
  });

  it('yields to a token that comes with it', async () => {
    const owner = await signUpOwner(gateway);
    const company = await gateway.createCompany();
    const answer = await owner.call('GET', '/api/v1/me', { headers: company.headers });
    expect(answer.body).toMatchObject({ company: { id: company.id } });
    const wrong = await owner.call('GET', '/api/v1/me', { headers: credentials(owner.companyId, 'wrong') });
    expectProblem(wrong, 'invalid_credentials');
  });

  it('is none when the cookie is not one of ours', async () => {
    const headers = { cookie: 'theme=dark', 'x-company-id': toPublicId('company', newUuid()) };
    expectProblem(await gateway.call('GET', '/api/v1/me', { headers }), 'invalid_credentials');
    expectProblem(await gateway.call('GET', '/api/v1/session', { headers }), 'not_signed_in');
    expectProblem(await gateway.call('GET', '/api/v1/session'), 'not_signed_in');
  });
});

describe('a change by cookie', () => {
  const forged: [string, Record<string, string | undefined>][] = [
    ['without the header of the dashboard', { 'x-hudhud-client': undefined }],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['that does not say where it comes from', { origin: undefined, 'sec-fetch-site': undefined }],
  ];

  it.each(forged)('is refused %s, and changes nothing', async (_name, change) => {
    const owner = await signUpOwner(gateway, 'Before');
    const headers = Object.fromEntries(
      Object.entries({ ...dashboardHeaders(gateway), ...change }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const call = (method: string, path: string, body: object) =>
      gateway.call(method, path, {
        body,
        headers: { ...headers, cookie: owner.cookie ?? '', 'x-company-id': owner.companyId },
      });
    expectProblem(await call('PATCH', '/api/v1/company', { name: 'After' }), 'cross_site_refused');
    expectProblem(await call('POST', '/api/v1/sign-out', {}), 'cross_site_refused');
    expectProblem(await call('POST', '/api/v1/companies', { name: 'After' }), 'cross_site_refused');
    expectProblem(await call('POST', '/api/v1/messages/send', goodSend), 'cross_site_refused');
    expect((await owner.get('/api/v1/company')).body).toMatchObject({ name: 'Before' });
  });
});

describe('the list of sessions', () => {
  it('shows where the user is signed in, and which one asks', async () => {
    const owner = await signUpOwner(gateway);
    await signInElsewhere(gateway, owner);
    const { body } = await owner.get<{ data: Session[] }>('/api/v1/sessions');
    expect(body.data.map(({ is_current }) => is_current).sort()).toEqual([false, true]);
    expect(body.data[0]).toMatchObject({ source: '127.0.0.1' });
  });

  it('lets one be ended, at once', async () => {
    const owner = await signUpOwner(gateway);
    const other = await signInElsewhere(gateway, owner);
    const { body } = await owner.get<{ data: Session[] }>('/api/v1/sessions');
    const { id = '' } = body.data.find(({ is_current }) => !is_current) ?? {};
    expect((await owner.call('DELETE', `/api/v1/sessions/${id}`)).status).toBe(204);
    expectProblem(await other.get('/api/v1/session'), 'not_signed_in');
    expectProblem(await owner.call('DELETE', `/api/v1/sessions/${id}`), 'session_not_found');
    expect((await owner.get('/api/v1/session')).status).toBe(200);
  });

  it('lets all others be ended', async () => {
    const owner = await signUpOwner(gateway);
    const others = [await signInElsewhere(gateway, owner), await signInElsewhere(gateway, owner)];
    expect((await owner.call('DELETE', '/api/v1/sessions')).status).toBe(204);
    for (const other of others) expectProblem(await other.get('/api/v1/session'), 'not_signed_in');
    expect((await owner.get('/api/v1/session')).status).toBe(200);
  });

  it("404: does not end a stranger's", async () => {
    const [owner, stranger] = [await signUpOwner(gateway), await signUpOwner(gateway)];
    const { body } = await stranger.get<{ data: Session[] }>('/api/v1/sessions');
    const answer = await owner.call('DELETE', `/api/v1/sessions/${body.data[0]?.id}`);
    expectProblem(answer, 'session_not_found');
    expect((await stranger.get('/api/v1/session')).status).toBe(200);
  });
});

describe('POST /api/v1/sign-out', () => {
  it('204: ends the session and takes the cookie away', async () => {
    const owner = await signUpOwner(gateway);
    const { cookie } = owner;
    const answer = await owner.post('/api/v1/sign-out');
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toMatch(/^hudhud_session=; Max-Age=0;/);
    const again = openBrowser(gateway);
    again.cookie = cookie;
    expectProblem(await again.get('/api/v1/session'), 'not_signed_in');
  });
});

describe('PATCH /api/v1/user', () => {
  it('200: changes the name and the language, and what is left out stays', async () => {
    const owner = await signUpOwner(gateway);
    const change = (body: object) => owner.call('PATCH', '/api/v1/user', { body });
    expect((await change({ name: ' Omar ' })).body).toMatchObject({ user: { name: 'Omar', language: 'en' } });
    expect((await change({ language: 'ar' })).body).toMatchObject({ user: { name: 'Omar', language: 'ar' } });
  });
});

describe('the Event Monitor', () => {
  it('has no rows of what the dashboard reads, and rows of what it changes', async () => {
    const owner = await signUpOwner(gateway);
    await owner.get('/api/v1/messages');
    await owner.get('/api/v1/nowhere');
    await owner.call('HEAD', '/api/v1/me');
    await owner.post('/api/v1/messages/send', { to: '1' });
    // Rows are written behind the answers, in order: with the last one there, the others would be too.
    const rows = await waitUntil('the change was recorded', async () => {
      const { body } = await owner.get<{ data: RequestSummary[] }>('/api/v1/requests');
      return body.data.length > 0 && body.data;
    });
    expect(rows.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v1/messages/send']);
  });
});
