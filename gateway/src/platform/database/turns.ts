// Work that one process at a time does on the whole database: migrations and partitions. The lock belongs to a transaction on a
// connection of its own. A lock of a session would stay on the connection of a pooler when its process has gone.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface TurnOptions {
  readonly lock: number;
  readonly pauseMilliseconds: number;
  /** How often the lock is asked for. Left out: until it is ours. */
  readonly triesMax?: number;
}

/**
 * Takes the lock, and answers whether it is ours. Processes ask now and then instead of waiting in the database: a statement that
 * waits holds a snapshot, and building an index or detaching a partition concurrently waits for every older snapshot.
 */
export const takeTurn = async (
  holder: pg.ClientBase,
  { lock, pauseMilliseconds, triesMax = Number.POSITIVE_INFINITY }: TurnOptions,
): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    await holder.query('begin');
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    // Without parameters: the portal of a statement that has some would keep its snapshot until the next one.
    const { rows } = await holder.query<{ is_ours: boolean }>(
      `select pg_try_advisory_xact_lock(${lock}) as is_ours`,
    );
    if (rows[0]?.is_ours) return true;
    await holder.query('rollback');
    if (tries >= triesMax) return false;
    await sleep(pauseMilliseconds);
  }
};

/** Gives the lock back. A connection that is gone has given it back already. */
export const endTurn = async (holder: pg.ClientBase): Promise<void> => {
  await holder.query('rollback').catch(() => undefined);
};
