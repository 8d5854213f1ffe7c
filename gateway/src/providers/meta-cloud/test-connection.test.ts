import { afterEach, describe, expect, test } from 'vitest';
import { httpAnswer, startLoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { testMetaConnection } from './test-connection.ts';
import { createMetaBench } from './tests-support/meta-bench.ts';

const http = createOutgoingHttp({ connections: 1 });
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const testAgainst = async (answer: Buffer) => {
  const server = await startLoopbackServer((socket) => socket.end(answer));
  closers.push(server.close);
  const fields = { phone_number_id: '123', access_token: 'the-token', base_url: server.url };
  return testMetaConnection(http, fields);
};

describe('a test of the connection', () => {
  test('reports the number and the name', async () => {
    const bench = await createMetaBench();
    closers.push(bench.close);
    expect(await testMetaConnection(http, bench.fields)).toEqual({
      kind: 'working',
      phoneNumber: '+1 555 078 3881',
      name: expect.stringMatching(/./),
    });
    const another = { ...bench.fields, phone_number_id: '999' };
    expect(await testMetaConnection(http, another)).toMatchObject({
      kind: 'broken',
      failure: { code: '100', cause: expect.stringContaining('phone number id') },
    });
    expect(await testMetaConnection(http, bench.wrongTokenFields)).toMatchObject({
      kind: 'broken',
      failure: { code: '190', action: expect.stringContaining('token') },
    });
  });

  test('works without a name', async () => {
    const tested = await testAgainst(httpAnswer(200, '{"id":"123"}'));
    expect(tested).toEqual({ kind: 'working', phoneNumber: null, name: null });
  });

  test.each(['', '<html>Welcome</html>', 'null', '[]', '{}', '{"success":true}'])(
    'is broken by a success that is not one of Meta: %s',
    async (body) => {
      expect(await testAgainst(httpAnswer(200, body))).toMatchObject({ kind: 'broken' });
    },
  );

  test.each([302, 404, 502])('is broken by a bare %i', async (status) => {
    expect(await testAgainst(httpAnswer(status, ''))).toMatchObject({
      kind: 'broken',
      failure: { code: 'connection_failed', detail: `HTTP ${status}` },
    });
  });

  test('does not say the token back', async () => {
    const body = JSON.stringify({ error: { code: 190, message: 'Malformed access token the-token' } });
    const tested = await testAgainst(httpAnswer(401, body));
    expect(tested).toMatchObject({ failure: { title: 'Malformed access token [removed]' } });
  });
});
