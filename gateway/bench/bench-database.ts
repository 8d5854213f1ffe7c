// Databases of one benchmark run, all on the one embedded server, and how a gateway process is pointed at them.

import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface ServerConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export const connectTo = async (server: ServerConnection, database: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...server, database });
  await client.connect();
  return client;
};

export const createBenchDatabase = async (
  server: ServerConnection,
  name: string,
): Promise<Record<string, string>> => {
  const client = await connectTo(server, server.database);
  await client.query(`create database ${name}`);
  await client.end();
  const login = `${server.user}:${encodeURIComponent(server.password)}`;
  const place = `${encodeURIComponent(server.host)}:${server.port}`;
  return {
    DATABASE_URL: `postgresql://${login}@${place}/${name}`,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
};

export const findPostmaster = async (server: ServerConnection): Promise<number> => {
  const client = await connectTo(server, server.database);
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid`,
  );
  await client.end();
  return rows[0]?.pid ?? 0;
};
