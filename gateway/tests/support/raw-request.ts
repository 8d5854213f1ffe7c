// Requests that no decent HTTP client would make: uploads that hang, connections that break, bytes that are not HTTP.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitUntil } from './wait-until.ts';

export interface RawRequest {
  readonly socket: Socket;
  write(text: string): void;
  /** Everything received so far. */
  readonly received: string;
  /** The status of the first answer, once its head has arrived. */
  status(): Promise<number>;
  /** Breaks the connection without closing it properly. */
  breakOff(): void;
}

export const openRawRequest = async (address: string): Promise<RawRequest> => {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  // The other side may break the connection as well; what it sent is what counts.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  return {
    socket,
    write: (text) => void socket.write(text),
    get received() {
      return received;
    },
    status: () =>
      waitUntil('an answer arrived', () =>
        received.includes('\r\n\r\n') ? Number(received.slice(9, 12)) : null,
      ),
    breakOff: () => void socket.resetAndDestroy(),
  };
};

/** The head of a request, with any headers. */
export const rawHead = (method: string, path: string, headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
};
