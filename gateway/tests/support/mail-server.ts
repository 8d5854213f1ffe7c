// A mail server that keeps what it is sent, and refuses or falls silent where the test asks for it.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { selfSigned } from '../providers/support/self-signed.ts';

export interface MailServer {
  /** Host and port. */
  readonly address: string;
  /** Every line it was sent. */
  readonly lines: string[];
}

/** A mail server that answers by the first word of a line; `null`: never. */
export const startMailServer = async (
  answers: Readonly<Record<string, string | null>> = {},
  certificate: typeof selfSigned | null = null,
): Promise<MailServer> => {
  const lines: string[] = [];
  const known: Readonly<Record<string, string | null>> = {
    greeting: '220 hello',
    EHLO: '250-fake\r\n250-SIZE 1000\r\n250 AUTH PLAIN',
    AUTH: '235 welcome',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 taken',
    QUIT: '221 bye',
    ...answers,
  };
  const server = createServer((socket) => {
    socket.unref();
    let rest = '';
    let isBody = false;
    const answer = (word: string): void => {
      const text = known[word];
      if (text) socket.write(`${text}\r\n`);
    };
    answer('greeting');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const parts = (rest + bytes).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        const word = line.split(' ')[0] ?? '';
        if (!isBody) answer(word);
        else if (line === '.') answer('.');
        if (word === 'STARTTLS' && certificate) {
          socket.removeAllListeners('data');
          const secured = new TLSSocket(socket, { isServer: true, ...certificate });
          secured.on('error', () => undefined);
          secured.on('data', (text) => lines.push(String(text)));
        }
        isBody = isBody ? line !== '.' : word === 'DATA';
      }
    });
  });
  // Its owner may simply end.
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
};
