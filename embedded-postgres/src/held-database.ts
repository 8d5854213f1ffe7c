// The open database as its holder sees it: kept up while the gateway runs, and stopped so that no other process can
// slip in between the release of the lock and the end of the server.

import type { Client } from 'pg';
import { bringUp, type StartOptions } from './bring-up.ts';
import type { Connection } from './connect.ts';
import { EmbeddedPostgresError } from './error.ts';
import { type Hold, keepHold } from './holder.ts';
import type { Layout } from './layout.ts';
import { inspectServer } from './postmaster.ts';
import type { Role } from './queries.ts';
import { stopServer } from './server-process.ts';
import { withStartLock } from './start-lock.ts';

export interface EmbeddedPostgres {
  /** Usable as it stands for pg's Client and Pool; the host is the folder of the unix socket. */
  readonly connection: Connection;
  /** False when a running server was adopted. */
  readonly startedHere: boolean;
  /** Stops the server when this process is its holder; otherwise only releases it. May be called more than once. */
  stop(): Promise<void>;
}

export interface HeldOptions extends StartOptions {
  readonly holder: Role;
  /** Called when PostgreSQL restarted and another process became the holder before we could again. */
  readonly onLost?: ((reason: string) => void) | undefined;
}

interface Held {
  readonly layout: Layout;
  readonly options: HeldOptions;
  readonly connection: Connection;
  readonly startedHere: boolean;
}

/** The client is the connection that has the holder's lock. */
export function heldDatabase(held: Held, client: Client): EmbeddedPostgres {
  const { layout, options, connection, startedHere } = held;
  let stopping: Promise<void> | undefined;

  async function revive(): Promise<void> {
    await withStartLock(layout, async () => {
      // stop() may have had the lock before us; what it stopped stays stopped.
      if (stopping || (await inspectServer(layout)).kind === 'running') return;
      await bringUp(layout, options);
      options.say('The database had stopped by itself and was started again.');
    });
  }

  const hold = keepHold(client, {
    connection,
    role: options.holder,
    say: options.say,
    onLost: options.onLost,
    // Not for a command: it has no business keeping a server up.
    revive: options.holder === 'gateway' ? revive : undefined,
  });

  return {
    connection,
    startedHere,
    stop() {
      stopping ??= letGo(held, hold);
      return stopping;
    },
  };
}

async function letGo({ layout, options, startedHere }: Held, hold: Hold): Promise<void> {
  // A command that found an orphaned server leaves it as it was.
  if (options.holder === 'gateway' || startedHere) {
    await withStartLock(layout, async () => {
      if (await hold.confirm()) await stopHeld(layout, hold);
    });
  }
  await hold.release();
}

/** The lock stays taken until the server itself ends the connection: no process becomes holder of a stopping server. */
async function stopHeld(layout: Layout, hold: Hold): Promise<void> {
  hold.quit();
  if (await stopServer(layout, 'fast', 60)) return;
  if (await stopServer(layout, 'immediate', 15)) return;
  throw new EmbeddedPostgresError(
    `The database in ${layout.cluster} does not stop. Look into ${layout.log}, and end its processes by hand.`,
  );
}
