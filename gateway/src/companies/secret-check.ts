// Notices a SECRET_KEY that is not the one this database was made with. Without this, a lost key would show as every
// token being wrong.

import type pg from 'pg';
import { equalDigests, type Secrets } from '../platform/secrets.ts';
import { keepSecretCheck } from './queries.ts';

/** A person has to put the right key back. Its message is for that person. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

export const rememberSecretCheck = async (pool: pg.Pool, secrets: Secrets): Promise<void> => {
  const kept = await keepSecretCheck(pool, secrets.check);
  if (!equalDigests(kept, secrets.check)) {
    throw new SecretKeyError(
      'SECRET_KEY is not the one this database was made with. Put the original key back: the stored tokens cannot be read with another.',
    );
  }
};
