import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, type TestCompany, type TestGateway, useApiGateway } from './support/gateway.ts';
import { readFigure } from './support/metrics.ts';
import { openRawRequest, type RawRequest, rawHead } from './support/raw-request.ts';
import { waitUntil } from './support/wait-until.ts';

const path = '/api/v1/messages/send';

/** Announces a body and never sends all of it. */
const hang = async (gateway: TestGateway, company: TestCompany, bytes: number): Promise<RawRequest> => {
  const upload = await openRawRequest(gateway.address);
  const headers = { ...company.headers, 'content-type': 'application/json', 'content-length': String(bytes) };
  upload.write(`${rawHead('POST', path, headers)}{"to":`);
  return upload;
};

const waitForInbox = (gateway: TestGateway, requests: number) =>
  waitUntil(
    `the inbox held ${requests} requests`,
    async () => (await readFigure(gateway, 'hudhud_inbox_requests')) === requests,
  );

describe('503: an inbox that is full', () => {
  it('turns requests away before their body is read, and takes them again when there is room', async () => {
    const gateway = await useApiGateway({ environment: { INBOX_REQUESTS_MAX: '2' } });
    const [company, other] = [await gateway.createCompany(), await gateway.createCompany()];
    // Known by now, so that none of them waits to be looked up.
    await Promise.all([company.get('/api/v1/me'), other.get('/api/v1/me')]);
    const uploads = [await hang(gateway, company, 1_000), await hang(gateway, other, 1_000)];
    await waitForInbox(gateway, 2);

    const late = await hang(gateway, company, 1_000);
    expect(await late.status()).toBe(503);
    late.breakOff();
    const refused = await company.send();
    expectProblem(refused, 'overloaded');
    expect(refused.headers['retry-after']).toBe('1');

    for (const upload of uploads) upload.breakOff();
    await waitForInbox(gateway, 0);
    expect((await company.send()).status).toBe(202);
    const rows = await gateway.database.query('select 1 from messages');
    expect(rows).toHaveLength(1);
    // The two that broke off leave a row each; what was turned away before them leaves none.
    const failed = await waitUntil('the requests that broke off were recorded', async () => {
      const found = await gateway.database.query('select error_code from requests where status >= 400');
      return found.length >= 2 && found;
    });
    expect(failed).toEqual([{ error_code: 'invalid_json' }, { error_code: 'invalid_json' }]);
  });

  it('counts the bytes that have arrived', async () => {
    const gateway = await useApiGateway({ environment: { INBOX_BYTES_MAX: '1048576' } });
    const [company, other] = [await gateway.createCompany(), await gateway.createCompany()];
    const upload = await hang(gateway, company, 1_048_000);
    await waitForInbox(gateway, 1);
    expect((await other.send({ message: 'x'.repeat(4_000) })).status).toBe(202);
    upload.write(' '.repeat(1_047_000));
    await waitUntil(
      'the bytes had arrived',
      async () => (await readFigure(gateway, 'hudhud_inbox_bytes')) === 1_047_006,
    );
    expect((await other.get('/api/v1/me')).status).toBe(200);
    expectProblem(await other.send({ message: 'x'.repeat(4_000) }), 'overloaded');
    upload.breakOff();
    await waitForInbox(gateway, 0);
    expect(await readFigure(gateway, 'hudhud_inbox_bytes')).toBe(0);
  });

  it('cannot be filled by strangers: a refused request leaves at once', async () => {
    const gateway = await useApiGateway({ environment: { INBOX_REQUESTS_MAX: '1' } });
    const company = await gateway.createCompany();
    const stranger = await openRawRequest(gateway.address);
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    stranger.write(`${rawHead('POST', path, headers)}{`);
    expect(await stranger.status()).toBe(401);
    await waitForInbox(gateway, 0);
    expect((await company.send()).status).toBe(202);
    stranger.breakOff();
  });
});

describe('a client that breaks off', () => {
  it('after its whole body still has its message stored', async () => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    const lock = await gateway.database.connect();
    await lock.query('begin; lock table messages in exclusive mode');
    const body = JSON.stringify({ ...goodSend, message: 'Sent and gone' });
    const request = await openRawRequest(gateway.address);
    const headers = {
      ...company.headers,
      'content-type': 'application/json',
      'content-length': `${body.length}`,
    };
    request.write(rawHead('POST', path, headers) + body);
    await waitUntil('the message was on its way into the database', async () => {
      const rows = await gateway.database.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    request.breakOff();
    await waitUntil('the gateway saw the end of the connection', async () => {
      const open = await new Promise<number>((resolve) =>
        gateway.running.server.server.getConnections((_error, count) => resolve(count)),
      );
      return open === 0;
    });
    await lock.query('commit');
    await lock.end();

    const row = await waitUntil('the message was stored', async () => {
      const rows = await gateway.database.query<{ id: string; request_id: string }>(
        "select id, request_id from messages where body = 'Sent and gone'",
      );
      return rows[0];
    });
    // Its request must name the message, although the caller had hung up before the answer.
    const requests = await gateway.database.query('select status, message_id from requests where id = $1', [
      row.request_id,
    ]);
    expect(requests).toEqual([{ status: 202, message_id: row.id }]);
  });

  it('in the middle of its body leaves no message, and a row that says so', async () => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    // Known by now, so that the next request is authenticated as soon as its head has arrived.
    await company.send();
    const upload = await hang(gateway, company, 1_000);
    await waitForInbox(gateway, 1);
    upload.breakOff();
    await waitForInbox(gateway, 0);
    const rows = await waitUntil('the request was recorded', async () => {
      const found = await gateway.database.query(
        'select status, error_code, body_bytes from requests where status >= 400',
      );
      return found.length > 0 && found;
    });
    expect(rows).toEqual([{ status: 400, error_code: 'invalid_json', body_bytes: 1_000 }]);
    expect(await gateway.database.query('select 1 from messages')).toHaveLength(1);
    expect(gateway.logLines).toEqual([]);
  });

  it.each([
    ['in the middle of its body', { 'content-length': '1000', 'content-type': 'application/json' }, '{"to":'],
    ['after its whole body', { 'content-length': '2', 'content-type': 'application/json' }, '{}'],
    ['without a body', {}, ''],
  ])('%s, while the gateway still looks up who it is, gives its place back', async (_name, headers, body) => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    const lock = await gateway.database.connect();
    await lock.query('begin; lock table companies in access exclusive mode');
    const request = await openRawRequest(gateway.address);
    request.write(rawHead('POST', path, { ...company.headers, ...headers }) + body);
    await waitForInbox(gateway, 1);
    request.breakOff();
    await waitForInbox(gateway, 0);
    await lock.query('commit');
    await lock.end();
    expect((await company.send()).status).toBe(202);
    expect(await readFigure(gateway, 'hudhud_inbox_requests')).toBe(0);
    expect(gateway.logLines).toEqual([]);
  });
});
