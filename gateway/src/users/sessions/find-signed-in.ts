// From what the cookie holds to who is signed in.

import type pg from 'pg';
import type { SignedIn } from '../../platform/http/incoming-request.ts';
import type { Log } from '../../platform/log.ts';
import { digestSecret } from '../secret-link.ts';
import { findCaller, markSeen } from './queries.ts';

/** Null: there is no such session, or it has ended. `companyId` is a UUID, or null where none is named. */
export type FindSignedIn = (secret: string, companyId: string | null) => Promise<SignedIn | null>;

export const createFindSignedIn =
  (pool: pg.Pool, log: Log): FindSignedIn =>
  async (secret, companyId) => {
    const caller = await findCaller(pool, digestSecret(secret), companyId);
    if (!caller) return null;
    if (caller.is_stale) {
      // The answer need not wait for it.
      markSeen(pool, caller.session_id).catch((error: unknown) =>
        log.debug({ err: error }, 'the last use of a session could not be written'),
      );
    }
    return {
      userId: caller.user_id,
      name: caller.name,
      isOperator: caller.is_operator,
      sessionId: caller.session_id,
      role: caller.role,
    };
  };
