// A port in front of PostgreSQL: every client gets a connection of its own behind it, and the caller decides what
// passes between the two.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { atFileEnd } from './file-end.ts';

/** Answers the address of the port, for the same database. */
export const listenBeforePostgres = async (
  url: string,
  onClient: (client: Socket, behind: Socket) => void,
): Promise<string> => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(target);
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    onClient(client, behind);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`;
  return `postgres://${login}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`;
};
