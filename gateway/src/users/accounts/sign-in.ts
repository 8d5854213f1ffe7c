// Signing in. An unknown e-mail address and a wrong password get the same answer after the same work.

import type { SignIn } from '@hudhud/contract/users.ts';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { pretendToVerify, verifyPassword } from '../passwords/password-hash.ts';
import { findUserByEmail } from '../queries.ts';
import { checkSecondFactor } from '../second-factor/second-factor.ts';
import { type SessionOrigin, type StartedSession, startSession } from '../sessions/start-session.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { normalEmail } from './normal-email.ts';

export interface SignInOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly throttle: SignInThrottle;
}

export const signIn = async (
  { pool, secrets, throttle }: SignInOptions,
  body: SignIn,
  origin: SessionOrigin,
): Promise<{ userId: string; session: StartedSession }> => {
  const email = normalEmail(body.email);
  throttle.checkAddress(origin.source);
  throttle.checkAccount(email, origin.source);
  const user = await findUserByEmail(pool, email);
  const isRight = user
    ? await verifyPassword(body.password, user.password_hash)
    : await pretendToVerify(body.password);
  if (!user || !isRight) throw new AppError('sign_in_refused');
  await checkSecondFactor(pool, secrets, user, body.code);
  return { userId: user.id, session: await startSession(pool, user.id, origin) };
};
