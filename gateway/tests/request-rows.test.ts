// Every API request of a company becomes a row of the Event Monitor.

import { describe, expect, it } from 'vitest';
import { bodyCharactersMax } from '../src/monitoring/request-row.ts';
import { signUpOwner } from './support/browser.ts';
import { goodSend, type TestCompany, useApiGateway } from './support/gateway.ts';
import { readFigure } from './support/metrics.ts';
import { openRawRequest, rawHead } from './support/raw-request.ts';
import { requestIdOf, waitForRequest, waitForRequestLike } from './support/request-rows.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();

const recordOf = async (method: string, path: string, body?: unknown, caller: TestCompany = company) =>
  await waitForRequest(caller, requestIdOf(await caller.call(method, path, { body })));

describe('an accepted send', () => {
  it('is recorded with everything that was asked and answered', async () => {
    const body = JSON.stringify(goodSend);
    const answer = await company.call<{ message_id: string }>('POST', '/api/v1/messages/send', {
      body,
      headers: { 'user-agent': 'crm/7', 'idempotency-key': '"order-7"' },
    });
    const row = await company.get(`/api/v1/requests/${requestIdOf(answer)}`);
    expect(row.body).toEqual({
      id: requestIdOf(answer),
      kind: 'api',
      received_at: expect.stringMatching(/Z$/),
      method: 'POST',
      path: '/api/v1/messages/send',
      status: 202,
      error_code: null,
      duration_ms: expect.any(Number),
      source: '127.0.0.1',
      user_agent: 'crm/7',
      message_id: answer.body.message_id,
      retry_of: null,
      caller_request_id: null,
      idempotency_key: 'order-7',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'order-7', 'user-agent': 'crm/7' },
      body,
      body_bytes: body.length,
      body_is_whole: true,
      answer: answer.text,
    });
  });

  it('is there as soon as it is answered, because it commits with the message', async () => {
    const answer = await company.send();
    expect((await company.get(`/api/v1/requests/${requestIdOf(answer)}`)).status).toBe(200);
  });

  it('is named by its message', async () => {
    const answer = await company.send();
    const message = await company.get(`/api/v1/messages/${answer.body.message_id}`);
    expect(message.body).toMatchObject({ request_id: requestIdOf(answer) });
  });

  it('that is replayed leaves a row of its own, which names the first message', async () => {
    const first = await company.send({}, { 'idempotency-key': 'twice' });
    const again = await company.send({}, { 'idempotency-key': 'twice' });
    const row = await waitForRequest(company, requestIdOf(again));
    expect(row).toMatchObject({ status: 202, message_id: first.body.message_id, answer: first.text });
  });
});

