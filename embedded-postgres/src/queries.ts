// The SQL of the embedded server's own housekeeping, all of it run in the database "postgres": advisory locks belong to one
// database, and a connection held there does not stand in the way of dropping or restoring the gateway's.

import type { Client } from 'pg';
import { namePrefix } from './names.ts';

export const maintenanceDatabase = 'postgres';

// "HUDH" in ASCII, and which of our locks: 1 is the holder's.
const lockClass = 0x48554448;
const holderLock = 1;

export type Role = 'gateway' | 'command';

export interface Occupant {
  readonly role: Role;
  readonly processId: number;
}

const occupantName = new RegExp(`^${namePrefix} (gateway|command) (\\d+)$`);

export function applicationName({ role, processId }: Occupant): string {
  return `${namePrefix} ${role} ${processId}`;
}

/** A session lock: it goes when the connection goes, and so when the process dies. */
export async function tryHolderLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    lockClass,
    holderLock,
  ]);
  return rows[0]?.taken === true;
}

export async function findOccupant(client: Client): Promise<Occupant | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name
       from pg_locks l
       join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted
        and l.classid = $1 and l.objid = $2 and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database())`,
    [lockClass, holderLock],
  );
  const match = occupantName.exec(rows[0]?.application_name ?? '');
  if (!match) return undefined;
  return { role: match[1] === 'gateway' ? 'gateway' : 'command', processId: Number(match[2]) };
}

export async function hasDatabase(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

export async function createDatabase(client: Client, name: string): Promise<void> {
  await client.query(`create database ${client.escapeIdentifier(name)}`);
}
