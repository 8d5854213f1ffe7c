// How long a statement waits for a row that another transaction has locked. Said inside the statement, which costs no
// round trip and ends with its transaction, so it also holds behind a pooler.

import { errorCode } from '../error-code.ts';

const lockMilliseconds = 500;

/**
 * True. From the moment it is asked on, its transaction waits no longer than this for any lock. It belongs into the first part
 * of a statement, which is read before anything is locked.
 */
export const hasLockPatience = `(select set_config('lock_timeout', '${lockMilliseconds}', true)) is not null`;

/** Another transaction has held what the statement wants to lock for longer than that. Nothing of it was written. */
export const isLockedOut = (error: unknown): boolean => errorCode(error) === '55P03';
