import { describe, expect, it } from 'vitest';
import { goodPassword, inviteInto, openBrowser, type SignedUpBody, signUpOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, goodSend, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway({ environment: { TRIAL_DAYS: '9' } });
const { database } = gateway;
const closed = await useApiGateway({ database, environment: { SIGN_UP: 'invited' } });
const first = await signUpOwner(gateway, 'First of all');

const wish = (fields: object = {}) => ({
  name: 'Layla Haddad',
  email: `layla-${Math.random().toString(36).slice(2)}@example.com`,
  password: goodPassword,
  company_name: 'Al Noor Clinic',
  timezone: 'asia/riyadh',
  ...fields,
});

const signUp = (fields: object = {}) =>
  openBrowser(gateway).post<SignedUpBody>('/api/v1/sign-up', wish(fields));

describe('POST /api/v1/sign-up', () => {
  it('201: makes a user and a company on a free trial, whose token sends at once', async () => {
    const { status, body } = await signUp({ language: 'ar' });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ name: 'Layla Haddad', language: 'ar', has_second_factor: false });
    expect(body.companies).toEqual([
      expect.objectContaining({
        name: 'Al Noor Clinic',
        timezone: 'Asia/Riyadh',
        plan: 'trial',
        role: 'owner',
      }),
    ]);
    const [company] = body.companies;
    const days = (Date.parse(company?.trial_ends_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(8.99);
    expect(days).toBeLessThanOrEqual(9);
    const headers = credentials(company?.id ?? '', body.token ?? '');
    const sent = await gateway.call('POST', '/api/v1/messages/send', { body: goodSend, headers });
    expect(sent.status).toBe(202);
  });

  it('201: signs the user in', async () => {
    const browser = openBrowser(gateway);
    const { body } = await browser.post<SignedUpBody>('/api/v1/sign-up', wish());
    const session = await browser.get('/api/v1/session');
    const { token: _token, ...state } = body;
    expect(session).toMatchObject({ status: 200, body: state });
  });

  it('201: the first user of all is the operator, and no one after', async () => {
    expect((await first.get('/api/v1/session')).body).toMatchObject({ user: { is_operator: true } });
    expect((await signUp()).body.user.is_operator).toBe(false);
  });

  it('201: joins the company of an invitation instead of making one, and the link is used up', async () => {
    const owner = await signUpOwner(gateway, 'Inviting company');
    const token = await inviteInto(owner, 'operator');
    const fields = { company_name: undefined, timezone: undefined, invitation_token: token };
    const { status, body } = await signUp(fields);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token: null,
      companies: [{ id: owner.companyId, name: 'Inviting company', role: 'operator' }],
    });
    expectProblem(await signUp(fields), 'link_invalid');
  });

  it('409: the e-mail address has a user already, in whatever letters', async () => {
    const { email } = wish();
    expect((await signUp({ email })).status).toBe(201);
    expectProblem(await signUp({ email: email.toUpperCase() }), 'email_taken');
  });

  it('409: leaves nothing behind, not even a company', async () => {
    const name = 'Company of nobody';
    expectProblem(await signUp({ email: first.email, company_name: name }), 'email_taken');
    expect(await gateway.database.query('select 1 from companies where name = $1', [name])).toEqual([]);
  });

  it.each([
    ['is short', 'short-1'],
    ['is one that everybody tries', 'Password123!'],
    ['is the name of the user', 'LaylaHaddad1'],
  ])('422: the password %s', async (_name, password) => {
    expectProblem(await signUp({ password }), 'password_too_weak', { pointer: '/password' });
  });

  it('422: the time zone does not exist', async () => {
    expectProblem(await signUp({ timezone: 'Mars/Base' }), 'unknown_timezone', { pointer: '/timezone' });
  });

  it('422: there is neither a company nor an invitation', async () => {
    expectProblem(await signUp({ company_name: undefined }), 'missing_field', { pointer: '/company_name' });
  });

  it('422: the e-mail address is none', async () => {
    expectProblem(await signUp({ email: 'layla' }), 'invalid_value', { pointer: '/email' });
  });

  it('403: another site made the browser ask', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await gateway.call('POST', '/api/v1/sign-up', { body: wish(), headers });
    expectProblem(answer, 'cross_site_refused');
  });

  it('201: a program needs no browser headers', async () => {
    expect((await gateway.call('POST', '/api/v1/sign-up', { body: wish() })).status).toBe(201);
  });

  it('403: only who was invited, where the operator wants it so', async () => {
    expectProblem(await closed.call('POST', '/api/v1/sign-up', { body: wish() }), 'sign_up_closed');
    const body = wish({ company_name: undefined, invitation_token: await inviteInto(first, 'viewer') });
    expect((await closed.call('POST', '/api/v1/sign-up', { body })).status).toBe(201);
  });
});

describe('the free trial', () => {
  it('stops sending at its end with a clear message, and reading goes on', async () => {
    const owner = await signUpOwner(gateway);
    await gateway.database.query(
      `update companies set trial_ends_at = now() - interval '1 minute' where id = $1`,
      [owner.companyUuid],
    );
    const refused = await waitUntil('the trial was over', async () => {
      const answer = await owner.post('/api/v1/messages/send', goodSend);
      return answer.status === 402 && answer;
    });
    expectProblem(refused, 'trial_expired');
    expect((await owner.get('/api/v1/messages')).status).toBe(200);
  });
});

describe('POST /api/v1/companies', () => {
  it('201: makes another company of the same user, with a token of its own', async () => {
    const owner = await signUpOwner(gateway);
    const made = await owner.post<{ company: { id: string }; token: string }>('/api/v1/companies', {
      name: 'Second company',
      timezone: 'Europe/Paris',
      language: 'ar',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { company: { name: 'Second company', timezone: 'Europe/Paris', language: 'ar', plan: 'trial' } },
    });
    const headers = credentials(made.body.company.id, made.body.token);
    expect((await gateway.call('GET', '/api/v1/me', { headers })).status).toBe(200);
    const session = await owner.get<SignedUpBody>('/api/v1/session');
    expect(session.body.companies.map(({ role }) => role)).toEqual(['owner', 'owner']);
    owner.companyId = made.body.company.id;
    expect((await owner.get('/api/v1/company')).body).toMatchObject({ name: 'Second company' });
  });
});
