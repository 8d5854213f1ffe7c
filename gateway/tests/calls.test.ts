import type { CallDetail } from '@hudhud/contract/calls.ts';
import { describe, expect, it } from 'vitest';
import { firstUuidAt, newUuid, toPublicId } from '../src/platform/ids.ts';
import { insertCall } from './support/call-rows.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();

const read = async (id: string): Promise<CallDetail> => {
  const answer = await company.get<CallDetail>(`/api/v1/calls/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const failure = {
  code: '131026',
  title: 'Message undeliverable',
  detail: 'Message undeliverable.',
  cause: 'The number is not on WhatsApp.',
  action: 'Check the number.',
};

describe('GET /api/v1/calls/{id}', () => {
  it('200: shows a call that was taken, with what was sent and what came back', async () => {
    const [senderId, messageId] = [newUuid(), newUuid()];
    const startedAt = Date.now();
    const call = await read(
      await insertCall(gateway.database, company.uuid, {
        id: firstUuidAt(startedAt),
        senderId,
        messageId,
        attempt: 2,
      }),
    );
    expect(call).toEqual({
      id: expect.stringMatching(/^call_/),
      started_at: new Date(startedAt).toISOString(),
      kind: 'provider',
      sender_id: toPublicId('sender', senderId),
      message_id: toPublicId('message', messageId),
      webhook_id: null,
      delivery_id: null,
      event_id: null,
      attempt: 2,
      method: 'POST',
      url: 'https://graph.facebook.com/v25.0/1/messages',
      status: 200,
      duration_ms: 12.35,
      outcome: 'sent',
      failure_code: null,
      error_class: null,
      next_attempt_at: null,
      address: null,
      request_headers: null,
      answer_headers: null,
      request_body: '{"type":"text"}',
      answer_body: '{"messages":[{"id":"wamid.1"}]}',
      failure: null,
    });
  });

  it('200: explains a failure, also where no answer came', async () => {
    const id = await insertCall(gateway.database, company.uuid, {
      outcome: 'rejected',
      failure,
      status: null,
      answerBody: null,
    });
    expect(await read(id)).toMatchObject({
      failure_code: '131026',
      failure,
      status: null,
      answer_body: null,
    });
  });

  it('200: keeps what an older version wrote in other words readable', async () => {
    const id = newUuid();
    await insertCall(gateway.database, company.uuid, { id, outcome: 'rejected' });
    await gateway.database.query('update calls set failure = $2 where id = $1', [id, 'out of luck']);
    expect((await read(toPublicId('call', id))).failure).toMatchObject({
      code: 'unknown',
      detail: 'out of luck',
    });
  });

  it('404: does not know an id that was never given, nor another company its call', async () => {
    expectProblem(await company.get(`/api/v1/calls/${toPublicId('call', newUuid())}`), 'call_not_found');
    const other = await gateway.createCompany();
    const theirs = await insertCall(gateway.database, other.uuid);
    expectProblem(await company.get(`/api/v1/calls/${theirs}`), 'call_not_found');
  });

  it.each(['7', toPublicId('message', newUuid()), newUuid(), 'call_'])(
    '422: refuses the id %s',
    async (id) => {
      expectProblem(await company.get(`/api/v1/calls/${id}`), 'invalid_id');
    },
  );
});

describe('a call on its way into the table', () => {
  it('is cut to size, and its texts made fit to be stored', async () => {
    const call = await read(
      await insertCall(gateway.database, company.uuid, {
        url: `https://x/${'u'.repeat(5_000)}`,
        requestBody: `a\u0000b\ud83d ${'r'.repeat(20_000)}`,
        answerBody: `${'a'.repeat(16_383)}🦜`,
        outcome: 'unknown',
        failure: { ...failure, detail: `"\u0000${'d'.repeat(20_000)}` },
      }),
    );
    expect(call.url).toHaveLength(2_000);
    expect(call.request_body).toMatch(/^a\ufffdb\ufffd r+$/);
    expect(call.request_body).toHaveLength(16_384);
    expect(call.answer_body).toBe(`${'a'.repeat(16_383)}\ufffd`);
    expect(call.failure).toMatchObject({ code: '131026', detail: `"\ufffd${'d'.repeat(1_998)}` });
  });
});
