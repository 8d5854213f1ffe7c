// A pooler in transaction mode that knows nothing of its clients' statements, as pgbouncer before 1.21: every client signs in on
// a connection of its own, and then each transaction runs on the one that became free last.

import type { Socket } from 'node:net';
import { listenBeforePostgres } from './before-postgres.ts';

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
export const useSharingPooler = (url: string): Promise<string> => {
  const free: Socket[] = [];
  const clientOf = new Map<Socket, Socket>();
  const backendOf = new Map<Socket, Socket>();
  const attach = (client: Socket, backend: Socket): void => {
    clientOf.set(backend, client);
    backendOf.set(client, backend);
  };

  return listenBeforePostgres(url, (client, own) => {
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
};
