// Over TLS, with a certificate that is trusted here: the way every message to Meta goes.

import { getCACertificates, type SecureVersion, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { httpAnswer, startLoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import { namedCertificate } from '../../../tests/providers/support/named-certificate.ts';
import { createOutgoingHttp, type OutgoingHttp, type OutgoingRequest } from './outgoing-http.ts';
import { createAddressGuard } from './private-address-guard.ts';

const trustedBefore = getCACertificates('default');
const closers: (() => Promise<void>)[] = [];

beforeAll(() => setDefaultCACertificates([...trustedBefore, namedCertificate.cert]));
afterAll(() => setDefaultCACertificates(trustedBefore));
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Answers all requests; reports for each handshake whether it was shortened. */
const startServer = async (headers: Readonly<Record<string, string>> = {}, version?: SecureVersion) => {
  const handshakes: { isResumed: boolean }[] = [];
  const server = await startLoopbackServer((socket) => socket.write(httpAnswer(200, 'ok', headers)), {
    tls: { ...namedCertificate, ...(version && { minVersion: version, maxVersion: version }) },
    onConnect: (socket) => {
      handshakes.push({ isResumed: (socket as TLSSocket).isSessionReused() });
    },
  });
  closers.unshift(server.close);
  return { ...server, handshakes };
};

const createHttp = (resolve?: () => Promise<readonly string[]>): OutgoingHttp => {
  const guard = createAddressGuard({ allowedNetworks: ['loopback'], ...(resolve && { resolve }) });
  const http = createOutgoingHttp({ connections: 1, guard });
  closers.unshift(http.close);
  return http;
};

const post = (host: string, port: number): OutgoingRequest => ({
  method: 'POST',
  url: `https://${host}:${port}/v24.0/1/messages`,
  headers: { authorization: 'Bearer token' },
  body: '{"text":"سلام"}',
  timeoutMilliseconds: 3_000,
  answerBytesMax: 1_000,
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
