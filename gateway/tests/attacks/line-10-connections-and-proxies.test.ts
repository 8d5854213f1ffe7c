// Issue 14, line 10: a connection that timed out is closed, and only what our own proxies wrote is believed.

import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answerBrokenHttp } from '../../src/http/broken-http.ts';
import { useDatabase } from '../support/database.ts';
import { useApiGateway } from '../support/gateway.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('a connection that timed out', () => {
  it('is answered 408 and closed, although the caller keeps its end open', async () => {
    const ours = Promise.withResolvers<Socket>();
    const listener = createServer({ allowHalfOpen: true }, ours.resolve).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    const caller = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    caller.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    caller.on('error', () => undefined);
    const socket = await ours.promise;
    const reached: string[] = [];
    answerBrokenHttp(
      {
        publicUrl: () => 'https://wa.example.com',
        bounds: { reached: (name) => void reached.push(name) },
        mayTakeLong: () => false,
      },
      { code: 'ERR_HTTP_REQUEST_TIMEOUT' },
      socket,
    );
    await waitUntil('our end was destroyed', () => socket.destroyed);
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(received).toContain('"code":"request_timeout"');
    expect(received).toContain('strict-transport-security: max-age=31536000');
    expect(reached).toEqual(['request_deadline']);
    caller.destroy();
    listener.close();
  });
});

describe('X-Forwarded-For', async () => {
  const database = await useDatabase();

  const sourceOf = async (trust: string, forwarded: string): Promise<string | undefined> => {
    const gateway = await useApiGateway({ database, environment: { TRUST_PROXY: trust } });
    const company = await gateway.createCompany();
    await company.call('GET', '/api/v1/me', { headers: { 'x-forwarded-for': forwarded } });
    const rows = await waitUntil('the request was recorded', async () => {
      const found = await gateway.database.query<{ source: string }>(
        'select source from requests where company_id = $1',
        [company.uuid],
      );
      return found.length > 0 && found;
    });
    await gateway.stop();
    return rows[0]?.source;
  };

  it.each([
    ['no', '127.0.0.1'],
    ['yes', '203.0.113.9'],
    ['1', '203.0.113.9'],
    ['2', '198.51.100.7'],
    ['loopback', '203.0.113.9'],
    ['loopback,203.0.113.0/24', '198.51.100.7'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('with TRUST_PROXY=%s names %s, and never what the caller wrote in front', async (trust, expected) => {
    expect(await sourceOf(trust, '192.0.2.66, 198.51.100.7, 203.0.113.9')).toBe(expected);
  });
});
