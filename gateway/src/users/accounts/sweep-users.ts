// Removes users who have belonged to no company for a time, and sign-ups whose address was never proven.

import type pg from 'pg';
import { deleteEndedSignUps, deleteUsersWithoutCompany, noteUsersWithoutCompany } from './queries.ts';

/** Answers the UUIDs of the users who were removed. */
export const sweepUsers = async (pool: pg.Pool, days: number): Promise<string[]> => {
  await deleteEndedSignUps(pool);
  await noteUsersWithoutCompany(pool);
  return await deleteUsersWithoutCompany(pool, days);
};
