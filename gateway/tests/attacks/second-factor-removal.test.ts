// An attacker who has the password and an open browser, but not the second factor, tries to take it away.

import { expect, it } from 'vitest';
import { goodPassword, openBrowser, signUpOwner, type TestOwner } from '../support/browser.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { addPasskey, provePasskey } from '../support/passkey-user.ts';
import { codeOf, turnOnSecondFactor } from '../support/second-factor.ts';

const origin = 'https://wa.example.com';
const gateway = await useApiGateway({ environment: { PUBLIC_URL: origin } });

const remove = (user: TestOwner, proof: object) =>
  user.post('/api/v1/second-factor/remove', { password: goodPassword, ...proof });

const isAsked = async ({ email }: TestOwner): Promise<boolean> => {
  const { status } = await openBrowser(gateway).post('/api/v1/sign-in', { email, password: goodPassword });
  return status === 401;
};

it('is not removed by the password alone, nor with a wrong or used code', async () => {
  const user = await signUpOwner(gateway);
  const { secret } = await turnOnSecondFactor(user);
  expectProblem(await remove(user, {}), 'second_factor_required');
  expectProblem(await remove(user, { code: '' }), 'second_factor_required');
  expectProblem(await remove(user, { code: 'abcd-efgh-jkmn' }), 'second_factor_wrong');
  const code = codeOf(secret);
  const { email } = user;
  await openBrowser(gateway).post('/api/v1/sign-in', { email, password: goodPassword, code });
  expectProblem(await remove(user, { code }), 'second_factor_wrong');
  expect(await isAsked(user)).toBe(true);
});

it('is not removed by the passkey of somebody else', async () => {
  const user = await signUpOwner(gateway);
  await turnOnSecondFactor(user);
  const stranger = await signUpOwner(gateway);
  const key = await addPasskey(stranger, origin);
  const credential = await provePasskey(stranger, key, origin);
  expectProblem(await remove(user, { credential }), 'passkey_refused');
  expect(await isAsked(user)).toBe(true);
});

it.each(['code', 'recovery code', 'passkey'])('is removed with the password and a %s', async (proof) => {
  const user = await signUpOwner(gateway);
  const key = await addPasskey(user, origin);
  const { secret, codes } = await turnOnSecondFactor(user);
  const proofs: Record<string, object> = {
    code: { code: codeOf(secret) },
    'recovery code': { code: codes[0] },
    passkey: { credential: await provePasskey(user, key, origin) },
  };
  expectProblem(await remove(user, { ...proofs[proof], password: 'violet-harbour-48' }), 'wrong_password');
  expect((await remove(user, proofs[proof] ?? {})).status).toBe(204);
  expect(await isAsked(user)).toBe(false);
});
