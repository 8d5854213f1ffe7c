// Makes a user an operator of the gateway, or no longer one.

import type pg from 'pg';
import { updateOperator } from '../queries.ts';
import { normalEmail } from './normal-email.ts';

/** False when no user has this e-mail address. */
export const setOperator = (pool: pg.Pool, email: string, isOperator: boolean): Promise<boolean> =>
  updateOperator(pool, normalEmail(email), isOperator);
