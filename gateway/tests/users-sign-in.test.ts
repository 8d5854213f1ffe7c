import type { Problem } from '@hudhud/contract/problem.ts';
import { describe, expect, it } from 'vitest';
import { goodPassword, openBrowser, signInElsewhere, signUpOwner, type TestUser } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { codeOf, startSecondFactor, turnOnSecondFactor } from './support/second-factor.ts';

const gateway = await useApiGateway();
const { database } = gateway;
const [fewTries, fewPerAddress] = await Promise.all([
  useApiGateway({ database, environment: { SIGN_IN_TRIES: '3' } }),
  useApiGateway({ database, environment: { SIGN_IN_TRIES_PER_ADDRESS: '3' } }),
]);
const owner = await signUpOwner(gateway);

const signIn = (fields: object, browser = openBrowser(gateway)) => browser.post('/api/v1/sign-in', fields);

const passwordOnly = { password: goodPassword };

const passwordOf = ({ email, password }: TestUser) => ({ email, password });

describe('POST /api/v1/sign-in', () => {
  it('200: shows who it is, and the cookie opens what is theirs', async () => {
    const browser = openBrowser(gateway);
    const answer = await signIn({ email: owner.email.toUpperCase(), password: goodPassword }, browser);
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { id: owner.id }, companies: [{ id: owner.companyId, role: 'owner' }] },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    browser.companyId = owner.companyId;
    expect((await browser.get('/api/v1/messages')).status).toBe(200);
  });

  it('401: a wrong password and an unknown address get the same answer', async () => {
    const wrong = await signIn({ email: owner.email, password: 'violet-harbour-48' });
    const unknown = await signIn({ email: 'nobody@example.com', password: 'violet-harbour-48' });
    for (const answer of [wrong, unknown]) {
      expectProblem(answer, 'sign_in_refused');
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    const plain = ({ request_id: _id, ...problem }: Problem) => problem;
    expect(plain(unknown.body as Problem)).toEqual(plain(wrong.body as Problem));
  });

  it('401: a wrong password and an unknown address take comparable time', async () => {
    const times: Record<'wrong' | 'unknown', number[]> = { wrong: [], unknown: [] };
    // In turns, so that a moment when the machine is busy falls on both alike.
    for (let round = 0; round < 15; round += 1) {
      for (const kind of ['wrong', 'unknown'] as const) {
        const email = kind === 'wrong' ? owner.email : `nobody-${round}@example.com`;
        const begun = performance.now();
        await signIn({ email, password: 'violet-harbour-48' });
        times[kind].push(performance.now() - begun);
      }
    }
    const [wrong = 0, unknown = 0] = [times.wrong, times.unknown].map((list) => Math.min(...list));
    // This catches a password hash on only one of the two ways: the hash takes almost all of the time.
    expect(unknown).toBeGreaterThan(wrong / 3);
    expect(wrong).toBeGreaterThan(unknown / 3);
  });

  it('429: tries to one account are few, then even the right password has to wait', async () => {
    for (let count = 0; count < 3; count += 1) {
      expectProblem(
        await signIn({ email: owner.email, password: 'x' }, openBrowser(fewTries)),
        'sign_in_refused',
      );
    }
    const refused = await signIn(passwordOf(owner), openBrowser(fewTries));
    expectProblem(refused, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = { email: 'other@example.com', password: 'x' };
    expectProblem(await signIn(other, openBrowser(fewTries)), 'sign_in_refused');
  });

  it('429: one address cannot try account after account', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const fields = { email: `stranger-${count}@example.com`, password: 'x' };
      statuses.push((await signIn(fields, openBrowser(fewPerAddress))).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it('403: another site made the browser ask', async () => {
    const headers = { origin: 'https://evil.example' };
    const answer = await gateway.call('POST', '/api/v1/sign-in', { body: passwordOf(owner), headers });
    expectProblem(answer, 'cross_site_refused');
  });
});

describe('the second factor', () => {
  it('is asked for once it is on, and takes a code once', async () => {
    const user = await signUpOwner(gateway);
    const { secret } = await turnOnSecondFactor(user);
    expectProblem(await signIn(passwordOf(user)), 'second_factor_required');
    expectProblem(await signIn({ ...passwordOf(user), code: '000000x' }), 'second_factor_wrong');
    const code = codeOf(secret);
    expect((await signIn({ ...passwordOf(user), code })).status).toBe(200);
    expectProblem(await signIn({ ...passwordOf(user), code }), 'second_factor_wrong');
  });

  it('lets one of two in who use the same code at once', async () => {
    const user = await signUpOwner(gateway);
    const { secret } = await turnOnSecondFactor(user);
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => signIn({ ...passwordOf(user), code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('does not tell a wrong password from a right one by asking for a code', async () => {
    const user = await signUpOwner(gateway);
    await turnOnSecondFactor(user);
    expectProblem(await signIn({ email: user.email, password: 'violet-harbour-48' }), 'sign_in_refused');
  });

  it('has recovery codes that work once each', async () => {
    const user = await signUpOwner(gateway);
    const { codes } = await turnOnSecondFactor(user);
    expect(codes).toHaveLength(10);
    const code = codes[0]?.toUpperCase().replaceAll('-', ' ') ?? '';
    const answer = await signIn({ ...passwordOf(user), code });
    expect(answer).toMatchObject({ status: 200, body: { user: { recovery_codes_left: 9 } } });
    expectProblem(await signIn({ ...passwordOf(user), code }), 'second_factor_wrong');
  });

  it('is not on before a code has confirmed it', async () => {
    const user = await signUpOwner(gateway);
    const secret = await startSecondFactor(user);
    expect((await signIn(passwordOf(user))).status).toBe(200);
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expectProblem(await user.post('/api/v1/second-factor/confirm', { code: wrong }), 'second_factor_wrong');
    expect((await signIn(passwordOf(user))).status).toBe(200);
  });

  it('needs the password to be set up, and password and code to be removed', async () => {
    const user = await signUpOwner(gateway);
    const wrong = { password: 'violet-harbour-48' };
    expectProblem(await user.post('/api/v1/second-factor', wrong), 'wrong_password');
    const { secret } = await turnOnSecondFactor(user);
    const remove = (body: object) => user.post('/api/v1/second-factor/remove', body);
    expectProblem(await user.post('/api/v1/second-factor', passwordOnly), 'second_factor_active');
    expectProblem(await remove({ ...wrong, code: codeOf(secret) }), 'wrong_password');
    expect((await remove({ ...passwordOnly, code: codeOf(secret) })).status).toBe(204);
    expect((await signIn(passwordOf(user))).status).toBe(200);
  });

  it('cannot be confirmed where none was started', async () => {
    const user = await signUpOwner(gateway);
    const answer = await user.post('/api/v1/second-factor/confirm', { code: '123456' });
    expectProblem(answer, 'second_factor_not_started');
  });

  it('signs other browsers out when it is turned on', async () => {
    const user = await signUpOwner(gateway);
    const other = await signInElsewhere(gateway, user);
    await turnOnSecondFactor(user);
    expectProblem(await other.get('/api/v1/session'), 'not_signed_in');
    expect((await user.get('/api/v1/session')).body).toMatchObject({ user: { has_second_factor: true } });
  });
});
