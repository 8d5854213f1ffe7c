// Opens the maintenance connection and sorts what can go wrong into "not yet" (the server is starting, stopping, or not
// there: try again) and a sentence for a person.

import { Client } from 'pg';
import { codeOf, EmbeddedPostgresError } from './error.ts';
import { maintenanceDatabase } from './queries.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly client: Client }
  | { readonly kind: 'not-yet'; readonly reason: string };

// PostgreSQL: cannot_connect_now, admin_shutdown, crash_shutdown, too_many_connections.
// The system: no socket, no listener, listener's queue full, listener gone.
const passing = [
  '57P03',
  '57P01',
  '57P02',
  '53300',
  'ENOENT',
  'ECONNREFUSED',
  'EAGAIN',
  'ECONNRESET',
  'EPIPE',
];

export async function connectOnce(connection: Connection, application: string): Promise<ConnectOutcome> {
  const client = new Client({
    ...connection,
    database: maintenanceDatabase,
    application_name: application,
    connectionTimeoutMillis: 10_000,
    // Said, so that pg does not look into PGSSLMODE and PGOPTIONS.
    ssl: false,
    options: '-c client_encoding=UTF8',
  });
  // Without a listener a connection that drops later would end the whole process; "end" follows and is acted upon.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { kind: 'connected', client };
  } catch (error) {
    const code = codeOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    // Without a code: pg's own words for a connection that was cut or timed out in the middle of the greeting.
    if (code === undefined || passing.includes(code)) return { kind: 'not-yet', reason };
    throw new EmbeddedPostgresError(explain(connection, code, reason), { cause: error });
  }
}

function explain(connection: Connection, code: string, reason: string): string {
  if (code === '28P01') {
    return `The database refuses the password in the file postgres.password of DATA_DIR. Put the file that belongs to this database back.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `The database's socket in ${connection.host} belongs to another user. Run this as the user that runs the gateway, or as root.`;
  }
  return `The database in ${connection.host} cannot be used: ${reason} (${code}). Look into postgres.log in DATA_DIR.`;
}
