// Asks again for the password before something that a borrowed browser must not do.

import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { findUser, type UserRow } from '../queries.ts';
import { verifyPassword } from './password-hash.ts';

export const requirePassword = async (pool: pg.Pool, userId: string, password: string): Promise<UserRow> => {
  const user = await findUser(pool, userId);
  if (!user) throw new AppError('not_signed_in');
  if (!(await verifyPassword(password, user.password_hash))) throw new AppError('wrong_password');
  return user;
};
