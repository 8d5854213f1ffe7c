// The logs beyond paging: counting, searching, exporting, and sending an edited request.

import type { CallSummary } from '@hudhud/contract/calls.ts';
import type { Delivery, DeliveryDetail } from '@hudhud/contract/deliveries.ts';
import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import type { RequestDetail, RequestSummary, RetryAnswer } from '@hudhud/contract/requests.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { firstUuidAt, newUuid } from '../src/platform/ids.ts';
import { insertCall } from './support/call-rows.ts';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, type TestCompany, useGateway } from './support/gateway.ts';
import { fails, takesIt } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useGateway({
  environment: { ROLES: 'api,webhooks', WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});
const good = await startReceiver(takesIt);
const bad = await startReceiver(fails);
afterAll(() => Promise.all([good.close(), bad.close()]));

const minute = 60_000;
/** On the minute, so that what is written for two minutes falls into two buckets. */
const earlier = Math.floor((Date.now() - 30 * minute) / minute) * minute;
const span = `since=${new Date(earlier).toISOString()}&until=${new Date(earlier + 20 * minute).toISOString()}`;

const insertRequests = (company: TestCompany, rows: readonly object[]) =>
  gateway.database.query(
    `insert into requests (company_id, id, method, path, status, error_code, duration_ms, source, body, body_bytes, body_is_whole)
     select $1, id, method, path, status, error_code, duration, '127.0.0.1', body, 0, true
     from jsonb_to_recordset($2::jsonb)
       as row (id uuid, method text, path text, status int, error_code text, duration real, body text)`,
    [company.uuid, JSON.stringify(rows)],
  );

const statisticsOf = async (company: TestCompany, list: string, query = span): Promise<LogStatistics> => {
  const answer = await company.get<LogStatistics>(`/api/v1/${list}/statistics?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const linesOf = async (company: TestCompany, path: string): Promise<string[]> => {
  const { status, text } = await company.get(path);
  expect(status, text).toBe(200);
  return text.split(/\r?\n/).filter((line) => line !== '');
};

describe('requests', async () => {
  const company = await gateway.createCompany();
  const other = await gateway.createCompany();
  const messageId = `msg_${'0'.repeat(26)}`;
  await insertRequests(company, [
    ...Array.from({ length: 19 }, (_, index) => ({
      id: firstUuidAt(earlier + index),
      method: 'POST',
      path: '/api/v1/messages/send',
      status: 202,
      duration: index + 1,
      body: index === 7 ? '{"message":"=cmd|calc"}' : '{}',
    })),
    ...Array.from({ length: 3 }, (_, index) => ({
      id: firstUuidAt(earlier + 5 * minute + index),
      method: 'POST',
      path: `/api/v1/messages/${messageId}/retry?again=${index}`,
      status: 409,
      error_code: 'message_not_retryable',
      duration: 400,
    })),
  ]);

  it('are counted over time, with what 95 of 100 took, and their failures by code and route', async () => {
    const found = await statisticsOf(company, 'requests');
    expect(found).toMatchObject({ is_whole: true, count: 22, failed: 3, p95_ms: 400, bucket_seconds: 30 });
    const filled = found.buckets.filter(({ count }) => count > 0);
    expect(filled).toEqual([
      { starts_at: new Date(earlier).toISOString(), count: 19, failed: 0, p95_ms: 19 },
      { starts_at: new Date(earlier + 5 * minute).toISOString(), count: 3, failed: 3, p95_ms: 400 },
    ]);
    expect(found.failures).toEqual([
      {
        code: 'message_not_retryable',
        route: 'POST /api/v1/messages/{id}/retry',
        failure: null,
        count: 3,
        first_at: new Date(earlier + 5 * minute).toISOString(),
        last_at: new Date(earlier + 5 * minute + 2).toISOString(),
      },
    ]);
    expect(await statisticsOf(company, 'requests', `${span}&outcome=accepted`)).toMatchObject({
      count: 19,
      failed: 0,
      failures: [],
    });
    expect(await statisticsOf(other, 'requests')).toMatchObject({ count: 0, failed: 0, p95_ms: null });
    expectProblem(await company.get('/api/v1/requests/statistics?limit=5'), 'unknown_field');
  });

  it('of a busy day are counted from the newest 20,000 on, which is said', async () => {
    const busy = await gateway.createCompany();
    await gateway.database.query(
      `insert into requests (company_id, id, method, path, status, duration_ms, source, body_bytes, body_is_whole)
       select $1, (lpad(to_hex($2::bigint + number), 12, '0') || '70008000' || lpad(to_hex(number), 12, '0'))::uuid,
         'POST', '/api/v1/messages/send', 202, 3, '127.0.0.1', 0, true
       from generate_series(1, 20500) as number`,
      [busy.uuid, earlier],
    );
    const found = await statisticsOf(busy, 'requests');
    expect(found).toMatchObject({ is_whole: false, count: 20_000 });
    expect(Date.parse(found.since)).toBe(earlier + 501);
  });

  it('come as a file that does no harm in a spreadsheet, or as a line of JSON each', async () => {
    const csv = await linesOf(company, `/api/v1/requests/export?${span}`);
    expect(csv).toHaveLength(23);
    expect(csv[0]).toMatch(/^id,received_at,kind,method,path,status,error_code,/);
    const rows = await linesOf(company, `/api/v1/requests/export?${span}&format=ndjson&outcome=failed`);
    expect(rows.map((row) => (JSON.parse(row) as RequestSummary).status)).toEqual([409, 409, 409]);
    expect(await linesOf(other, `/api/v1/requests/export?${span}&format=ndjson`)).toEqual([]);
    expectProblem(await company.get('/api/v1/requests/export?format=xml'), 'invalid_value');
  });
});

describe('a request', () => {
  it('is kept with its headers, but for secrets', async () => {
    const company = await gateway.createCompany();
    const sent = await company.call('POST', '/api/v1/messages/send', {
      body: goodSend,
      headers: { prefer: 'respond-async', 'x-shop-token': 'very secret', 'idempotency-key': 'order-1' },
    });
    const kept = (await waitForRequest(company, requestIdOf(sent))) as RequestDetail;
    expect(kept.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      prefer: 'respond-async',
      'x-shop-token': '[removed]',
      'idempotency-key': 'order-1',
    });
    expect(JSON.stringify(kept.headers)).not.toMatch(/very secret|Bearer/);
  });

  it('is sent with another body as a new request that names it, also one that was accepted', async () => {
    const company = await gateway.createCompany();
    const failed = await company.send({ to: '12', message: 'To nobody' });
    const id = (await waitForRequest(company, requestIdOf(failed))).id;
    const edit = (requestId: string, body: string) =>
      company.call<RetryAnswer>('POST', `/api/v1/requests/${requestId}/send-edited`, { body: { body } });

    const again = await edit(id, '{"to":"13"}');
    expect(again.body).toMatchObject({ retry_of: id, status: 422 });
    const sent = await edit(id, JSON.stringify({ to: '+966501234567', message: 'Edited' }));
    expect(sent.body).toMatchObject({ retry_of: id, status: 202, answer: { status: 'queued' } });
    const { message_id } = sent.body.answer as { message_id: string };
    expect((await company.get<Message>(`/api/v1/messages/${message_id}`)).body.message).toBe('Edited');
    const made = (await waitForRequest(company, sent.body.request_id)) as RequestDetail;
    expect(made).toMatchObject({ retry_of: id, path: '/api/v1/messages/send' });
    expect(made.body).toContain('Edited');
    const twice = await edit(sent.body.request_id, JSON.stringify({ to: '+966501234568', message: 'Twice' }));
    expect(twice.body).toMatchObject({ status: 202, retry_of: sent.body.request_id });

    // The route itself keeps no body: a secret in it would be a text among others.
    const ownId = requestIdOf(sent);
    const own = (await waitForRequest(company, ownId)) as RequestDetail;
    expect(own.body).toBe('{"body":"[removed]"}');
    expectProblem(await edit(ownId, '{}'), 'request_not_retryable');
    const read = await company.get('/api/v1/me');
    const readId = (await waitForRequest(company, requestIdOf(read))).id;
    expectProblem(await edit(readId, '{}'), 'request_not_retryable');
    expectProblem(await edit(`req_${'0'.repeat(26)}`, '{}'), 'request_not_found');
  });
});

describe('calls', async () => {
  const company = await gateway.createCompany();
  for (let index = 0; index < 6; index += 1) {
    await insertCall(gateway.database, company.uuid, {
      id: firstUuidAt(earlier + index),
      kind: 'provider',
      outcome: index < 2 ? 'rejected' : 'sent',
    });
  }

  it('are counted, searched by text and exported', async () => {
    const found = await statisticsOf(company, 'calls');
    expect(found).toMatchObject({ count: 6, failed: 2 });
    expect(found.failures.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    const all = await company.get<{ data: CallSummary[] }>(`/api/v1/calls?${span}`);
    const host = new URL(all.body.data[0]?.url ?? '').hostname;
    const hit = await company.get<{ data: CallSummary[] }>(
      `/api/v1/calls?${span}&text=${host.toUpperCase()}`,
    );
    expect(hit.body.data).toHaveLength(6);
    const miss = await company.get<{ data: CallSummary[] }>(`/api/v1/calls?${span}&text=%25nothing`);
    expect(miss.body.data).toEqual([]);
    expect(await linesOf(company, `/api/v1/calls/export?${span}`)).toHaveLength(7);
  });
});

describe('messages', () => {
  it('are found by their text, counted and exported', async () => {
    const company = await gateway.createCompany();
    await company.send({ to: '+966501234567', message: '=HYPERLINK("http://a")', reference: 'Order-77' });
    await company.send({ to: '+966501234568', message: 'Your 100% cotton shirt' });
    const search = async (text: string): Promise<string[]> => {
      const { body } = await company.get<{ data: Message[] }>(
        `/api/v1/messages?text=${encodeURIComponent(text)}`,
      );
      return body.data.map(({ message }) => message);
    };
    expect(await search('COTTON')).toEqual(['Your 100% cotton shirt']);
    expect(await search('100%')).toEqual(['Your 100% cotton shirt']);
    expect(await search('order-77')).toHaveLength(1);
    expect(await search('%o%')).toEqual([]);
    const person = await company.get<{ data: Message[] }>(
      '/api/v1/messages?text=cotton&phone_number=%2B966501234567',
    );
    expect(person.body.data).toEqual([]);
    expect(await statisticsOf(company, 'messages', '')).toMatchObject({ count: 2, failed: 0, failures: [] });
    expect(await statisticsOf(company, 'messages', 'text=cotton')).toMatchObject({ count: 1 });
    const csv = await linesOf(company, '/api/v1/messages/export');
    expect(csv).toHaveLength(3);
    expect(csv.join('\n')).toContain(`"'=HYPERLINK(""http://a"")"`);
  });
});

describe('deliveries', () => {
  it('show what they carry, and are counted, searched and exported', async () => {
    const company = await gateway.createCompany();
    for (const { url } of [good, bad]) {
      const made = await company.call('POST', '/api/v1/webhooks', {
        body: { url, events: ['sender_state'] },
      });
      expect(made.status, made.text).toBe(201);
    }
    await gateway.database.query(
      `insert into events (company_id, id, type, at, data) values ($1, $2, 'sender_state', now(), '{"state":"degraded"}')`,
      [company.uuid, newUuid()],
    );
    const list = async (query: string): Promise<Delivery[]> =>
      (await company.get<{ data: Delivery[] }>(`/api/v1/deliveries?${query}`)).body.data;
    await waitUntil('both webhooks were tried', async () => {
      const conditions = (await list('')).map(({ condition }) => condition).sort();
      return conditions.join() === 'delivered,retrying';
    });
    const [first] = await list('');
    const detail = await company.get<DeliveryDetail>(`/api/v1/deliveries/${first?.id}`);
    expect(detail.body.payload).toMatchObject({ event: 'sender_state', data: { state: 'degraded' } });
    const found = await statisticsOf(company, 'deliveries', '');
    expect(found).toMatchObject({ count: 2, failed: 1, is_whole: true });
    expect(found.p95_ms).toBeGreaterThanOrEqual(0);
    expect(found.failures).toMatchObject([
      {
        code: 'status',
        count: 1,
        route: expect.stringMatching(/^wh_/),
        failure: { code: 'status', title: 'The receiver answered with an error' },
      },
    ]);
    expect(await list('text=DEGRADED')).toHaveLength(2);
    expect(await list('text=nothing-like-it')).toEqual([]);
    expect(await linesOf(company, '/api/v1/deliveries/export?format=ndjson')).toHaveLength(2);
  });
});
