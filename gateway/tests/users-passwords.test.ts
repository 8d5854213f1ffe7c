import { describe, expect, it } from 'vitest';
import { makeReset } from '../src/users/passwords/reset-password.ts';
import { goodPassword, openBrowser, signInElsewhere, signUpOwner, type TestUser } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { startMailbox } from './support/mailbox.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const mailbox = await startMailbox();
const mailing = await useApiGateway({
  database: gateway.database,
  environment: { SMTP_URL: `smtp://${mailbox.address}`, MAIL_FROM: 'Hudhud <no-reply@example.com>' },
});
const newPassword = 'quiet-lantern-93';

const signIn = ({ email }: TestUser, password: string) =>
  openBrowser(gateway).post('/api/v1/sign-in', { email, password });

const makeLink = async ({ email }: TestUser): Promise<string> => {
  const made = await makeReset(gateway.running.storage.database.pool, gateway.address, email, {
    hours: 1,
    provesEmail: true,
  });
  return new URL(made?.link ?? '').hash.slice(1);
};

const reset = (token: string, password = newPassword) =>
  openBrowser(gateway).post('/api/v1/password/reset', { token, password });

describe('POST /api/v1/password', () => {
  const change = (user: TestUser, current: string, wanted: string) =>
    user.post('/api/v1/password', { current_password: current, new_password: wanted });

  it('204: the new one opens, the old one does not, and other browsers are signed out', async () => {
    const user = await signUpOwner(gateway);
    const other = await signInElsewhere(gateway, user);
    const before = user.cookie;
    expect((await change(user, goodPassword, newPassword)).status).toBe(204);
    expectProblem(await other.get('/api/v1/session'), 'not_signed_in');
    expect((await user.get('/api/v1/session')).status).toBe(200);
    expect(user.cookie).not.toBe(before);
    const old = openBrowser(gateway);
    old.cookie = before;
    expectProblem(await old.get('/api/v1/session'), 'not_signed_in');
    expectProblem(await signIn(user, goodPassword), 'sign_in_refused');
    expect((await signIn(user, newPassword)).status).toBe(200);
  });

  it('403: the password until now is wrong', async () => {
    const user = await signUpOwner(gateway);
    expectProblem(await change(user, 'violet-harbour-48', newPassword), 'wrong_password');
    expect((await signIn(user, goodPassword)).status).toBe(200);
  });

  it('422: the new one is too weak', async () => {
    const user = await signUpOwner(gateway);
    const answer = await change(user, goodPassword, 'password123');
    expectProblem(answer, 'password_too_weak', { pointer: '/new_password' });
  });

  it('ends links that were asked for before', async () => {
    const user = await signUpOwner(gateway);
    const token = await makeLink(user);
    await change(user, goodPassword, newPassword);
    expectProblem(await reset(token), 'link_invalid');
  });
});

describe('POST /api/v1/password/reset', () => {
  it('204: sets the password once, and signs every browser out', async () => {
    const user = await signUpOwner(gateway);
    const token = await makeLink(user);
    expect((await reset(token)).status).toBe(204);
    expectProblem(await user.get('/api/v1/session'), 'not_signed_in');
    expect((await signIn(user, newPassword)).status).toBe(200);
    expectProblem(await reset(token, 'another-lantern-94'), 'link_invalid');
    expect((await signIn(user, newPassword)).status).toBe(200);
  });

  it('204 for one and 422 for the other of two who use a link at once', async () => {
    const user = await signUpOwner(gateway);
    const token = await makeLink(user);
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  });

  it('422: a password that is too weak does not use the link up', async () => {
    const user = await signUpOwner(gateway);
    const token = await makeLink(user);
    expectProblem(await reset(token, 'password123'), 'password_too_weak');
    expect((await reset(token)).status).toBe(204);
  });

  it('422: the link is made up, or its time is over', async () => {
    const user = await signUpOwner(gateway);
    expectProblem(await reset('made-up'), 'link_invalid');
    const token = await makeLink(user);
    await gateway.database.query(`update password_resets set expires_at = now() - interval '1 second'`);
    expectProblem(await reset(token), 'link_invalid');
    expect((await signIn(user, goodPassword)).status).toBe(200);
  });

  it('a link is stored as a digest', async () => {
    const token = await makeLink(await signUpOwner(gateway));
    const rows = await gateway.database.query<{ row: string }>(
      'select r::text as row from password_resets r',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });
});

describe('POST /api/v1/password/forgot', () => {
  it('202: mails a link that works, and nothing to an unknown address', async () => {
    const user = await signUpOwner(gateway);
    const ask = (email: string) => mailing.call('POST', '/api/v1/password/forgot', { body: { email } });
    expect([(await ask('nobody@example.com')).status, (await ask(user.email)).status]).toEqual([202, 202]);
    const { to, text } = await mailbox.wait(user.email, 'reset-password');
    expect(to).toEqual([user.email]);
    const link = /http\S+\/reset-password#(\S+)/.exec(text) ?? [];
    expect(link[0]).toContain(mailing.address);
    expect((await reset(link[1] ?? '')).status).toBe(204);
    expect((await signIn(user, newPassword)).status).toBe(200);
    expect(mailing.logLines.join()).not.toContain(link[1]);
  });

  it('202: says the same for a known and an unknown address, and without a mail server hints in the log', async () => {
    const user = await signUpOwner(gateway);
    const ask = (email: string) => gateway.call('POST', '/api/v1/password/forgot', { body: { email } });
    const answers = [await ask(user.email), await ask('nobody@example.com')];
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 202, text: '' });
    const names = answers.map(({ headers }) => Object.keys(headers).sort().join());
    expect(names[0]).toBe(names[1]);
    await waitUntil('the hint was logged', () =>
      gateway.logLines.some((line) => line.includes('hudhud user reset-link')),
    );
    expect(gateway.logLines.join()).not.toContain(user.email);
  });
});
