// A customer's system on this machine, for the journeys that end there.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's system that takes webhooks, or refuses them. */
export interface Receiver {
  readonly url: string;
  readonly bodies: string[];
  /** The API key that came with each request. */
  readonly keys: (string | undefined)[];
  answer: number;
  close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  const keys: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      keys.push(request.headers['x-api-key']?.toString());
      response.statusCode = receiver.answer;
      response.end('{"seen":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/whatsapp`,
    bodies,
    keys,
    answer: 200,
    close: () => server.close(),
  };
  return receiver;
}
