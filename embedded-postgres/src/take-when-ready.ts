// Waits for a server that is starting, recovering or stopping, and takes the holder's lock as soon as it answers.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Connection } from './connect.ts';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { type TakeOutcome, takeHold } from './holder.ts';
import type { Layout } from './layout.ts';
import { inspectServer } from './postmaster.ts';
import { createDatabase, hasDatabase, type Role } from './queries.ts';

// Replaying 4 GB of log (max_wal_size) takes minutes on a slow disk, and giving up would only start it over.
const readyWaitMilliseconds = 600_000;
const patienceMilliseconds = 5000;

/** "gone" when the server ended meanwhile (it was stopping when we looked) or turns out to listen elsewhere. */
export async function takeWhenReady(
  layout: Layout,
  connection: Connection,
  role: Role,
  say: (line: string) => void,
): Promise<Exclude<TakeOutcome, { kind: 'not-yet' }> | { readonly kind: 'gone' }> {
  const begun = Date.now();
  let isAnnounced = false;
  for (;;) {
    const outcome = await takeHold(connection, role);
    if (outcome.kind !== 'not-yet') return outcome;
    const server = await inspectServer(layout);
    if (server.kind === 'stopped' || server.socketFolder !== connection.host) return { kind: 'gone' };
    const waited = Date.now() - begun;
    if (waited > readyWaitMilliseconds) {
      throw new EmbeddedPostgresError(
        `The database in ${layout.cluster} runs but does not answer: ${outcome.reason}. Look into ${layout.log}`,
      );
    }
    if (waited > patienceMilliseconds && !isAnnounced) {
      say(`The database is not ready yet (${outcome.reason}); waiting.`);
      isAnnounced = true;
    }
    await sleep(100);
  }
}

/** At every open, because the first one may have been killed between starting the server and this. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  if (await hasDatabase(client, name)) return;
  try {
    await createDatabase(client, name);
  } catch (error) {
    // duplicate_database or unique_violation: another process was as quick.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error;
  }
}
