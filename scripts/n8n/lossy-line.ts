// A line to the gateway that passes every request on, and loses the answer to the first: the caller cannot know that it was
// done.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface LossyLine {
  readonly url: string;
  requests(): number;
  close(): Promise<void>;
}

export const startLossyLine = async (gateway: string): Promise<LossyLine> => {
  let count = 0;
  const server = createServer(async (request, response) => {
    count += 1;
    const isLost = count === 1;
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(`${gateway}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: new Uint8Array(await buffer(request)),
    });
    const text = await answer.text();
    if (isLost) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => count,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