describe('a refused request', () => {
  it.each([
    ['POST', '/api/v1/messages/send', '{"to":', 400, 'invalid_json'],
    ['POST', '/api/v1/messages/send', '{}', 422, 'missing_field'],
    ['POST', '/api/messages/send', '[]', 422, 'wrong_type'],
    ['GET', '/api/v1/nowhere', undefined, 404, 'route_not_found'],
    ['PUT', '/api/v1/me', undefined, 404, 'route_not_found'],
    ['GET', '/api/v1/messages/nonsense', undefined, 422, 'invalid_id'],
    ['GET', '/api/v1/messages?limit=0', undefined, 422, 'invalid_value'],
  ])('%s %s with the body %s is recorded as %i %s', async (method, path, body, status, code) => {
    const row = await recordOf(method, path, body);
    expect(row).toMatchObject({
      method,
      path,
      status,
      error_code: code,
      body: body ?? null,
      message_id: null,
    });
    expect(JSON.parse(row.answer ?? '')).toMatchObject({ code, request_id: row.id });
  });

  it('is recorded when its trial is over, and when its company is suspended', async () => {
    const late = await gateway.createCompany({ plan: 'trial', trialDays: 0 });
    expect(await recordOf('POST', '/api/v1/messages/send', goodSend, late)).toMatchObject({
      status: 402,
      error_code: 'trial_expired',
      body: JSON.stringify(goodSend),
    });
    const suspended = await gateway.createCompany({ plan: 'suspended' });
    await suspended.get('/api/v1/me');
    const rows = await waitUntil('the refusal was recorded', async () => {
      const found = await gateway.database.query(
        'select status, error_code from requests where company_id = $1',
        [suspended.uuid],
      );
      return found.length > 0 && found;
    });
    expect(rows).toEqual([{ status: 403, error_code: 'company_suspended' }]);
  });

  it('is recorded with the size of a body that was too large to be read', async () => {
    const row = await recordOf('POST', '/api/v1/messages/send', ' '.repeat(1_048_577));
    expect(row).toMatchObject({ status: 413, body: null, body_bytes: 1_048_577, body_is_whole: false });
  });

  it('is recorded also when it announces more bytes than a number of the database holds', async () => {
    const caller = await gateway.createCompany();
    const upload = await openRawRequest(gateway.address);
    const headers = { ...caller.headers, 'content-type': 'application/json', 'content-length': '9000000000' };
    upload.write(rawHead('POST', '/api/v1/messages/send', headers));
    expect(await upload.status()).toBe(413);
    upload.breakOff();
    const row = await waitForRequestLike(caller, 'outcome=failed');
    expect(row).toMatchObject({ status: 413, error_code: 'body_too_large' });
  });

  it('in another encoding than UTF-8 is recorded without its body', async () => {
    const row = await recordOf('POST', '/api/v1/messages/send', Buffer.from([0x22, 0xe9, 0x22]));
    expect(row).toMatchObject({ status: 400, body: null, body_bytes: 3, body_is_whole: false });
  });

  it('in chunks that are not UTF-8 is not taken for one without a body', async () => {
    const caller = await gateway.createCompany();
    const upload = await openRawRequest(gateway.address);
    const headers = { ...caller.headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    upload.socket.write(rawHead('POST', '/api/v1/messages/send', headers));
    upload.socket.write(Buffer.from('3\r\n"\xe9"\r\n0\r\n\r\n', 'latin1'));
    expect(await upload.status()).toBe(400);
    upload.breakOff();
    const { id } = await waitForRequestLike(caller, 'outcome=failed');
    expect(await waitForRequest(caller, id)).toMatchObject({ body: null, body_is_whole: false });
  });
});

describe('a read', () => {
  it('is recorded with its query and its answer', async () => {
    const row = await recordOf('GET', '/api/v1/messages?limit=2&direction=out');
    expect(row).toMatchObject({
      status: 200,
      path: '/api/v1/messages?limit=2&direction=out',
      body: null,
      body_bytes: 0,
      body_is_whole: true,
    });
    expect(JSON.parse(row.answer ?? '')).toHaveProperty('data');
  });
});

describe('a request of a person in the dashboard', () => {
  it('leaves no row when they read: watching the Event Monitor must not fill it', async () => {
    const owner = await signUpOwner(gateway);
    await owner.get('/api/v1/messages');
    const sent = await owner.post('/api/v1/messages/send', goodSend);
    await waitForRequest(owner, requestIdOf(sent));
    const rows = await gateway.database.query('select path from requests where company_id = $1', [
      owner.companyUuid,
    ]);
    expect(rows).toEqual([{ path: '/api/v1/messages/send' }]);
  });

  it('is recorded when they send, with the browser as its source', async () => {
    const owner = await signUpOwner(gateway);
    const answer = await owner.call('POST', '/api/v1/messages/send', {
      body: goodSend,
      headers: { 'user-agent': 'Firefox' },
    });
    const row = await waitForRequest(owner, requestIdOf(answer));
    expect(row).toMatchObject({ source: '127.0.0.1', user_agent: 'Firefox', status: answer.status });
  });

  it('does not hide the reads of a program that says it is the dashboard', async () => {
    const program = await gateway.createCompany();
    const answer = await program.call('GET', '/api/v1/messages', {
      headers: { 'x-hudhud-client': 'dashboard' },
    });
    await waitForRequest(program, requestIdOf(answer));
  });
});

describe('secrets', () => {
  it('are taken out of the body, however deep', async () => {
    const body = {
      ...goodSend,
      token: 'hush-1',
      nested: [{ Password: 'hush-2', apiKey: { a: 'hush-3' } }],
      kept: 'shown',
    };
    const row = await recordOf('POST', '/api/v1/messages/send', body);
    expect(row.body).not.toContain('hush');
    expect(row).toMatchObject({ status: 422, body_is_whole: false });
    expect(JSON.parse(row.body ?? '')).toMatchObject({
      token: '[removed]',
      nested: [{ Password: '[removed]', apiKey: '[removed]' }],
      kept: 'shown',
    });
  });

  it('are taken out of a body that is not JSON', async () => {
    const row = await recordOf('POST', '/api/v1/messages/send', '{"client_secret": "hush", ');
    expect(row.body).toBe('[removed]');
  });

  it('are taken out of the query', async () => {
    const row = await recordOf('GET', `/api/v1/me?access_token=${company.token}&x=1`);
    expect(row.path).not.toContain(company.token);
    expect(row.path).toContain('x=1');
  });

  it('of the request itself are nowhere in its row', async () => {
    await recordOf('POST', '/api/v1/messages/send', {});
    const rows = await gateway.database.query<{ row: string }>('select requests::text as row from requests');
    expect(rows.some(({ row }) => row.includes(company.token))).toBe(false);
  });

  it('in the text of a message are left alone: it is the text of a message', async () => {
    const message = 'Your password is reset; the token follows.';
    const row = await recordOf('POST', '/api/v1/messages/send', { ...goodSend, message });
    expect(JSON.parse(row.body ?? '')).toMatchObject({ message });
    expect(row.body_is_whole).toBe(true);
  });
});

describe('size caps', () => {
  it('cut a body, without cutting an emoji in half', async () => {
    const body = JSON.stringify({ ...goodSend, extra: '🦜'.repeat(60_000) });
    const row = await recordOf('POST', '/api/v1/messages/send', body);
    expect(row).toMatchObject({ body_bytes: Buffer.byteLength(body), body_is_whole: false });
    expect(row.body?.length).toBe(bodyCharactersMax);
    expect(row.body?.isWellFormed()).toBe(true);
  });

  it('cut a long path, a long user agent and a long key', async () => {
    const path = `/api/v1/nowhere/${'x'.repeat(900)}`;
    const answer = await company.call('GET', path, {
      headers: { 'user-agent': 'u'.repeat(900), 'idempotency-key': 'k'.repeat(900) },
    });
    const row = await waitForRequest(company, requestIdOf(answer));
    expect(row.path).toBe(path.slice(0, 500));
    expect(row.user_agent).toHaveLength(300);
    expect(row.idempotency_key).toHaveLength(255);
  });

  it('cut a long answer', async () => {
    const texts = Array.from({ length: 8 }, () => ({ message: 'y'.repeat(4_096) }));
    await Promise.all(texts.map((fields) => company.send(fields)));
    const row = await recordOf('GET', '/api/v1/messages');
    expect(row.answer).toHaveLength(16_384);
  });
});

describe('a request without valid credentials', () => {
  it('is counted and stored nowhere', async () => {
    const name = 'hudhud_unauthenticated_requests_total';
    const before = await readFigure(gateway, name);
    const marked = '/api/v1/me?from-a-stranger';
    await gateway.call('GET', marked);
    await gateway.call('GET', marked, { headers: { ...company.headers, authorization: 'Bearer wrong' } });
    await gateway.call('POST', '/api/v1/messages/send', { body: goodSend });
    expect(await readFigure(gateway, name)).toBe(before + 3);
    // A later request of the company is recorded behind them, so by then they would be there.
    await recordOf('GET', '/api/v1/me');
    const rows = await gateway.database.query('select 1 from requests where path = $1', [marked]);
    expect(rows).toEqual([]);
  });
});
