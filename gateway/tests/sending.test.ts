// A message on its way to the provider, and what its request is answered.

import type { EventPayload } from '@hudhud/contract/events.ts';
import type { SendAnswer } from '@hudhud/contract/messages.ts';
import type { Problem } from '@hudhud/contract/problem.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, goodUnversionedSend } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage({ SEND_WAIT_SECONDS: '10' });
const company = await stage.createSendingCompany();

const magic = {
  resetBefore: '+15551000004',
  resetAfter: '+15551000005',
  statusBeforeAnswer: '+15551000006',
  serverError: '+15550000500',
  undeliverable: '+15550131026',
};

/** The statuses of a message that were emitted, in order. */
const emittedOf = async (messageId: string): Promise<string[]> => {
  const rows = await stage.database.query<{ status: string }>(
    `select status from events where company_id = $1 and message_id = $2 and type = 'message_status' order by id`,
    [company.uuid, fromPublicId('message', messageId)],
  );
  return rows.map(({ status }) => status);
};

/** The events of a message as its company reads them. */
const waitForEvent = (messageId: string, status: string): Promise<EventPayload['data']> =>
  waitUntil(`${messageId} was emitted as ${status}`, async () => {
    const path = '/api/v1/events?types=message_status&limit=200';
    const { body } = await company.get<{ data: EventPayload[] }>(path);
    return body.data
      .map(({ data }) => data)
      .find(
        (data) =>
          'status' in data && 'message_id' in data && data.message_id === messageId && data.status === status,
      );
  });

describe('a send that may wait', () => {
  it('is answered 200 sent when the provider has taken the message, which then is there exactly once', async () => {
    const { status, body, headers } = await company.send();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 'sent',
        message_id: expect.stringMatching(/^msg_/),
        timestamp: expect.stringMatching(/Z$/),
      },
    });
    expect(headers['preference-applied']).toBeUndefined();
    const message = await company.message(body.message_id);
    expect(message).toMatchObject({ attempts: 1, sender_id: company.sender.id, failure: null });
    expect(message.provider_message_id).toMatch(/^wamid\./);
    expect(await company.ledger({ opaque_prefix: body.message_id })).toMatchObject([
      { outcome: 'accepted', opaque: `${body.message_id}:1`, body: { text: { body: goodSend.message } } },
    ]);
  });

  it('by the path without a version is answered the same', async () => {
    const answer = await company.call<SendAnswer>('POST', '/api/messages/send', {
      body: goodUnversionedSend,
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect(await company.ledger({ opaque_prefix: answer.body.message_id })).toHaveLength(1);
  });

  it('has its answer in the Event Monitor', async () => {
    const answer = await company.send();
    const request = await waitForRequest(company, requestIdOf(answer));
    expect(request).toMatchObject({ status: 200, message_id: answer.body.message_id, error_code: null });
    expect(JSON.parse(request.answer ?? '')).toEqual(answer.body);
  });

  it('with a key that was used is answered the same again, and nothing is sent', async () => {
    const headers = { 'idempotency-key': 'sent-once' };
    const first = await company.send({}, headers);
    const second = await company.send({}, headers);
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(second.text).toBe(first.text);
    expect(await company.ledger({ opaque_prefix: first.body.message_id })).toHaveLength(1);
  });

  it('with a key whose first request still waits is answered so', async () => {
    const headers = { 'idempotency-key': 'still-waiting' };
    const to = '+966501230005';
    await company.addFault({ name: 'slow_answer', to, delay_ms: 1_000, count: 1 });
    const first = company.send({ to }, headers);
    await waitUntil('the first was on its way', async () => (await company.ledger({ to })).length > 0);
    expectProblem(await company.send({ to }, headers), 'idempotency_in_progress');
    expect((await first).status).toBe(200);
  });

  it('is answered 202 queued at once when its caller wants to go on', async () => {
    const answer = await company.send({}, { prefer: 'respond-async' });
    expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(answer.headers['preference-applied']).toBe('respond-async');
    await company.waitFor(answer.body.message_id, 'sent', 'delivered', 'read');
    expect(await company.ledger({ opaque_prefix: answer.body.message_id })).toHaveLength(1);
  });

  it('goes through all its statuses, each emitted once', async () => {
    const { body } = await company.send({ to: '+966501230001' });
    await company.waitFor(body.message_id, 'read');
    expect(await emittedOf(body.message_id)).toEqual(['sent', 'delivered', 'read']);
  });

  it('is sent once although its status came before the answer', async () => {
    const { status, body } = await company.send({ to: magic.statusBeforeAnswer });
    expect([status, body.status]).toEqual([200, 'sent']);
    await company.waitFor(body.message_id, 'read');
    expect(await emittedOf(body.message_id)).toEqual(['sent', 'delivered', 'read']);
  });
});

