// Passkeys, from the first key to the sign-in, with an authenticator in software that can also lie.

import type { Passkey } from '@hudhud/contract/passkeys.ts';
import type { SessionState } from '@hudhud/contract/users.ts';
import { describe, expect, it } from 'vitest';
import { type Browser, goodPassword, openBrowser, signUpOwner, type TestOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import {
  type AuthenticatorChoices,
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './support/software-authenticator.ts';

const origin = 'https://wa.example.com';
const gateway = await useApiGateway({ environment: { PUBLIC_URL: origin } });
const elsewhere = 'https://evil.example';

type Lies = Partial<AuthenticatorChoices>;
interface Options {
  readonly options: { readonly challenge: string; readonly rp?: { readonly id: string } };
}

const askToAdd = async (owner: TestOwner): Promise<string> => {
  const answer = await owner.post<Options>('/api/v1/passkeys/options', { password: goodPassword });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.options.challenge;
};

const add = async (owner: TestOwner, key: SoftwareAuthenticator, lies: Lies = {}, name = 'Phone') => {
  const credential = key.create(await askToAdd(owner), { origin, ...lies });
  return await owner.post<Passkey>('/api/v1/passkeys', { name, credential });
};

const askToSignIn = async (browser: Browser): Promise<string> =>
  (await browser.post<Options>('/api/v1/sign-in/passkey/options')).body.options.challenge;

const signIn = async (browser: Browser, key: SoftwareAuthenticator, lies: Lies = {}) => {
  const credential = key.get(await askToSignIn(browser), { origin, ...lies });
  return await browser.post<SessionState>('/api/v1/sign-in/passkey', { credential });
};

const withPasskey = async (counter = 0): Promise<[TestOwner, SoftwareAuthenticator]> => {
  const owner = await signUpOwner(gateway);
  const key = createSoftwareAuthenticator();
  expect((await add(owner, key, { counter })).status).toBe(201);
  return [owner, key];
};

describe('adding a passkey', () => {
  it('asks for the password first: a borrowed browser must not make one', async () => {
    const owner = await signUpOwner(gateway);
    const answer = await owner.post('/api/v1/passkeys/options', { password: 'not-the-password' });
    expectProblem(answer, 'wrong_password');
  });

  it('asks for a key that says who it belongs to and checks who uses it', async () => {
    const owner = await signUpOwner(gateway);
    const { body } = await owner.post<Options>('/api/v1/passkeys/options', { password: goodPassword });
    expect(body.options).toMatchObject({
      rp: { id: 'wa.example.com' },
      user: { name: owner.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('lists it by its name, and names it to the authenticator, so that none is added twice', async () => {
    const [owner] = await withPasskey();
    const { body } = await owner.get<{ data: Passkey[] }>('/api/v1/passkeys');
    expect(body.data).toMatchObject([{ name: 'Phone', is_synced: false, last_used_at: null }]);
    const again = await owner.post<{ options: { excludeCredentials: object[] } }>(
      '/api/v1/passkeys/options',
      { password: goodPassword },
    );
    expect(again.body.options.excludeCredentials).toHaveLength(1);
  });

  it.each<[string, Lies]>([
    ['another site made it', { origin: elsewhere }],
    ['it is for another host', { rpId: 'evil.example' }],
    ['the user showed no finger, face or PIN', { isVerified: false }],
  ])('is refused: %s', async (_name, lies) => {
    const owner = await signUpOwner(gateway);
    expectProblem(await add(owner, createSoftwareAuthenticator(), lies), 'passkey_not_added');
    expect((await owner.get<{ data: [] }>('/api/v1/passkeys')).body.data).toEqual([]);
  });

  it('is refused with a challenge that was used, is of another user, or is unknown', async () => {
    const owner = await signUpOwner(gateway);
    const other = await signUpOwner(gateway);
    const challenge = await askToAdd(owner);
    const send = (browser: Browser, made: string) =>
      browser.post('/api/v1/passkeys', {
        name: 'Phone',
        credential: createSoftwareAuthenticator().create(made, { origin }),
      });
    expectProblem(await send(other, challenge), 'passkey_not_added');
    expect((await send(owner, challenge)).status).toBe(201);
    expectProblem(await send(owner, challenge), 'passkey_not_added');
    expectProblem(await send(owner, 'bm9ib2R5cw'), 'passkey_not_added');
    expectProblem(await send(owner, await askToSignIn(openBrowser(gateway))), 'passkey_not_added');
  });

  it('is refused with a challenge that is too old', async () => {
    const owner = await signUpOwner(gateway);
    const challenge = await askToAdd(owner);
    await gateway.database.query('update passkey_challenges set expires_at = now() where user_id = $1', [
      owner.uuid,
    ]);
    const credential = createSoftwareAuthenticator().create(challenge, { origin });
    expectProblem(await owner.post('/api/v1/passkeys', { name: 'Phone', credential }), 'passkey_not_added');
  });

  it('is refused when somebody has the key already', async () => {
    const [, key] = await withPasskey();
    expectProblem(await add(await signUpOwner(gateway), key), 'passkey_not_added');
  });

  it.each(['', '!', 'AAAA', 'o2NmbXRkbm9uZQ', 'v'.repeat(5_000)])(
    'answers an attestation that is none (%.10s) without a fault of its own',
    async (attestationObject) => {
      const owner = await signUpOwner(gateway);
      const made = createSoftwareAuthenticator().create(await askToAdd(owner), { origin });
      const response = { ...(made.response as object), attestationObject };
      const credential = { ...made, response };
      expectProblem(await owner.post('/api/v1/passkeys', { name: 'Phone', credential }), 'passkey_not_added');
    },
  );
});

describe('signing in by a passkey', () => {
  it('needs no name, no password and no second factor', async () => {
    const [owner, key] = await withPasskey();
    await gateway.database.query(`update users set totp_secret = '\\x00' where id = $1`, [owner.uuid]);
    const browser = openBrowser(gateway);
    const answer = await signIn(browser, key);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user.email).toBe(owner.email);
    expect((await browser.get<SessionState>('/api/v1/session')).body.user.id).toBe(owner.id);
    const { body } = await owner.get<{ data: Passkey[] }>('/api/v1/passkeys');
    expect(body.data[0]?.last_used_at).not.toBeNull();
  });

  it('says nothing of who has an account before', async () => {
    const { body } = await openBrowser(gateway).post<Options>('/api/v1/sign-in/passkey/options');
    expect(body.options).toMatchObject({ rpId: 'wa.example.com', userVerification: 'required' });
    expect(body.options).not.toHaveProperty('allowCredentials');
  });

  it.each<[string, Lies]>([
    ['another site asked', { origin: elsewhere }],
    ['it signed for another host', { rpId: 'evil.example' }],
    ['the user showed no finger, face or PIN', { isVerified: false }],
  ])('is refused: %s', async (_name, lies) => {
    const [, key] = await withPasskey();
    const browser = openBrowser(gateway);
    expectProblem(await signIn(browser, key, lies), 'passkey_refused');
    expect(browser.cookie).toBeNull();
  });

  it('is refused with another key under the same name', async () => {
    const [, key] = await withPasskey();
    const browser = openBrowser(gateway);
    const challenge = await askToSignIn(browser);
    const { id, rawId } = key.get(challenge, { origin });
    const forged = createSoftwareAuthenticator().get(challenge, { origin });
    const answer = await browser.post('/api/v1/sign-in/passkey', { credential: { ...forged, id, rawId } });
    expectProblem(answer, 'passkey_refused');
  });

  it('is refused when an answer comes a second time', async () => {
    const [, key] = await withPasskey();
    const browser = openBrowser(gateway);
    const credential = key.get(await askToSignIn(browser), { origin });
    expect((await browser.post('/api/v1/sign-in/passkey', { credential })).status).toBe(200);
    expectProblem(await browser.post('/api/v1/sign-in/passkey', { credential }), 'passkey_refused');
  });

  it('is refused when the count goes back: then the key was copied', async () => {
    const [, key] = await withPasskey(7);
    expect((await signIn(openBrowser(gateway), key, { counter: 8 })).status).toBe(200);
    expectProblem(await signIn(openBrowser(gateway), key, { counter: 8 }), 'passkey_refused');
    expectProblem(await signIn(openBrowser(gateway), key, { counter: 3 }), 'passkey_refused');
  });

  it('is refused once the passkey is removed', async () => {
    const [owner, key] = await withPasskey();
    const { body } = await owner.get<{ data: Passkey[] }>('/api/v1/passkeys');
    expect((await owner.call('DELETE', `/api/v1/passkeys/${body.data[0]?.id}`)).status).toBe(204);
    expectProblem(await signIn(openBrowser(gateway), key), 'passkey_refused');
  });

  it('is refused from another site', async () => {
    const answer = await openBrowser(gateway).call('POST', '/api/v1/sign-in/passkey/options', {
      headers: { origin: elsewhere, 'sec-fetch-site': 'cross-site' },
    });
    expectProblem(answer, 'cross_site_refused');
  });
});

describe('a passkey', () => {
  it('gets another name', async () => {
    const [owner] = await withPasskey();
    const { body } = await owner.get<{ data: Passkey[] }>('/api/v1/passkeys');
    const path = `/api/v1/passkeys/${body.data[0]?.id}`;
    const answer = await owner.call<Passkey>('PATCH', path, { body: { name: ' Blue key ' } });
    expect(answer.body.name).toBe('Blue key');
  });

  it('is one of twenty at most', async () => {
    const [owner] = await withPasskey();
    await gateway.database.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced)
       select gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', 0, 'Old phone', false
       from generate_series(1, 19)`,
      [owner.uuid],
    );
    expectProblem(await add(owner, createSoftwareAuthenticator()), 'too_many_passkeys');
  });
});

describe('a gateway that is called by a bare address', () => {
  it('says that passkeys need a host name', async () => {
    const bare = await useApiGateway();
    const answer = await openBrowser(bare).post('/api/v1/sign-in/passkey/options');
    expectProblem(answer, 'passkeys_unavailable');
  });
});

describe('the throttle', () => {
  it('counts passkeys like passwords', async () => {
    const strict = await useApiGateway({
      environment: { PUBLIC_URL: origin, SIGN_IN_TRIES_PER_ADDRESS: '2' },
    });
    const browser = openBrowser(strict);
    for (const status of [200, 200, 429]) {
      expect((await browser.post('/api/v1/sign-in/passkey/options')).status).toBe(status);
    }
  });
});
