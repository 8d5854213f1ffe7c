// Issue 14, line 1: unfinished requests of unknown callers must not touch any company.

import { describe, expect, it } from 'vitest';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { readFigure } from '../support/metrics.ts';
import { openRawRequest, rawHead } from '../support/raw-request.ts';
import { openCrowd, unfinishedChunks } from '../support/slow-requests.ts';
import { waitUntil } from '../support/wait-until.ts';

const path = '/api/v1/sign-in';

describe('unfinished chunked requests to sign-in', () => {
  it.each([128, 2_000])('do not refuse a company’s send: %i of them', { timeout: 120_000 }, async (count) => {
    const gateway = await useApiGateway({ environment: { STRANGER_SECONDS: '60' } });
    const company = await gateway.createCompany();
    const crowd = await openCrowd(gateway.address, count, path, unfinishedChunks);
    await waitUntil('the crowd was let in or turned away', async () => {
      const held = await readFigure(gateway, 'hudhud_stranger_requests');
      return held + crowd.answered(429) === count;
    });
    expect(await readFigure(gateway, 'hudhud_stranger_requests')).toBe(64);
    const sends = await Promise.all(Array.from({ length: 40 }, () => company.send()));
    expect(sends.map(({ status }) => status)).toEqual(sends.map(() => 202));
    expect(await readFigure(gateway, 'hudhud_bounds_reached_total{bound="address_share"}')).toBe(count - 64);
    const line = gateway.logLines
      .map((text) => JSON.parse(text))
      .find(({ bound }) => bound === 'address_share');
    expect(line).toMatchObject({ address: '127.0.0.1', advice: expect.stringContaining('TRUST_PROXY') });
    crowd.breakOff();
    await waitUntil(
      'every place was given back',
      async () => (await readFigure(gateway, 'hudhud_stranger_requests')) === 0,
    );
  });

  it('are answered 408 and cut off after seconds, and honest people sign in again', async () => {
    const gateway = await useApiGateway({
      environment: { STRANGER_SECONDS: '1', ADDRESS_REQUESTS_MAX: '4' },
    });
    const crowd = await openCrowd(gateway.address, 8, path, unfinishedChunks);
    await waitUntil('all were answered', () => crowd.answered(429) === 4 && crowd.answered(408) === 4);
    expect(
      crowd.requests.filter(({ received }) => received.includes('"code":"request_timeout"')),
    ).toHaveLength(4);
    await waitUntil('the connections that timed out were closed', () =>
      crowd.requests.every(
        ({ received, socket }) =>
          received.startsWith('HTTP/1.1 429') || socket.destroyed || socket.readableEnded,
      ),
    );
    const answer = await gateway.call('POST', path, {
      body: { email: 'a@example.com', password: 'wrong wrong wrong' },
      headers: { 'x-hudhud-client': 'dashboard' },
    });
    expectProblem(answer, 'sign_in_refused');
    crowd.breakOff();
  });
});

describe('a route for anyone', () => {
  it('takes no body that is larger than a form', async () => {
    const gateway = await useApiGateway();
    const body = { email: 'a@example.com', password: 'x'.repeat(20_000) };
    expectProblem(await gateway.call('POST', path, { body }), 'body_too_large');
    const chunked = await openRawRequest(gateway.address);
    chunked.write(rawHead('POST', path, unfinishedChunks.headers));
    chunked.write(`${(20_000).toString(16)}\r\n"${'x'.repeat(19_999)}\r\n`);
    expect(await chunked.status()).toBe(413);
    chunked.breakOff();
  });

  it('has an inbox of its own for callers of many addresses: companies do not notice when it is full', async () => {
    const gateway = await useApiGateway({
      environment: { STRANGER_REQUESTS_MAX: '8', TRUST_PROXY: 'yes', STRANGER_SECONDS: '60' },
    });
    const company = await gateway.createCompany();
    const crowds = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        openCrowd(gateway.address, 1, path, {
          ...unfinishedChunks,
          headers: { ...unfinishedChunks.headers, 'x-forwarded-for': `203.0.113.${index}` },
        }),
      ),
    );
    await waitUntil(
      'four were turned away',
      () => crowds.reduce((sum, one) => sum + one.answered(503), 0) === 4,
    );
    expect((await company.send()).status).toBe(202);
    for (const crowd of crowds) crowd.breakOff();
  });

  it('counts the addresses of one IPv6 /64 together', async () => {
    const gateway = await useApiGateway({
      environment: { ADDRESS_REQUESTS_MAX: '2', TRUST_PROXY: 'loopback', STRANGER_SECONDS: '60' },
    });
    const crowds = await Promise.all(
      ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map((address) =>
        openCrowd(gateway.address, 1, path, {
          ...unfinishedChunks,
          headers: { ...unfinishedChunks.headers, 'x-forwarded-for': address },
        }),
      ),
    );
    await waitUntil(
      'one was turned away',
      () => crowds.reduce((sum, one) => sum + one.answered(429), 0) === 1,
    );
    await waitUntil(
      'three were let in',
      async () => (await readFigure(gateway, 'hudhud_stranger_requests')) === 3,
    );
    for (const crowd of crowds) crowd.breakOff();
  });
});

describe('bytes of a body', () => {
  it('count as they come, not as announced', async () => {
    const gateway = await useApiGateway({ environment: { INBOX_BYTES_MAX: '1048576' } });
    const [announcing, company] = [await gateway.createCompany(), await gateway.createCompany()];
    await announcing.send();
    const headers = {
      ...announcing.headers,
      'content-type': 'application/json',
      'content-length': '1048000',
    };
    const crowd = await openCrowd(gateway.address, 4, '/api/v1/messages/send', { headers, body: '{"to":' });
    await waitUntil(
      'they were let in',
      async () => (await readFigure(gateway, 'hudhud_inbox_requests')) === 4,
    );
    expect(await readFigure(gateway, 'hudhud_inbox_bytes')).toBe(4 * 6);
    expect((await company.send({ message: 'x'.repeat(4_000) })).status).toBe(202);
    crowd.breakOff();
    await waitUntil(
      'their bytes were given back',
      async () => (await readFigure(gateway, 'hudhud_inbox_bytes')) === 0,
    );
  });

  it('are not read where there is nothing: an unknown path answers at once', async () => {
    const gateway = await useApiGateway();
    const request = await openRawRequest(gateway.address);
    request.write(rawHead('POST', '/nowhere', unfinishedChunks.headers) + unfinishedChunks.body);
    expect(await request.status()).toBe(404);
    request.breakOff();
  });
});