describe('a refusal by the provider', () => {
  it('is a problem with the message id and what the provider said, and the message is failed', async () => {
    await company.addFault({ name: 'answer_error', code: 131026, count: 1 });
    const answer = await company.send({ to: '+966501230002' }, { 'idempotency-key': 'refused' });
    const problem = expectProblem(answer, 'provider_rejected') as Problem;
    expect(problem).toMatchObject({
      message_id: expect.stringMatching(/^msg_/),
      provider_error: { code: '131026', cause: expect.stringMatching(/not on WhatsApp/) },
    });
    const message = await company.message(problem.message_id ?? '');
    expect(message).toMatchObject({ status: 'failed', attempts: 1, failure: { code: '131026' } });
    const request = await waitForRequest(company, requestIdOf(answer));
    expect(request).toMatchObject({ status: 422, error_code: 'provider_rejected' });
    expect(JSON.parse(request.answer ?? '')).toEqual(problem);
    const again = await company.send({ to: '+966501230002' }, { 'idempotency-key': 'refused' });
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      422,
      answer.text,
      'true',
    ]);
    expect(again.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it('that comes later fails the message and is reported by an event with the reason', async () => {
    const { status, body } = await company.send({ to: magic.undeliverable });
    expect(status).toBe(200);
    const message = await company.waitFor(body.message_id, 'failed');
    expect(message.failure).toMatchObject({ code: '131026' });
    expect(await waitForEvent(body.message_id, 'failed')).toMatchObject({ error: { code: '131026' } });
  });
});

describe('an unknown outcome', () => {
  it('is answered unconfirmed; its status settles it, and it is never sent again', async () => {
    const { status, body } = await company.send({ to: magic.resetAfter });
    expect([status, body.status]).toEqual([202, 'unconfirmed']);
    const message = await company.waitFor(body.message_id, 'read');
    expect(message).toMatchObject({ attempts: 1, failure: null });
    expect(await company.ledger({ opaque_prefix: body.message_id })).toHaveLength(1);
    expect(await emittedOf(body.message_id)).toEqual(['unconfirmed', 'sent', 'delivered', 'read']);
  });

  it('stays unconfirmed without a status, with what to do about it', async () => {
    const { body } = await company.send({ to: magic.resetBefore });
    expect(body.status).toBe('unconfirmed');
    const message = await company.message(body.message_id);
    expect(message).toMatchObject({
      status: 'unconfirmed',
      failure: { code: expect.stringMatching(/^connection_/) },
    });
    expect(await company.ledger({ opaque_prefix: body.message_id })).toEqual([]);
  });

  it('is one also when a 500 comes without the words of the provider', async () => {
    const { status, body } = await company.send({ to: magic.serverError });
    expect([status, body.status]).toEqual([202, 'unconfirmed']);
    expect((await company.message(body.message_id)).failure).toMatchObject({ code: 'http_500' });
  });

  it('is failed when the message says so', async () => {
    const answer = await company.send({ to: magic.serverError, on_unknown: 'fail' });
    const problem = expectProblem(answer, 'provider_rejected');
    expect(await company.message(problem.message_id ?? '')).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('is tried again when the message says so, and its request is answered by what came of that', async () => {
    const to = '+966501230003';
    await company.addFault({ name: 'reset_before_recording', to, count: 1 });
    const { status, body } = await company.send({ to, on_unknown: 'retry' });
    expect([status, body.status]).toEqual([200, 'sent']);
    expect(await company.message(body.message_id)).toMatchObject({ attempts: 2, failure: null });
    const opaque = (await company.ledger({ opaque_prefix: body.message_id })).map((entry) => entry.opaque);
    expect(opaque).toEqual([`${body.message_id}:2`]);
    expect((await emittedOf(body.message_id)).slice(0, 2)).toEqual(['unconfirmed', 'sent']);
  });

  it('is not tried again when its status comes first, and the request that waits is answered', async () => {
    const to = '+966501230004';
    await company.addFault({ name: 'reset_after_recording', to, count: 1 });
    const { status, body } = await company.send({ to, on_unknown: 'retry' });
    expect([status, body.status]).toEqual([200, 'sent']);
    expect((await company.message(body.message_id)).attempts).toBe(1);
    expect(await company.ledger({ opaque_prefix: body.message_id })).toHaveLength(1);
  });
});

describe('the other fields of a send', () => {
  it('placeholders are filled from its variables, and from fallbacks', async () => {
    const { body } = await company.send({
      message: 'Hello {{name}}, your table is {{table|not ready}}.',
      variables: { name: 'Sara' },
    });
    expect(await company.ledger({ opaque_prefix: body.message_id })).toMatchObject([
      { body: { text: { body: 'Hello Sara, your table is not ready.' } } },
    ]);
    expect((await company.message(body.message_id)).message).toBe('Hello Sara, your table is not ready.');
  });

  it('a placeholder that nothing fills is refused, and nothing is sent', async () => {
    const before = (await company.ledger()).length;
    const answer = await company.send({ message: 'Hello {{name}}' });
    expectProblem(answer, 'placeholder_unresolved', { pointer: '/message' });
    expect(await company.ledger()).toHaveLength(before);
  });

  it('from picks the sender, by its id or its number', async () => {
    const made = await company.call<{ id: string; phone_number: string }>('POST', '/api/v1/senders', {
      body: { name: 'Second', provider: 'meta_cloud', fields: {}, is_simulated: true },
    });
    for (const from of [made.body.id, made.body.phone_number]) {
      const { status, body } = await company.send({ from });
      expect(status).toBeLessThan(300);
      expect((await company.waitFor(body.message_id, 'sent', 'delivered', 'read')).sender_id).toBe(
        made.body.id,
      );
      expect(await company.ledger({ opaque_prefix: body.message_id })).toEqual([]);
    }
    expectProblem(await company.send({ from: 'snd_nobody' }), 'unknown_sender', { pointer: '/from' });
  });

  it('reference comes back with the message and its events', async () => {
    const { body } = await company.send({ reference: 'order-1042' });
    expect((await company.message(body.message_id)).reference).toBe('order-1042');
    expect(await waitForEvent(body.message_id, 'sent')).toMatchObject({ reference: 'order-1042' });
  });
});
