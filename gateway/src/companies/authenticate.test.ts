import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { createNetworkList, readNetwork } from '../platform/outgoing-http/private-address.ts';
import { deriveSecrets } from '../platform/secrets.ts';
import { createAuthenticator } from './authenticate.ts';
import { type Company, type CompanyDirectory, type CompanyToken, digestKey } from './directory.ts';

const secrets = deriveSecrets('a key that has more than 32 characters');
const uuid = newUuid();
const now = 50_000;

const home = createNetworkList(['10.1.0.0/16', '2001:db8::/48'].flatMap((text) => readNetwork(text) ?? []));

const company = (tokens: Readonly<Record<string, number>>): Company => ({
  id: uuid,
  publicId: toPublicId('company', uuid),
  name: 'Test company',
  timezone: 'UTC',
  plan: 'active',
  trialEndsAt: null,
  requestsPerMinute: null,
  tokens: new Map(
    Object.entries(tokens).map(([token, expiresAt]): [string, CompanyToken] => [
      digestKey(secrets.digestToken(token)),
      {
        id: token,
        name: token.startsWith('named') ? token : null,
        scopes: token.startsWith('named') ? ['send'] : null,
        networks: token === 'named-at-home' ? home : null,
        expiresAt,
      },
    ]),
  ),
});

const never = Number.POSITIVE_INFINITY;
const known = company({
  'the-newest-token': never,
  'the-old-token': now + 1,
  'the-ended-token': now,
  'named-at-home': never,
  'named-and-ended': now,
});

const directoryOf = (found: Company | null, isAtHand: boolean): CompanyDirectory => ({
  peek: (id) => (isAtHand ? (id === uuid ? found : null) : undefined),
  find: async (id) => (id === uuid ? found : null),
  forget: () => undefined,
});

const authenticate = async (
  authorization: string | undefined,
  companyId: string | string[] | undefined,
  isAtHand = true,
  source = '192.0.2.1',
) =>
  await createAuthenticator(directoryOf(known, isAtHand), secrets, () => now).authenticate({
    authorization,
    companyId,
    source,
  });

const open = (tokenId: string) => ({ company: known, token: { id: tokenId }, refusal: null });

const id = toPublicId('company', uuid);

describe('a company id and a token', () => {
  it.each([true, false])('that belong together open the company (at hand: %s)', async (isAtHand) => {
    expect(await authenticate('Bearer the-newest-token', id, isAtHand)).toMatchObject(
      open('the-newest-token'),
    );
  });

  it('answer without a promise when the company is at hand', () => {
    const authenticator = createAuthenticator(directoryOf(known, true), secrets, () => now);
    const credentials = { authorization: 'Bearer the-newest-token', companyId: id, source: '192.0.2.1' };
    expect(authenticator.authenticate(credentials)).toMatchObject(open('the-newest-token'));
  });

  it('may name the scheme in any letters', async () => {
    for (const scheme of ['bearer', 'BEARER']) {
      expect(await authenticate(`${scheme} the-newest-token`, id)).toMatchObject(open('the-newest-token'));
    }
  });

  it('open the company by a token in its grace period, and not a moment longer', async () => {
    expect(await authenticate('Bearer the-old-token', id)).toMatchObject(open('the-old-token'));
    expect(await authenticate('Bearer the-ended-token', id)).toBeNull();
  });

  it('show which token was used, and only when it opened', async () => {
    const used: [string, string, number][] = [];
    const authenticator = createAuthenticator(
      directoryOf(known, true),
      secrets,
      () => now,
      (...use) => used.push(use),
    );
    for (const token of [
      'the-old-token',
      'the-ended-token',
      'the-wrong-token',
      'named-and-ended',
      'named-at-home',
    ]) {
      await authenticator.authenticate({
        authorization: `Bearer ${token}`,
        companyId: id,
        source: '192.0.2.1',
      });
    }
    expect(used).toEqual([[uuid, 'the-old-token', now]]);
  });

  it.each([
    ['10.1.2.3', null],
    ['::ffff:10.1.2.3', null],
    ['2001:db8::7', null],
    ['10.2.0.1', 'token_network_refused'],
    ['2001:db9::7', 'token_network_refused'],
    ['unknown', 'token_network_refused'],
  ])('of a token with networks are judged by the address %s: %s', async (source, refusal) => {
    expect(await authenticate('Bearer named-at-home', id, true, source)).toMatchObject({ refusal });
  });

  it('say so when a named token has ended', async () => {
    expect(await authenticate('Bearer named-and-ended', id)).toMatchObject({ refusal: 'token_expired' });
  });

  it.each([
    ['no header', undefined, id],
    ['an empty header', '', id],
    ['no scheme', 'the-newest-token', id],
    ['another scheme', 'Basic the-newest-token', id],
    ['no token', 'Bearer ', id],
    ['a wrong token', 'Bearer the-wrong-token', id],
    ['a token in other letters', 'Bearer THE-NEWEST-TOKEN', id],
    ['something behind the token', 'Bearer the-newest-token x', id],
    ['two spaces', 'Bearer  the-newest-token', id],
    ['a token that is too long', `Bearer ${'x'.repeat(513)}`, id],
    ['no company', 'Bearer the-newest-token', undefined],
    ['two companies', 'Bearer the-newest-token', [id, id]],
    ['a UUID instead of an id', 'Bearer the-newest-token', uuid],
    ['an id of another kind', 'Bearer the-newest-token', toPublicId('message', uuid)],
    ['an unknown company', 'Bearer the-newest-token', toPublicId('company', newUuid())],
  ])('are refused with %s', async (_name, authorization, companyId) => {
    expect(await authenticate(authorization, companyId)).toBeNull();
    expect(await authenticate(authorization, companyId, false)).toBeNull();
  });

  it('pass on that the database is away', async () => {
    const away: CompanyDirectory = {
      peek: () => undefined,
      find: () => Promise.reject(new Error('away')),
      forget: () => undefined,
    };
    const authenticator = createAuthenticator(away, secrets, () => now);
    const credentials = { authorization: 'Bearer the-newest-token', companyId: id, source: '192.0.2.1' };
    const answer = authenticator.authenticate(credentials);
    await expect(answer).rejects.toThrow('away');
  });
});
