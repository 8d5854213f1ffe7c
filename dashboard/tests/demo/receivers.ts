// The clinic's own systems: one takes webhooks, the other is out of order.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receivers {
  readonly working: string;
  readonly broken: string;
  readonly close: () => void;
}

export async function startReceivers(): Promise<Receivers> {
  const server = createServer((request, response) => {
    request.resume();
    const isBroken = request.url?.startsWith('/crm') === true;
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' });
    response.end(isBroken ? '{"error":"database is locked"}' : '{"seen":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    working: `${root}/appointments/whatsapp`,
    broken: `${root}/crm/hook`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
