// A pooler in transaction mode: every client signs in on a connection of its own, and then each transaction runs on the one that
// became free last. As pgbouncer before 1.21 it knows nothing of its clients' statements, or as later ones it carries them.

import type { Socket } from 'node:net';
import { listenBeforePostgres } from './before-postgres.ts';
import { carryStatements } from './carry-statements.ts';

const [readyForQuery, query, sync, terminate] = [0x5a, 0x51, 0x53, 0x58];
const errorResponse = 0x45;
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
export const useSharingPooler = (
  url: string,
  statements: 'carried' | 'unknown' = 'unknown',
): Promise<string> => {
  const free: Socket[] = [];
  const clientOf = new Map<Socket, Socket>();
  const backendOf = new Map<Socket, Socket>();
  /** Requests that a connection has not answered yet. */
  const pending = new Map<Socket, number>();
  const carrier = statements === 'carried' ? carryStatements() : null;
  const attach = (client: Socket, backend: Socket): void => {
    clientOf.set(backend, client);
    backendOf.set(client, backend);
  };
  const detach = (client: Socket, backend: Socket): void => {
    clientOf.delete(backend);
    backendOf.delete(client);
  };
  const forget = (backend: Socket): void => {
    if (free.includes(backend)) free.splice(free.indexOf(backend), 1);
  };
  const take = (client: Socket): Socket | undefined => {
    const backend = backendOf.get(client) ?? free.pop();
    if (backend) attach(client, backend);
    return backend;
  };

  return listenBeforePostgres(url, (client, own) => {
    attach(client, own);
    // Answers go out message by message; held back for more, each would take 40 ms.
    client.setNoDelay(true);
    own.setNoDelay(true);
    own.on(
      'data',
      inMessages((message) => {
        const user = clientOf.get(own);
        // One that is not in use says so right before it is closed.
        if (!user && message[0] === errorResponse) forget(own);
        if (!carrier?.isOurs(own, message)) user?.write(message);
        if (message[0] !== readyForQuery) return;
        const left = Math.max(0, (pending.get(own) ?? 0) - 1);
        pending.set(own, left);
        if (!user || left > 0 || message[headBytes] !== outsideTransaction) return;
        detach(user, own);
        free.push(own);
      }),
    );
    own.on('close', () => {
      clientOf.get(own)?.destroy();
      forget(own);
    });
    // A transaction that a client left open would never end, so its connection is closed, as pgbouncer does.
    client.on('close', () => {
      const backend = backendOf.get(client);
      if (!backend) return;
      detach(client, backend);
      backend.destroy();
    });
    client.once('data', (startup) => {
      own.write(startup);
      client.on(
        'data',
        inMessages((message) => {
          if (message[0] === terminate) {
            client.end();
            return;
          }
          const backend = take(client);
          if (!backend) throw new Error('every connection of the pooler is taken');
          if (message[0] === query || message[0] === sync)
            pending.set(backend, (pending.get(backend) ?? 0) + 1);
          for (const each of carrier?.translate(client, backend, message) ?? [message]) backend.write(each);
        }),
      );
    });
  });
};
