// The command line's view of users, and the operator's commands on them.

import type pg from 'pg';
import { toPublicId } from '../../platform/ids.ts';
import { listUsers, updateOperator } from '../queries.ts';
import { normalEmail } from './normal-email.ts';

export const listAllUsers = async (
  pool: pg.Pool,
): Promise<
  {
    id: string;
    email: string;
    name: string;
    is_operator: boolean;
    is_email_verified: boolean;
    companies: number;
  }[]
> => (await listUsers(pool)).map((user) => ({ ...user, id: toPublicId('user', user.id) }));

/** Makes a user an operator, or no longer one. False when no user has this e-mail address. */
export const setOperator = (pool: pg.Pool, email: string, isOperator: boolean): Promise<boolean> =>
  updateOperator(pool, normalEmail(email), isOperator);
