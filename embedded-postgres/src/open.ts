// Gives the gateway a real PostgreSQL of its own in DATA_DIR: starts it, or adopts the one that a killed gateway left
// running, and holds it against a second gateway. Looking, starting, taking the holder's lock and stopping all happen
// under the start lock, so two processes that begin at the same moment act one after the other.

import { setTimeout as sleep } from 'node:timers/promises';
import { checkOwner } from './account.ts';
import { bringUp } from './bring-up.ts';
import { prepareDataDir } from './data-dir.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { type EmbeddedPostgres, type HeldOptions, heldDatabase } from './held-database.ts';
import type { Layout } from './layout.ts';
import { databaseName, superuser } from './names.ts';
import { readPassword } from './password.ts';
import { inspectServer, isAlive } from './postmaster.ts';
import type { Occupant } from './queries.ts';
import { stopServer } from './server-process.ts';
import { port } from './socket-folder.ts';
import { withStartLock } from './start-lock.ts';
import { ensureDatabase, takeWhenReady } from './take-when-ready.ts';

export type { EmbeddedPostgres } from './held-database.ts';

export interface OpenOptions extends HeldOptions {
  readonly dataDir: string;
  /** How long to wait for a command that holds the database. */
  readonly waitSeconds?: number | undefined;
}

// PostgreSQL notices within milliseconds that a killed holder's connection is gone; a supervisor may be faster.
const lingerMilliseconds = 2000;
const timesGoneMax = 5;

type Attempt =
  | { readonly kind: 'open'; readonly database: EmbeddedPostgres }
  | { readonly kind: 'occupied'; readonly by: Occupant }
  | { readonly kind: 'gone' };

export async function openEmbeddedPostgres(options: OpenOptions): Promise<EmbeddedPostgres> {
  const layout = await prepareDataDir(options.dataDir, options.say);
  await checkOwner(layout);
  const begun = Date.now();
  let isWaiting = false;
  let timesGone = 0;
  for (;;) {
    const attempt = await withStartLock(layout, () => tryOpen(layout, options)).catch(
      explainSystemError(layout),
    );
    if (attempt.kind === 'open') return attempt.database;
    if (attempt.kind === 'gone') {
      timesGone += 1;
      refuseUnstable(layout, timesGone);
    } else {
      refuseOccupied(layout, options, attempt.by, Date.now() - begun);
      if (!isWaiting && attempt.by.role === 'command') {
        options.say(`Waiting for a command (process ${attempt.by.processId}) that uses the database.`);
        isWaiting = true;
      }
    }
    // From the beginning: a command that ends may stop the server it started.
    await sleep(100);
  }
}

function refuseOccupied(
  layout: Layout,
  options: OpenOptions,
  by: Occupant,
  waitedMilliseconds: number,
): void {
  if (by.role === 'gateway') {
    if (!isAlive(by.processId) && waitedMilliseconds < lingerMilliseconds) return;
    throw new EmbeddedPostgresError(
      `Another gateway (process ${by.processId}) is already running on ${layout.dataDir}. ` +
        `Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const waitSeconds = options.waitSeconds ?? 30;
  if (waitedMilliseconds < waitSeconds * 1000) return;
  throw new EmbeddedPostgresError(
    `A command (process ${by.processId}) has been using the database in ${layout.dataDir} for more than ` +
      `${waitSeconds} seconds. Wait until it ends, then try again.`,
  );
}

/** A full or read-only disk is for a person to put right; everything else unexpected is a bug and stays one. */
function explainSystemError(layout: Layout) {
  return (error: unknown): never => {
    if (!['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'].includes(codeOf(error) ?? '')) throw error;
    throw new EmbeddedPostgresError(
      `The database in ${layout.dataDir} could not be opened: ${error instanceof Error ? error.message : error}. ` +
        `Check free space and permissions there, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  };
}

/** Once is a server that was just stopping; again and again is one that something keeps killing. */
function refuseUnstable(layout: Layout, timesGone: number): void {
  if (timesGone <= timesGoneMax) return;
  throw new EmbeddedPostgresError(
    `The database in ${layout.cluster} stops as soon as it has started. ` +
      `The reason should be at the end of ${layout.log}; check free memory and disk space, then start again.`,
  );
}

async function tryOpen(layout: Layout, options: OpenOptions): Promise<Attempt> {
  const found = await inspectServer(layout);
  const startedHere = found.kind === 'stopped';
  if (startedHere) await bringUp(layout, options);
  try {
    const attempt = await useServer(layout, options, startedHere);
    if (attempt.kind === 'open' && !startedHere && options.holder === 'gateway') {
      options.say('The database was still running from an earlier start; using it.');
    }
    return attempt;
  } catch (error) {
    // A failed open leaves things as it found them.
    if (startedHere) await stopServer(layout, 'fast', 30);
    throw error;
  }
}

async function useServer(layout: Layout, options: OpenOptions, startedHere: boolean): Promise<Attempt> {
  const server = await inspectServer(layout);
  if (server.kind === 'stopped') return { kind: 'gone' };
  const password = await readPassword(layout);
  if (password === undefined) {
    throw new EmbeddedPostgresError(
      `The file ${layout.passwordFile} is missing while the database runs (process ${server.processId}). ` +
        `Stop that process (kill -INT ${server.processId}) and start again: the database then gets a new password.`,
    );
  }
  const connection = { host: server.socketFolder, port, user: superuser, password, database: databaseName };
  const outcome = await takeWhenReady(layout, connection, options.holder, options.say);
  if (outcome.kind === 'gone') return outcome;
  await ensureDatabase(outcome.client, databaseName);
  if (outcome.kind === 'taken') {
    return {
      kind: 'open',
      database: heldDatabase({ layout, options, connection, startedHere }, outcome.client),
    };
  }
  await outcome.client.end();
  const { by } = outcome;
  if (options.holder === 'gateway' || by.role === 'command') return { kind: 'occupied', by };
  // A command beside a running gateway uses the gateway's server and leaves everything to it.
  return { kind: 'open', database: { connection, startedHere, stop: async () => undefined } };
}
