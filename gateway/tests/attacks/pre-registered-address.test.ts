// An attacker registers a victim's address before the victim comes, and tries to keep a way into the account; or asks
// the sign-up who has one.

import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  inviteInto,
  openBrowser,
  type SignedUpBody,
  signUpOwner,
  type TestOwner,
} from '../support/browser.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { startMailbox } from '../support/mailbox.ts';
import { addPasskey, signInByPasskey } from '../support/passkey-user.ts';
import { turnOnSecondFactor } from '../support/second-factor.ts';

const mailbox = await startMailbox();
const origin = 'https://wa.example.com';
const silent = await useApiGateway({ environment: { PUBLIC_URL: origin } });
const gateway = await useApiGateway({
  database: silent.database,
  environment: { PUBLIC_URL: origin, SMTP_URL: `smtp://${mailbox.address}` },
});
const ownPassword = 'quiet-lantern-93';
let count = 0;
const newAddress = (): string => `victim-${++count}@example.com`;

const application = (email: string, fields: object = {}) => ({
  name: 'Layla Haddad',
  email,
  password: goodPassword,
  company_name: 'Al Noor Clinic',
  timezone: 'Asia/Riyadh',
  ...fields,
});

const signUp = (email: string, fields: object = {}) =>
  openBrowser(gateway).post<SignedUpBody>('/api/v1/sign-up', application(email, fields));
const confirm = (token: string, password: string) =>
  openBrowser(gateway).post<SignedUpBody>('/api/v1/sign-up/confirm', { token, password });
const signIn = (email: string, password: string) =>
  openBrowser(gateway).post('/api/v1/sign-in', { email, password });
const reset = (token: string) =>
  openBrowser(gateway).post('/api/v1/password/reset', { token, password: ownPassword });

const viewReset = (token: string) => openBrowser(gateway).post('/api/v1/password/reset/view', { token });

/** The secret of the newest link to a page in a mail to an address. */
const linkTo = async (email: string, page: string): Promise<string> => {
  const { text } = await mailbox.wait(email, `/${page}#`);
  return text.match(new RegExp(`/${page}#([\\w-]+)`))?.[1] ?? '';
};

const forgot = async (email: string): Promise<string> => {
  await gateway.call('POST', '/api/v1/password/forgot', { body: { email } });
  return await linkTo(email, 'reset-password');
};

describe('sign-up where mail is sent', () => {
  it('answers the same for an address with an account and one without; the mail says which', async () => {
    const owner = await signUpOwner(silent);
    const fresh = newAddress();
    const answers = [await signUp(owner.email), await signUp(fresh)];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 202,
        body: { status: 'confirmation_sent', valid_hours: 24 },
      });
    }
    expect(answers[0]?.headers['set-cookie']).toBeUndefined();
    await mailbox.wait(owner.email, 'has an account already');
    await mailbox.wait(fresh, 'complete your sign-up');
    expect(await silent.database.query('select 1 from users where email = $1', [fresh])).toEqual([]);
  });

  it('makes the account by the mailed link, once', async () => {
    const email = newAddress();
    await signUp(email, { language: 'ar' });
    const token = await linkTo(email, 'confirm-sign-up');
    expectProblem(await signIn(email, goodPassword), 'sign_in_refused');
    const made = await confirm(token, goodPassword);
    expect(made).toMatchObject({
      status: 201,
      body: { user: { email, is_email_verified: true, language: 'ar' }, companies: [{ role: 'owner' }] },
    });
    expect(made.body.token).toBeTruthy();
    expectProblem(await confirm(token, goodPassword), 'link_invalid');
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });

  it("is of no use to a stranger when the victim follows the link of the stranger's sign-up", async () => {
    const email = newAddress();
    await signUp(email, { password: 'stranger-knows-77' });
    const token = await linkTo(email, 'confirm-sign-up');
    expectProblem(await confirm(token, ownPassword), 'wrong_password');
    expectProblem(await signIn(email, 'stranger-knows-77'), 'sign_in_refused');
  });

  it('ends every other sign-up for the address with the first that is confirmed', async () => {
    const email = newAddress();
    await signUp(email, { password: 'stranger-knows-77' });
    const strangers = await linkTo(email, 'confirm-sign-up');
    await signUp(email);
    const mails = () => mailbox.mails.filter((mail) => mail.to.includes(email)).length;
    await expect.poll(mails).toBe(2);
    const own = await linkTo(email, 'confirm-sign-up');
    expect(own).not.toBe(strangers);
    expect((await confirm(own, goodPassword)).status).toBe(201);
    expectProblem(await confirm(strangers, 'stranger-knows-77'), 'link_invalid');
  });

  it('carries no advertisement of a stranger to the address', async () => {
    const email = newAddress();
    await signUp(email, { name: 'win at evil.example' });
    const { text } = await mailbox.wait(email, 'complete your sign-up');
    expect(text).not.toContain('evil');
  });

  it('says email_taken where no mail can say it, and why', async () => {
    const owner = await signUpOwner(silent);
    const answer = await openBrowser(silent).post('/api/v1/sign-up', application(owner.email));
    expectProblem(answer, 'email_taken');
  });
});

