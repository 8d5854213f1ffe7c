import { describe, expect, it } from 'vitest';
import { goodSend, useApiGateway } from './support/gateway.ts';
import { createHttpClient } from './support/http-client.ts';
import { openRawRequest, rawHead } from './support/raw-request.ts';
import { waitUntil } from './support/wait-until.ts';

describe('stopping the gateway', () => {
  it('finishes what was admitted, answers it, and takes nothing new', async () => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    const lock = await gateway.database.connect();
    await lock.query('begin; lock table messages in exclusive mode');
    const sending = Array.from({ length: 20 }, (_, index) =>
      company.send({ message: `Last words ${index}` }),
    );
    await waitUntil('all of them were admitted', async () => {
      const { text } = await gateway.call('GET', '/metrics');
      return /^hudhud_inbox_requests 20$/m.test(text);
    });

    const stopping = gateway.running.stop();
    const late = createHttpClient(gateway.address);
    await waitUntil('nothing new was taken', () =>
      late.call('GET', '/healthz').then(
        ({ status }) => status === 503,
        () => true,
      ),
    );
    await late.close();
    await lock.query('commit');
    await lock.end();

    const answers = await Promise.all(sending);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    await stopping;
    const rows = await gateway.database.query('select 1 from messages');
    expect(rows).toHaveLength(20);
  });

  it('writes down the requests that were answered last', async () => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    await Promise.all(Array.from({ length: 30 }, () => company.get('/api/v1/me')));
    await gateway.stop();
    expect(await gateway.database.query('select 1 from requests')).toHaveLength(30);
  });

  it('does not wait for a client that never finishes', async () => {
    const gateway = await useApiGateway({ environment: { SHUTDOWN_SECONDS: '1' } });
    const company = await gateway.createCompany();
    const upload = await openRawRequest(gateway.address);
    const headers = { ...company.headers, 'content-type': 'application/json', 'content-length': '1000' };
    upload.write(`${rawHead('POST', '/api/v1/messages/send', headers)}{`);
    expect((await company.send(goodSend)).status).toBe(202);
    const begun = performance.now();
    await gateway.stop();
    expect(performance.now() - begun, 'in time').toBeLessThan(4_000);
    upload.breakOff();
  });
});
