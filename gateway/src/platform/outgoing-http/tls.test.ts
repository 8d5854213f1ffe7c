// Over TLS, with a certificate that is trusted here: the way every message to Meta goes.

import type { SecureVersion, TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { httpAnswer } from '../../../tests/providers/support/loopback-server.ts';
import { namedCertificate } from '../../../tests/providers/support/named-certificate.ts';
import type { OutgoingHttp, OutgoingRequest } from './outgoing-http.ts';
import { createAddressGuard } from './private-address-guard.ts';
import { trustNamedCertificate } from './tests-support/trust-named-certificate.ts';
import { makeRequest, useOutgoingHttp } from './tests-support/use-outgoing-http.ts';

const { startServer: startAnyServer, openHttp } = useOutgoingHttp();
trustNamedCertificate();

/** Answers all requests; reports for each handshake whether it was shortened. */
const startServer = async (headers: Readonly<Record<string, string>> = {}, version?: SecureVersion) => {
  const handshakes: { isResumed: boolean }[] = [];
  const server = await startAnyServer((socket) => socket.write(httpAnswer(200, 'ok', headers)), {
    tls: { ...namedCertificate, ...(version && { minVersion: version, maxVersion: version }) },
    onConnect: (socket) => {
      handshakes.push({ isResumed: (socket as TLSSocket).isSessionReused() });
    },
  });
  return { ...server, handshakes };
};

const createHttp = (resolve?: () => Promise<readonly string[]>): OutgoingHttp => {
  const guard = createAddressGuard({ allowedNetworks: ['loopback'], ...(resolve && { resolve }) });
  return openHttp({ connections: 1, guard });
};

const post = (host: string, port: number): OutgoingRequest =>
  makeRequest(`https://${host}:${port}/v24.0/1/messages`, {
    headers: { authorization: 'Bearer token' },
    body: '{"text":"سلام"}',
  });

describe('over TLS a request', () => {
  test.each(['localhost', '127.0.0.1'])('to %s is answered, and its connection used again', async (host) => {
    const server = await startServer();
    const http = createHttp(async () => ['127.0.0.1']);
    for (let count = 0; count < 3; count += 1) {
      const result = await http.send(post(host, server.port));
      expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'ok', address: '127.0.0.1' });
    }
    expect(server.requests).toHaveLength(3);
    expect(server.connections()).toBe(1);
    expect(Buffer.from(server.requests[0] ?? '', 'latin1').toString('utf8')).toMatch(/\{"text":"سلام"\}$/);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'shortens its handshake by what is known of the last (%s)',
    async (version) => {
      const server = await startServer({ connection: 'close' }, version);
      const http = createHttp(async () => ['127.0.0.1']);
      for (let count = 0; count < 2; count += 1) await http.send(post('localhost', server.port));
      expect(server.handshakes).toEqual([{ isResumed: false }, { isResumed: true }]);
    },
  );

  // A resumed session is not asked for its name again: Node keeps none of a handshake that failed, and this holds it to that.
  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'under a name that the certificate does not carry is unsent, however often (%s)',
    async (version) => {
      const server = await startServer({}, version);
      const http = createHttp(async () => ['127.0.0.1']);
      for (let count = 0; count < 3; count += 1) {
        const result = await http.send(post('graph.example.com', server.port));
        expect(result).toMatchObject({ kind: 'unsent', reason: 'tls' });
      }
      expect(server.requests).toEqual([]);
      expect(server.handshakes.every(({ isResumed }) => !isResumed)).toBe(true);
    },
  );
});
