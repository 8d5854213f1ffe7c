import type { Problem } from '@hudhud/contract/problem.ts';
import { describe, expect, it } from 'vitest';
import { setToken } from '../src/companies/set-token.ts';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, type TestCompany, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const second = await useApiGateway({ database: gateway.database });
const company = await gateway.createCompany();
const foreign = await gateway.createCompany();

const unknownId = toPublicId('company', newUuid());

const wrongHeaders: readonly [string, Record<string, string>][] = [
  ['no headers at all', {}],
  ['no token', { 'x-company-id': company.id }],
  ['no company id', { authorization: `Bearer ${company.token}` }],
  ['a wrong token', credentials(company.id, 'hud_wrong_wrong_wrong_wrong_wrong_wrong')],
  ['a token with one character changed', credentials(company.id, `${company.token.slice(0, -1)}-`)],
  ["another company's token", credentials(company.id, foreign.token)],
  ["another company's id", credentials(foreign.id, company.token)],
  ['token and id swapped', credentials(company.token, company.id)],
  ['an unknown company', credentials(unknownId, company.token)],
  ['an id of another kind', credentials(company.id.replace('co_', 'msg_'), company.token)],
  ['an id that is no id', credentials('1', company.token)],
  ['the id in capital letters', credentials(company.id.toUpperCase(), company.token)],
  ['another scheme', { authorization: `Basic ${company.token}`, 'x-company-id': company.id }],
  ['a bare token', { authorization: company.token, 'x-company-id': company.id }],
  ['an empty token', { authorization: 'Bearer ', 'x-company-id': company.id }],
  ['a token longer than any', credentials(company.id, 'x'.repeat(5_000))],
];

const withoutRequestId = (text: string): Problem => ({ ...(JSON.parse(text) as Problem), request_id: '' });

const changeToken = async (target: TestCompany, graceSeconds: number, chosenToken?: string) => {
  const { database, secrets } = gateway.running.storage;
  const outcome = await setToken(database.pool, secrets, {
    companyId: target.uuid,
    graceSeconds,
    ...(chosenToken !== undefined && { chosenToken }),
  });
  if (outcome.kind !== 'changed') throw new Error(`the token was not changed: ${JSON.stringify(outcome)}`);
  return outcome.token;
};

const meStatus = async (caller: TestCompany): Promise<number> => (await caller.get('/api/v1/me')).status;

describe('401: credentials that do not open anything', () => {
  it.each(wrongHeaders)('are refused: %s', async (_name, headers) => {
    const answer = await gateway.call('GET', '/api/v1/me', { headers });
    expectProblem(answer, 'invalid_credentials');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('get the same answer whatever is wrong with them', async () => {
    const answers = await Promise.all(
      wrongHeaders.map(([, headers]) => gateway.call('GET', '/api/v1/me', { headers })),
    );
    const bodies = new Set(answers.map((answer) => JSON.stringify(withoutRequestId(answer.text))));
    expect(bodies.size).toBe(1);
    const names = new Set(answers.map((answer) => Object.keys(answer.headers).sort().join()));
    expect(names.size).toBe(1);
  });

  it.each([
    ['POST', '/api/v1/messages/send'],
    ['POST', '/api/messages/send'],
    ['GET', '/api/v1/messages'],
    ['GET', '/api/v1/requests'],
    ['GET', '/api/v1/nowhere'],
  ])('get the same answer at %s %s', async (method, path) => {
    expectProblem(await gateway.call(method, path, { body: '{' }), 'invalid_credentials');
  });

  it('are refused in comparable time whatever is wrong with them', async () => {
    const kinds = ['a wrong token', "another company's token", 'an unknown company', 'no token'];
    const headersOf = new Map(wrongHeaders);
    const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
    // In turns, so that a moment when the machine is busy falls on all of them alike.
    for (let round = 0; round < 80; round += 1) {
      for (const kind of kinds) {
        const begun = performance.now();
        await gateway.call('GET', '/api/v1/me', { headers: headersOf.get(kind) ?? {} });
        times.get(kind)?.push(performance.now() - begun);
      }
    }
    const medians = [...times.values()].map((list) => list.sort((one, two) => one - two)[40] ?? 0);
    // Wide enough for a busy machine: what it must catch is a query or a slow hash on one of the ways only.
    expect(Math.max(...medians) - Math.min(...medians), 'in time').toBeLessThan(3);
  });
});

describe('a replaced token', () => {
  it('opens within five seconds on every process, and the old one stops', async () => {
    const target = await gateway.createCompany();
    expect([await meStatus(target), await meStatus(second.adopt(target))]).toEqual([200, 200]);
    const token = await changeToken(target, 0, 'kEBHGnmT72xy-purple-ostrich');
    const changedAt = performance.now();
    for (const process of [gateway, second]) {
      await waitUntil(
        'the new token opened',
        async () => (await meStatus(process.adopt(target, token))) === 200,
      );
      await waitUntil(
        'the old token was refused',
        async () => (await meStatus(process.adopt(target))) === 401,
      );
    }
    // A company is cached for four seconds; the rest is the time of the requests on a busy machine.
    expect(performance.now() - changedAt, 'in time').toBeLessThan(9_000);
  });

  it('leaves the old one open for its grace period, on a process that had not seen it', async () => {
    const target = await gateway.createCompany();
    const token = await changeToken(target, 3_600);
    expect(await meStatus(second.adopt(target))).toBe(200);
    expect(await meStatus(second.adopt(target, token))).toBe(200);
  });

  it('ends the old one when its grace period ends, without another look at the database', async () => {
    const target = await gateway.createCompany();
    const token = await changeToken(target, 2);
    expect(await meStatus(target)).toBe(200);
    await waitUntil('the grace period was over', async () => (await meStatus(target)) === 401, 4_000);
    expect(await meStatus(gateway.adopt(target, token))).toBe(200);
  });

  it('ends also a token that was still in an earlier grace period', async () => {
    const target = await gateway.createCompany();
    const next = await changeToken(target, 3_600);
    const last = await changeToken(target, 0);
    expect(await meStatus(second.adopt(target))).toBe(401);
    expect(await meStatus(second.adopt(target, next))).toBe(401);
    expect(await meStatus(second.adopt(target, last))).toBe(200);
  });
});

describe('the stored form of a token', () => {
  it('is not the token', async () => {
    const rows = await gateway.database.query<{ row: string }>(
      'select tokens::text as row from tokens where company_id = $1',
      [company.uuid],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(company.token);
    expect(rows[0]?.row).not.toContain(Buffer.from(company.token).toString('hex'));
  });
});
