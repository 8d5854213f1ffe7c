// Many messages in one request. Most of it is about accepting, so nothing is sent by most of these gateways.

import { batchMessagesMax, type SendBatchAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, type TestCompany, useApiGateway } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { useSendingStage } from './support/sending-stage.ts';

const gateway = await useApiGateway();

const sendBatch = (company: TestCompany, messages: unknown, headers: Record<string, string> = {}) =>
  company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', { body: { messages }, headers });

const many = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    to: `+9665012${String(index).padStart(5, '0')}`,
    message: `Message ${index}`,
  }));

const storedOf = (company: TestCompany) =>
  gateway.database.query<{ id: string; body: string; xmin: string; request_id: string }>(
    'select id, body, xmin::text, request_id from messages where company_id = $1 order by id',
    [company.uuid],
  );

describe('202: a batch', () => {
  it('has a result for each message, in order, and stores the good ones in one commit', async () => {
    const company = await gateway.createCompany();
    const answer = await sendBatch(company, [
      { ...goodSend, message: 'good', reference: 'a' },
      { ...goodSend, to: 'nobody' },
      { ...goodSend, message: 'Hello {{name}}' },
      { ...goodSend, message: 'Hello {{name}}', variables: { name: 'Sara' } },
      { ...goodSend, mesage: 'typo' },
      'not a message',
      { ...goodSend, schedule_at: '2001-01-01T00:00:00Z' },
      { ...goodSend, from: 'snd_nobody' },
    ]);
    expect(answer.status).toBe(202);
    expect([answer.body.accepted, answer.body.refused]).toEqual([2, 6]);
    expect(answer.body.results.map(({ index, status, error }) => [index, status, error?.code])).toEqual([
      [0, 'queued', undefined],
      [1, 'refused', 'invalid_phone_number'],
      [2, 'refused', 'placeholder_unresolved'],
      [3, 'queued', undefined],
      [4, 'refused', 'unknown_field'],
      [5, 'refused', 'wrong_type'],
      [6, 'refused', 'invalid_schedule'],
      [7, 'refused', 'unknown_sender'],
    ]);
    const pointers = answer.body.results.map(({ error }) => error?.errors?.map(({ pointer }) => pointer));
    expect(pointers).toEqual([
      undefined,
      ['/messages/1/to'],
      ['/messages/2/message'],
      undefined,
      ['/messages/4/mesage'],
      ['/messages/5'],
      ['/messages/6/schedule_at'],
      ['/messages/7/from'],
    ]);
    const stored = await storedOf(company);
    expect(stored.map(({ body }) => body)).toEqual(['good', 'Hello Sara']);
    expect(new Set(stored.map(({ xmin }) => xmin)).size).toBe(1);
    const ids = answer.body.results.flatMap(({ message_id }) => message_id ?? []);
    expect(stored.map(({ id }) => id)).toEqual(ids.map((id) => fromPublicId('message', id)));
  });

  it('is one request in the Event Monitor, which its messages name', async () => {
    const company = await gateway.createCompany();
    const answer = await sendBatch(company, many(3));
    const request = await waitForRequest(company, requestIdOf(answer));
    expect(request).toMatchObject({ status: 202, path: '/api/v1/messages/send-batch' });
    const stored = await storedOf(company);
    expect(new Set(stored.map((row) => row.request_id))).toEqual(
      new Set([fromPublicId('request', request.id)]),
    );
  });

  it('may hold a thousand, all in one commit', async () => {
    const company = await gateway.createCompany();
    const answer = await sendBatch(company, many(batchMessagesMax));
    expect([answer.status, answer.body.accepted, answer.body.results.length]).toEqual([202, 1_000, 1_000]);
    const stored = await storedOf(company);
    expect([stored.length, new Set(stored.map(({ xmin }) => xmin)).size]).toEqual([1_000, 1]);
    expect(stored.map(({ body }) => body)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => `Message ${index}`),
    );
  });

  it('of which nothing is good stores nothing, and is recorded all the same', async () => {
    const company = await gateway.createCompany();
    const answer = await sendBatch(company, [{}, { to: 'x' }], { 'idempotency-key': 'nothing-good' });
    expect([answer.status, answer.body.accepted, answer.body.refused]).toEqual([202, 0, 2]);
    expect(await storedOf(company)).toEqual([]);
    expect((await waitForRequest(company, requestIdOf(answer))).status).toBe(202);
  });

  it('with a key that was used is answered the same again, and nothing is stored twice', async () => {
    const company = await gateway.createCompany();
    const key = { 'idempotency-key': 'batch' };
    const messages = [...many(5), { to: 'nobody', message: 'x' }];
    const first = await sendBatch(company, messages, key);
    const second = await sendBatch(company, messages, key);
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([202, 202, 'true']);
    expect(second.text).toBe(first.text);
    expect(await storedOf(company)).toHaveLength(5);
    expectProblem(await sendBatch(company, many(6), key), 'idempotency_key_reused');
    expect(await storedOf(company)).toHaveLength(5);
  });

  it('is sent, each message once', async () => {
    const stage = await useSendingStage();
    const company = await stage.createSendingCompany();
    const { body } = await sendBatch(company, many(25));
    for (const { message_id } of body.results)
      await company.waitFor(message_id ?? '', 'sent', 'delivered', 'read');
    const opaque = (await company.ledger()).map((entry) => entry.opaque).sort();
    expect(opaque).toEqual(body.results.map(({ message_id }) => `${message_id}:1`).sort());
  });
});

describe('refused as a whole', () => {
  it('a batch of more than a thousand', async () => {
    const company = await gateway.createCompany();
    const answer = await sendBatch(company, many(batchMessagesMax + 1));
    expectProblem(answer, 'batch_too_large', { pointer: '/messages' });
    expect(await storedOf(company)).toEqual([]);
  });

  it('a batch of none, of no list, and with a field that is unknown', async () => {
    const company = await gateway.createCompany();
    expectProblem(await sendBatch(company, []), 'batch_empty', { pointer: '/messages' });
    expectProblem(await sendBatch(company, 'x'), 'wrong_type', { pointer: '/messages' });
    expectProblem(await sendBatch(company, undefined), 'missing_field', { pointer: '/messages' });
    const body = { messages: many(1), mesages: [] };
    expectProblem(await company.call('POST', '/api/v1/messages/send-batch', { body }), 'unknown_field');
  });

  it('a batch of a company whose trial is over', async () => {
    const company = await gateway.createCompany({ plan: 'trial', trialDays: 0 });
    expectProblem(await sendBatch(company, many(1)), 'trial_expired');
  });
});
