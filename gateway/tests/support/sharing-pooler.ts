// A pooler in transaction mode that knows nothing of its clients' statements, as pgbouncer before 1.21: every client signs in on
// a connection of its own, and then each transaction runs on the one that became free last.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { atFileEnd } from './file-end.ts';

const readyForQuery = 0x5a;
const terminate = 0x58;
const outsideTransaction = 0x49;
const headBytes = 5;

/** Calls with each whole message; what is left waits for more. */
const inMessages = (onMessage: (message: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headBytes) {
      const length = rest.readInt32BE(1) + 1;
      if (rest.length < length) return;
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
};

/** Answers the address of the pooler, for the same database. */
export const useSharingPooler = async (url: string): Promise<string> => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const free: Socket[] = [];
  const clientOf = new Map<Socket, Socket>();
  const backendOf = new Map<Socket, Socket>();
  const attach = (client: Socket, backend: Socket): void => {
    clientOf.set(backend, client);
    backendOf.set(client, backend);
  };

  const server = createServer((client) => {
    const own = connect(target);
    for (const socket of [client, own]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    attach(client, own);
    own.on(
      'data',
      inMessages((message) => {
        const user = clientOf.get(own);
        user?.write(message);
        if (!user || message[0] !== readyForQuery || message[headBytes] !== outsideTransaction) return;
        clientOf.delete(own);
        backendOf.delete(user);
        free.push(own);
      }),
    );
    client.once('data', (startup) => {
      own.write(startup);
      client.on(
        'data',
        inMessages((message) => {
          if (message[0] === terminate) return;
          const backend = backendOf.get(client) ?? free.pop();
          if (!backend) return;
          attach(client, backend);
          backend.write(message);
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`;
  return `postgres://${login}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`;
};