describe('an account that a stranger registered without mail', () => {
  const closesEverything = async (stranger: TestOwner, token: string) => {
    expect(await viewReset(token)).toMatchObject({
      status: 200,
      body: { passkeys: ['Phone'], sessions: 1, removes_second_factor: true },
    });
    expect((await reset(token)).status).toBe(204);
    expectProblem(await viewReset(token), 'link_invalid');
    expectProblem(await stranger.get('/api/v1/session'), 'not_signed_in');
    expectProblem(await signIn(stranger.email, goodPassword), 'sign_in_refused');
    const victim = await signIn(stranger.email, ownPassword);
    expect(victim).toMatchObject({ status: 200, body: { user: { is_email_verified: true } } });
    const { text } = await mailbox.wait(stranger.email, 'Passkeys removed: Phone');
    expect(text).toContain('Browsers signed out: 1');
  };

  it('keeps neither password, passkey, session nor second factor when its owner resets the password', async () => {
    const stranger = await signUpOwner(silent);
    const key = await addPasskey(stranger, origin);
    await turnOnSecondFactor(stranger);
    await closesEverything(stranger, await forgot(stranger.email));
    expectProblem(await signInByPasskey(gateway, key, origin), 'passkey_refused');
  });

  it('keeps nothing either when its owner signs up afresh', async () => {
    const stranger = await signUpOwner(silent);
    const key = await addPasskey(stranger, origin);
    await turnOnSecondFactor(stranger);
    await signUp(stranger.email);
    await closesEverything(stranger, await linkTo(stranger.email, 'reset-password'));
    expectProblem(await signInByPasskey(gateway, key, origin), 'passkey_refused');
  });

  it('keeps its second factor against a stolen mailbox once the address is proven', async () => {
    const email = newAddress();
    await signUp(email);
    const browser = openBrowser(gateway);
    const token = await linkTo(email, 'confirm-sign-up');
    await browser.post('/api/v1/sign-up/confirm', { token, password: goodPassword });
    await turnOnSecondFactor(browser);
    const link = await forgot(email);
    expect((await viewReset(link)).body).toMatchObject({ removes_second_factor: false });
    expect((await reset(link)).status).toBe(204);
    expectProblem(await signIn(email, ownPassword), 'second_factor_required');
  });
});

describe('an invitation', () => {
  it('that was mailed proves the address, and is shown to no one else', async () => {
    const owner = await signUpOwner(silent);
    const browser = openBrowser(gateway);
    browser.cookie = owner.cookie;
    browser.companyId = owner.companyId;
    const email = newAddress();
    const made = await browser.post('/api/v1/invitations/mail', { role: 'viewer', email });
    expect(made).toMatchObject({ status: 201, body: { email } });
    const token = await linkTo(email, 'invitation');
    const fields = { company_name: undefined, timezone: undefined, invitation_token: token };
    const joined = await signUp(email, fields);
    expect(made.text).not.toContain(token);
    expect(joined).toMatchObject({ status: 201, body: { user: { is_email_verified: true } } });
  });

  it('that was handed over proves nothing: the address is confirmed by mail', async () => {
    const owner = await signUpOwner(silent);
    const token = await inviteInto(owner, 'viewer');
    const email = newAddress();
    const fields = { company_name: undefined, timezone: undefined, invitation_token: token };
    expect((await signUp(email, fields)).status).toBe(202);
    const joined = await confirm(await linkTo(email, 'confirm-sign-up'), goodPassword);
    expect(joined).toMatchObject({ status: 201, body: { companies: [{ id: owner.companyId }] } });
  });

  it('cannot be mailed where no mail server is set', async () => {
    const owner = await signUpOwner(silent);
    const body = { role: 'viewer', email: newAddress() };
    expectProblem(await owner.post('/api/v1/invitations/mail', body), 'mail_unavailable');
  });
});
