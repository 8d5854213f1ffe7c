// Issue 14, line 11: the small holes that were found.

import { describe, expect, it } from 'vitest';
import { useCallbackGateway } from '../support/callback-gateway.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { openRawRequest, rawHead } from '../support/raw-request.ts';
import { waitUntil } from '../support/wait-until.ts';

const gateway = await useApiGateway();

/**
 * Milliseconds of processor time that the gateway's thread spent meanwhile: what a hostile text costs everybody else. Unlike
 * the delay of the event loop, it does not grow when the machine is busy with something else.
 */
const costOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

describe('an address that a proxy keeps inside', () => {
  it.each(['/metrics/', '/%6detrics', '/metrics/?x=1', '/healthz/', '/readyz/', '/read%79z'])(
    'does not answer to another spelling: %s',
    async (path) => {
      const request = await openRawRequest(gateway.address);
      request.write(rawHead('GET', path, {}));
      expect(await request.status()).toBe(404);
      request.breakOff();
    },
  );

  it('answers as it is written, with a query too', async () => {
    expect((await gateway.call('GET', '/metrics?name=x')).status).toBe(200);
  });
});

describe('a hostile text in the Event Monitor', () => {
  it('does not hold up the loop: a path with thousands of ?token', async () => {
    const company = await gateway.createCompany();
    const path = `/api/v1/me?${'?token'.repeat(2_500)}`;
    expect(await costOf(() => company.get(path)), 'in time').toBeLessThan(150);
  });

  it('does not hold up the loop: a body that repeats the name of a secret', async () => {
    const company = await gateway.createCompany();
    const body = 'token'.repeat(200_000);
    const cost = await costOf(async () => {
      expectProblem(await company.call('POST', '/api/v1/messages/send', { body }), 'invalid_json');
      await waitUntil('the request was recorded', async () => {
        const rows = await gateway.database.query('select 1 from requests where company_id = $1', [
          company.uuid,
        ]);
        return rows.length > 0;
      });
    });
    expect(cost, 'in time').toBeLessThan(1_000);
  });
});

describe('JSON that is nested too deeply', () => {
  const deep = '['.repeat(500_000);

  it.each(['/api/v1/messages/send', '/api/v1/messages/send-batch', '/api/v1/contacts'])(
    'is refused by %s without holding up the loop',
    async (path) => {
      const company = await gateway.createCompany();
      const cost = await costOf(async () => {
        expectProblem(await company.call('POST', path, { body: `{"token":${deep}` }), 'json_too_deep');
      });
      expect(cost, 'in time').toBeLessThan(500);
    },
  );

  it('is refused in a signed callback: 8 MB of brackets', async () => {
    const callbacks = await useCallbackGateway();
    const sender = await callbacks.addSender({ companyId: await callbacks.addCompany() });
    const bytes = Buffer.alloc(8 * 1_048_576 - 16, '[');
    const cost = await costOf(async () => {
      expectProblem(await sender.callBack(bytes), 'json_too_deep');
    });
    expect(cost, 'in time').toBeLessThan(700);
  });
});

describe('HTTP that is broken', () => {
  it('is answered 431 when the headers are too large', async () => {
    const request = await openRawRequest(gateway.address);
    request.write(rawHead('GET', '/api/v1/me', { 'x-padding': 'x'.repeat(20_000) }));
    expect(await request.status()).toBe(431);
    expect(request.received).toContain('"code":"headers_too_large"');
  });

  it('is answered 400 when it is not HTTP', async () => {
    const request = await openRawRequest(gateway.address);
    request.write('NOT HTTP AT ALL\r\n\r\n');
    expect(await request.status()).toBe(400);
    expect(request.received).toContain('"code":"invalid_http"');
  });
});
