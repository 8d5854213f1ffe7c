import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { deriveSecrets } from '../platform/secrets.ts';
import { createAuthenticator } from './authenticate.ts';
import type { Company, CompanyDirectory } from './directory.ts';

const secrets = deriveSecrets('a key that has more than 32 characters');
const uuid = newUuid();
const now = 50_000;

const company = (tokens: Readonly<Record<string, number>>): Company => ({
  id: uuid,
  publicId: toPublicId('company', uuid),
  name: 'Test company',
  timezone: 'UTC',
  plan: 'active',
  trialEndsAt: null,
  requestsPerMinute: null,
  tokens: Object.entries(tokens).map(([token, expiresAt]) => ({
    id: token,
    digest: secrets.digestToken(token),
    expiresAt,
  })),
});

const never = Number.POSITIVE_INFINITY;
const known = company({ 'the-newest-token': never, 'the-old-token': now + 1, 'the-ended-token': now });

const directoryOf = (found: Company | null, isAtHand: boolean): CompanyDirectory => ({
  peek: (id) => (isAtHand ? (id === uuid ? found : null) : undefined),
  find: async (id) => (id === uuid ? found : null),
  forget: () => undefined,
});

const authenticate = async (
  authorization: string | undefined,
  companyId: string | string[] | undefined,
  isAtHand = true,
) =>
  await createAuthenticator(directoryOf(known, isAtHand), secrets, () => now).authenticate({
    authorization,
    companyId,
  });

const id = toPublicId('company', uuid);

describe('a company id and a token', () => {
  it.each([true, false])('that belong together open the company (at hand: %s)', async (isAtHand) => {
    expect(await authenticate('Bearer the-newest-token', id, isAtHand)).toBe(known);
  });

  it('answer without a promise when the company is at hand', () => {
    const authenticator = createAuthenticator(directoryOf(known, true), secrets, () => now);
    expect(authenticator.authenticate({ authorization: 'Bearer the-newest-token', companyId: id })).toBe(
      known,
    );
  });

  it('may name the scheme in any letters', async () => {
    expect(await authenticate('bearer the-newest-token', id)).toBe(known);
    expect(await authenticate('BEARER the-newest-token', id)).toBe(known);
  });

  it('open the company by a token in its grace period, and not a moment longer', async () => {
    expect(await authenticate('Bearer the-old-token', id)).toBe(known);
    expect(await authenticate('Bearer the-ended-token', id)).toBeNull();
  });

  it('tell which token was used, and only when it opened', async () => {
    const used: [string, string, number][] = [];
    const authenticator = createAuthenticator(
      directoryOf(known, true),
      secrets,
      () => now,
      (...use) => used.push(use),
    );
    for (const token of ['the-old-token', 'the-ended-token', 'the-wrong-token']) {
      await authenticator.authenticate({ authorization: `Bearer ${token}`, companyId: id });
    }
    expect(used).toEqual([[uuid, 'the-old-token', now]]);
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
    const answer = authenticator.authenticate({ authorization: 'Bearer the-newest-token', companyId: id });
    await expect(answer).rejects.toThrow('away');
  });
});
