// All users, as the operator of the gateway sees them on the command line.

import type pg from 'pg';
import { toPublicId } from '../../platform/ids.ts';
import { listUsers } from '../queries.ts';

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
> =>
  (await listUsers(pool)).map((user) => ({ ...user, id: toPublicId('user', user.id) }));
