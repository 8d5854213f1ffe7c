import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, goodSend, useApiGateway } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway({ environment: { REQUESTS_PER_MINUTE: '1000' } });

const policyOf = (headers: Readonly<Record<string, string>>) => ({
  policy: headers['ratelimit-policy'],
  limit: headers.ratelimit,
});

const makeLimited = async (requestsPerMinute: number) => {
  const company = await gateway.createCompany();
  await gateway.database.query('update companies set requests_per_minute = $2 where id = $1', [
    company.uuid,
    requestsPerMinute,
  ]);
  return company;
};

describe('the RateLimit headers', () => {
  it('show the limit and what is left of it, request by request', async () => {
    const company = await gateway.createCompany();
    const first = policyOf((await company.get('/api/v1/me')).headers);
    const next = policyOf((await company.get('/api/v1/me')).headers);
    expect(first).toEqual({ policy: '"company";q=1000;w=60', limit: '"company";r=999;t=1' });
    expect(next.limit).toMatch(/^"company";r=99[89];t=1$/);
  });

  it('show the limit of a company that has one of its own', async () => {
    const company = await makeLimited(7);
    expect(policyOf((await company.get('/api/v1/me')).headers)).toEqual({
      policy: '"company";q=7;w=60',
      limit: '"company";r=6;t=9',
    });
  });

  it.each([
    ['200', 'GET', '/api/v1/me', undefined, 200],
    ['202', 'POST', '/api/v1/messages/send', goodSend, 202],
    ['400', 'POST', '/api/v1/messages/send', '{', 400],
    ['404 of an object', 'GET', '/api/v1/messages/msg_01kagx5p9ne0ps4a2v7qk3m8dz', undefined, 404],
    ['404 of a path', 'GET', '/api/v1/nowhere', undefined, 404],
    ['404 of a method', 'DELETE', '/api/v1/me', undefined, 404],
    ['404 of the bare prefix', 'GET', '/api/', undefined, 404],
    ['422', 'POST', '/api/v1/messages/send', {}, 422],
  ])('are on an answer of %s', async (_name, method, path, body, status) => {
    const company = await gateway.createCompany();
    const answer = await company.call(method, path, { body });
    expect(answer.status).toBe(status);
    expect(policyOf(answer.headers)).toEqual({
      policy: '"company";q=1000;w=60',
      limit: expect.stringMatching(/^"company";r=\d+;t=\d+$/),
    });
  });

  it('are on a refusal of credentials, and speak of the address there', async () => {
    const answer = await gateway.call('GET', '/api/v1/me');
    expect(answer.status).toBe(401);
    expect(policyOf(answer.headers)).toEqual({
      policy: '"address";q=1000000;w=60',
      limit: expect.stringMatching(/^"address";r=\d+;t=\d+$/),
    });
  });
});

describe('429: too many requests', () => {
  it('are refused with the time to wait', async () => {
    const company = await makeLimited(3);
    for (let count = 0; count < 3; count += 1) expect((await company.get('/api/v1/me')).status).toBe(200);
    const answer = await company.get('/api/v1/me');
    const problem = expectProblem(answer, 'rate_limited');
    expect(problem.detail).toContain('3 requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(20);
    expect(policyOf(answer.headers).limit).toMatch(/^"company";r=0;/);
  });

  it('store no message and leave a row in the Event Monitor', async () => {
    const company = await makeLimited(1);
    await company.get('/api/v1/me');
    const refused = await company.send();
    expectProblem(refused, 'rate_limited');
    const rows = await gateway.database.query('select 1 from messages where company_id = $1', [company.uuid]);
    expect(rows).toEqual([]);
    await gateway.database.query('update companies set requests_per_minute = null where id = $1', [
      company.uuid,
    ]);
    const recorded = await waitForRequest(company, requestIdOf(refused));
    expect(recorded).toMatchObject({ status: 429, error_code: 'rate_limited' });
  });

  it('are allowed again after the time that was given', async () => {
    const company = await makeLimited(20);
    // One is allowed again every three seconds: a slow machine may get more than twenty through.
    const refused = await waitUntil('a request was refused', async () => {
      const answer = await company.get('/api/v1/me');
      return answer.status === 429 && answer;
    });
    const seconds = Number(refused.headers['retry-after']);
    const look = async () => (await company.get('/api/v1/me')).status === 200;
    await waitUntil('a request was allowed again', look, seconds * 1_000);
  });

  it('of one company do not touch another', async () => {
    const busy = await makeLimited(1);
    const calm = await makeLimited(1);
    await busy.get('/api/v1/me');
    expect((await busy.get('/api/v1/me')).status).toBe(429);
    expect((await calm.get('/api/v1/me')).status).toBe(200);
  });
});

describe('429: too many wrong credentials', () => {
  it('slow the address down, and no company that calls from it', async () => {
    const strict = await useApiGateway({
      database: gateway.database,
      environment: { REFUSALS_PER_MINUTE: '2' },
    });
    const company = strict.adopt(await gateway.createCompany());
    const guess = () =>
      strict.call('GET', '/api/v1/me', { headers: credentials(company.id, 'x'.repeat(30)) });
    expect([(await guess()).status, (await guess()).status]).toEqual([401, 401]);
    const refused = await guess();
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await company.get('/api/v1/me')).status).toBe(200);
  });
});

describe('402: a trial that is over', () => {
  it.each(['/api/v1/messages/send', '/api/messages/send'])('stops sending by %s', async (path) => {
    const company = await gateway.createCompany({ plan: 'trial', trialDays: 0, name: 'Late Ltd' });
    const { to: phoneNumber, message } = goodSend;
    const body = path.includes('v1') ? goodSend : { phone_number: phoneNumber, message };
    const answer = await company.call('POST', path, { body });
    expect(expectProblem(answer, 'trial_expired').detail).toContain('Late Ltd');
    const rows = await gateway.database.query('select 1 from messages where company_id = $1', [company.uuid]);
    expect(rows).toEqual([]);
  });

  it('does not stop reading', async () => {
    const company = await gateway.createCompany({ plan: 'trial', trialDays: 0 });
    for (const path of ['/api/v1/me', '/api/v1/messages', '/api/v1/requests']) {
      expect((await company.get(path)).status).toBe(200);
    }
  });

  it('does not concern a trial that runs, nor an active company', async () => {
    const onTrial = await gateway.createCompany({ plan: 'trial', trialDays: 1 });
    const active = await gateway.createCompany({ plan: 'active' });
    expect([(await onTrial.send()).status, (await active.send()).status]).toEqual([202, 202]);
  });
});

describe('403: a suspended company', () => {
  it.each([
    ['GET', '/api/v1/me'],
    ['GET', '/api/v1/messages'],
    ['POST', '/api/v1/messages/send'],
  ])('is refused at %s %s', async (method, path) => {
    const company = await gateway.createCompany({ plan: 'suspended' });
    const answer = await company.call(method, path, method === 'POST' ? { body: goodSend } : {});
    expectProblem(answer, 'company_suspended');
    expect(policyOf(answer.headers).policy).toBe('"company";q=1000;w=60');
  });

  it('with a wrong token learns nothing of it', async () => {
    const company = await gateway.createCompany({ plan: 'suspended' });
    const headers = credentials(company.id, 'hud_wrong_wrong_wrong_wrong_wrong_wrong');
    expectProblem(await gateway.call('GET', '/api/v1/me', { headers }), 'invalid_credentials');
  });
});
