// The SQL of processes: which of them are alive, and their notifications to each other.

import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import { textArray } from '../platform/database/sql-array.ts';

/** The machine of a process, and what others find of it there. */
export interface ProcessPlace {
  /** The start of the machine; null where a machine does not say it. */
  readonly bootId: string | null;
  /** The file of its calls. */
  readonly journal: string | null;
  /** Where it is asked. */
  readonly socket: string | null;
}

export const insertProcess = async (
  db: Queryable,
  name: string,
  leaseSeconds: number,
  reached: ProcessPlace,
): Promise<string> => {
  const { bootId, journal, socket } = reached;
  const { rows } = await db.query<{ epoch: string }>(
    `insert into processes (name, lease_until, boot_id, journal, socket)
     values ($1, now() + make_interval(secs => $2), $3, $4, $5)
     returning epoch`,
    [name, leaseSeconds, bootId, journal, socket],
  );
  return rows[0]?.epoch ?? '';
};

/** Only for a process that knows to be alone: any other holder of a lease is dead. */
export const endOtherLeases = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query('update processes set lease_until = now() where epoch <> $1 and lease_until > now()', [
    epoch,
  ]);
};

/**
 * One heartbeat. Answers how many processes are alive; 0 when the lease had already run out: it is not revived, because
 * others may have moved in.
 */
export const renewLease = async (db: Queryable, epoch: string, leaseSeconds: number): Promise<number> => {
  const { rows } = await db.query<{ processes: number }>({
    name: 'renew-lease',
    text: `
      update processes set lease_until = now() + make_interval(secs => $2)
      where epoch = $1 and lease_until > now()
      returning (select count(*)::integer from processes where lease_until > now()) as processes`,
    values: [epoch, leaseSeconds],
  });
  return rows[0]?.processes ?? 0;
};

export const endLease = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query('update processes set lease_until = now() where epoch = $1', [epoch]);
};

export const notify = async (db: Queryable, channel: string, payloads: readonly string[]): Promise<void> => {
  await db.query({
    name: 'notify',
    text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
    values: [channel, textArray(payloads)],
  });
};

export const listenTo = async (client: pg.ClientBase, channels: readonly string[]): Promise<void> => {
  await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
};

export const stopListeningTo = async (client: pg.ClientBase, channel: string): Promise<void> => {
  await client.query(`unlisten ${channel}`);
};
