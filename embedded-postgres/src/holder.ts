// Exactly one process holds a DATA_DIR. The holder keeps one connection with an advisory lock: PostgreSQL frees the lock
// when the process dies, however it dies, and names the holder to any process that comes second.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Connection, connectOnce } from './connect.ts';
import { EmbeddedPostgresError } from './error.ts';
import { applicationName, findOccupant, type Occupant, type Role, tryHolderLock } from './queries.ts';

export type TakeOutcome =
  | { readonly kind: 'taken'; readonly client: Client }
  | { readonly kind: 'occupied'; readonly by: Occupant; readonly client: Client }
  | { readonly kind: 'not-yet'; readonly reason: string };

/** With "occupied" the connection is still open, for the caller to use and end. */
export async function takeHold(connection: Connection, role: Role): Promise<TakeOutcome> {
  const outcome = await connectOnce(connection, applicationName({ role, processId: process.pid }));
  if (outcome.kind === 'not-yet') return outcome;
  const { client } = outcome;
  try {
    // The holder may release the lock between our two questions; then ask again.
    for (;;) {
      if (await tryHolderLock(client)) return { kind: 'taken', client };
      const by = await findOccupant(client);
      if (by) return { kind: 'occupied', by, client };
      await sleep(10);
    }
  } catch (error) {
    // The server went away under us: to be retried like one that is not there yet.
    await client.end();
    return { kind: 'not-yet', reason: error instanceof Error ? error.message : String(error) };
  }
}

export interface HoldOptions {
  readonly connection: Connection;
  readonly role: Role;
  readonly say: (line: string) => void;
  /** Starts the server when it is down. Left out when that is not this process's business. */
  readonly revive?: (() => Promise<void>) | undefined;
  readonly onLost?: ((reason: string) => void) | undefined;
}

export interface Hold {
  /** Whether this process is the holder right now; when the connection has dropped, tries once to get it back. */
  confirm(): Promise<boolean>;
  /** Ends the attempts to get the lock back; the lock itself stays until the connection ends. */
  quit(): void;
  release(): Promise<void>;
}

const ownRemainsMilliseconds = 10_000;
const retryMillisecondsMax = 2000;
// A restart takes less. Only a server that stays away longer is started again.
const reviveAfterMilliseconds = 3000;

export function keepHold(first: Client, options: HoldOptions): Hold {
  let client: Client | undefined;
  let isOver = false;
  let lostAt = 0;

  function adopt(taken: Client): void {
    client = taken;
    taken.once('end', () => {
      client = undefined;
      lostAt = Date.now();
      if (!isOver) void regain();
    });
  }

  /** True when the question is settled: the lock is ours again, or lost for good. */
  async function retake(): Promise<boolean> {
    const outcome = await takeHold(options.connection, options.role);
    if (outcome.kind === 'not-yet') return false;
    if (isOver || client) {
      await outcome.client.end();
    } else if (outcome.kind === 'taken') {
      adopt(outcome.client);
    } else {
      await outcome.client.end();
      const { role, processId } = outcome.by;
      // A command began while the server was away, and will soon have ended: no reason for a gateway to end.
      if (role === 'command' && options.role === 'gateway') return false;
      // Our own old connection, not yet cleared away by the server. Not for long, though: in two containers on one
      // folder two gateways may have the same process id.
      if (processId === process.pid && Date.now() - lostAt < ownRemainsMilliseconds) return false;
      isOver = true;
      options.onLost?.(
        `Another ${role} (process ${processId}) took over the database while it was restarting.`,
      );
    }
    return true;
  }

  async function regain(): Promise<void> {
    let said = '';
    for (let pause = 50; !isOver; pause = Math.min(pause * 2, retryMillisecondsMax)) {
      try {
        if (await retake()) return;
        if (options.revive && Date.now() - lostAt > reviveAfterMilliseconds) {
          await options.revive();
          if (await retake()) return;
        }
      } catch (error) {
        const line =
          error instanceof EmbeddedPostgresError ? error.message : `The database is away: ${error}`;
        if (line !== said) options.say(line);
        said = line;
      }
      // Not a reason to keep a process alive that is otherwise done.
      await sleep(pause, undefined, { ref: false });
    }
  }

  adopt(first);
  return {
    async confirm() {
      if (!client && !isOver) await retake();
      return client !== undefined;
    },
    quit() {
      isOver = true;
    },
    async release() {
      isOver = true;
      await client?.end();
    },
  };
}
