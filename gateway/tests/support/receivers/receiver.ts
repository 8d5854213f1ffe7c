// A customer's system at the other end of a webhook: a real HTTP server on a free port that keeps what it received. How
// it behaves is decided by a function (behaviours.ts) and may change while it runs.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from '../../providers/support/self-signed.ts';
import { atFileEnd } from '../file-end.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly receivedAt: Date;
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest, count: number) => unknown;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Every whole request so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** How many connections are open now. */
  connections(): number;
  /** From now on. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Left out: 127.0.0.1. */
  readonly address?: string;
  /** Left out: any free one. */
  readonly port?: number;
  /** Speaks TLS with a self-signed certificate. */
  readonly isUntrusted?: boolean;
  /** Called with the name that a TLS client asks for. */
  readonly onServerName?: (name: string) => void;
}

const createUntrustedServer = (onServerName?: (name: string) => void) =>
  createTlsServer({
    ...selfSigned,
    SNICallback: (name, done) => {
      onServerName?.(name);
      done(null);
    },
  });

export const startReceiver = async (
  first: Behaviour,
  { address = '127.0.0.1', port = 0, isUntrusted = false, onServerName }: ReceiverOptions = {},
): Promise<Receiver> => {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let behaviour = first;

  const server = isUntrusted ? createUntrustedServer(onServerName) : createServer();
  server.on('request', async (incoming, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      // The sender broke off: it is not a whole request.
      return;
    }
    const { method = '', url = '', headers } = incoming;
    const body = Buffer.concat(chunks).toString('utf8');
    const request = { method, path: url, headers, body, receivedAt: new Date() };
    requests.push(request);
    void behaviour(response, request, requests.length);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  server.listen(port, address);
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  const host = address.includes(':') ? `[${address}]` : address;

  return {
    url: `${isUntrusted ? 'https' : 'http'}://${host}:${bound}/hook`,
    port: bound,
    requests,
    connections: () => sockets.size,
    behave(next) {
      behaviour = next;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
};

/** One that is closed at the end of the file. */
export const useReceiver = async (behaviour: Behaviour): Promise<Receiver> => {
  const receiver = await startReceiver(behaviour);
  atFileEnd(() => receiver.close());
  return receiver;
};
