import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { fromPublicId, newUuid } from '../platform/ids.ts';
import { deriveSecrets } from '../platform/secrets.ts';
import { createCompany } from './create-company.ts';
import { setToken } from './set-token.ts';

const database = await useDatabase();
const pool = database.openPool(5);
pool.on('error', () => undefined);
const secrets = deriveSecrets('a key that has more than 32 characters');

const makeCompany = async () => {
  const created = await createCompany(pool, secrets, {
    name: 'Test',
    timezone: 'UTC',
    plan: 'active',
    trialDays: 14,
  });
  return { ...created, uuid: fromPublicId('company', created.companyId) ?? '' };
};

const tokensOf = (uuid: string) =>
  database.query<{ digest: Buffer; last_four: string; expires_at: Date | null }>(
    'select digest, last_four, expires_at from tokens where company_id = $1 order by id',
    [uuid],
  );

describe('creating a company', () => {
  it('makes its row, its first store and its first token together', async () => {
    const { uuid, token } = await makeCompany();
    expect(await database.query('select name from stores where company_id = $1', [uuid])).toEqual([
      { name: 'Test' },
    ]);
    expect(await tokensOf(uuid)).toEqual([
      { digest: secrets.digestToken(token), last_four: token.slice(-4), expires_at: null },
    ]);
  });
});

describe('setting a token', () => {
  it('takes the one that is chosen', async () => {
    const { uuid } = await makeCompany();
    const chosenToken = 'kEBHGnmT72xy-purple-ostrich';
    expect(await setToken(pool, secrets, { companyId: uuid, chosenToken, graceSeconds: 0 })).toMatchObject({
      kind: 'changed',
      token: chosenToken,
    });
    const kept = (await tokensOf(uuid)).at(-1);
    expect(kept).toEqual({ digest: secrets.digestToken(chosenToken), last_four: 'rich', expires_at: null });
  });

  it('makes one when none is chosen', async () => {
    const { uuid } = await makeCompany();
    const outcome = await setToken(pool, secrets, { companyId: uuid, graceSeconds: 0 });
    expect(outcome).toMatchObject({ kind: 'changed', token: expect.stringMatching(/^hud_/) });
  });

  it('refuses a weak one with the reason and leaves the old one in force', async () => {
    const { uuid } = await makeCompany();
    const before = await tokensOf(uuid);
    const outcome = await setToken(pool, secrets, {
      companyId: uuid,
      chosenToken: 'too short',
      graceSeconds: 0,
    });
    expect(outcome).toMatchObject({ kind: 'too_weak', reason: expect.stringContaining('spaces') });
    expect(await tokensOf(uuid)).toEqual(before);
  });

  it('leaves the old one for its grace period', async () => {
    const { uuid } = await makeCompany();
    const outcome = await setToken(pool, secrets, { companyId: uuid, graceSeconds: 3_600 });
    if (outcome.kind !== 'changed') throw new Error(outcome.kind);
    const tokens = await tokensOf(uuid);
    expect(tokens.map(({ expires_at }) => expires_at)).toEqual([outcome.oldEndsAt, null]);
    expect(Math.abs(outcome.oldEndsAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('never prolongs a grace period that ends earlier', async () => {
    const { uuid } = await makeCompany();
    await setToken(pool, secrets, { companyId: uuid, graceSeconds: 60 });
    const [first] = await tokensOf(uuid);
    await setToken(pool, secrets, { companyId: uuid, graceSeconds: 3_600 });
    expect((await tokensOf(uuid))[0]).toEqual(first);
  });

  it('changed by many at once leaves exactly one token without an end', async () => {
    const { uuid } = await makeCompany();
    await Promise.all(
      Array.from({ length: 8 }, () => setToken(pool, secrets, { companyId: uuid, graceSeconds: 60 })),
    );
    const endless = (await tokensOf(uuid)).filter(({ expires_at }) => expires_at === null);
    expect(endless).toHaveLength(1);
  });

  it('knows when there is no such company', async () => {
    const outcome = await setToken(pool, secrets, { companyId: newUuid(), graceSeconds: 0 });
    expect(outcome).toEqual({ kind: 'company_not_found' });
  });
});
