// A server on a free port of this machine that speaks HTTP byte by byte, so that a test can say exactly where an exchange
// breaks: before it is read, after it, or in the middle of the answer.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  /** Every whole request so far, head and body. */
  readonly requests: string[];
  /** How many connections were made. */
  connections(): number;
  close(): Promise<void>;
}

export interface LoopbackOptions {
  /** Called when a connection is made, before anything is read. */
  readonly onConnect?: (socket: Socket) => void;
  readonly tls?: { readonly key: string; readonly cert: string };
}

type Answer = (socket: Socket, request: string, count: number) => void;

/** The length of the first whole request in the text, or null while more is to come. */
const wholeLength = (text: string): number | null => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
  return text.length >= headEnd + 4 + length ? headEnd + 4 + length : null;
};

export const startLoopbackServer = async (
  answer: Answer,
  options: LoopbackOptions = {},
): Promise<LoopbackServer> => {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const receive = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that breaks off is what some tests ask for.
    socket.on('error', () => socket.destroy());
    options.onConnect?.(socket);
    let unread = '';
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString('latin1');
      const length = wholeLength(unread);
      if (length === null) return;
      const request = unread.slice(0, length);
      unread = unread.slice(length);
      requests.push(request);
      answer(socket, request, requests.length);
    });
  };

  const server: Server = options.tls ? createTlsServer(options.tls, receive) : createServer(receive);
  // A TLS client that does not trust us breaks the handshake off.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};

/** A whole HTTP answer as bytes; the length is that of the body unless a header says otherwise. */
export const httpAnswer = (
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer => {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${head}\r\n`), bytes]);
};

/** A port of this machine where no server listens. */
export const closedPort = async (): Promise<number> => {
  const server = await startLoopbackServer(() => undefined);
  await server.close();
  return server.port;
};
