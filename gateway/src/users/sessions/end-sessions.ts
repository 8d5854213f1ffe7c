// Signing out: one browser, or all but the one that asks.

import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteSession, deleteSessions } from './queries.ts';

export const endSession = async (db: Queryable, userId: string, sessionId: string): Promise<void> => {
  if (!(await deleteSession(db, userId, sessionId))) throw new AppError('session_not_found');
};

/** Answers how many ended. */
export const endOtherSessions = (db: Queryable, userId: string, sessionId: string): Promise<number> =>
  deleteSessions(db, userId, sessionId);

export const endAllSessions = (db: Queryable, userId: string): Promise<number> =>
  deleteSessions(db, userId, null);
