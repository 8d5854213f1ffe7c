// A provider that takes longer than a request may wait, and a message that another process sends.

import { describe, expect, it } from 'vitest';
import { sendingEnvironment, useGateway } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage({ SEND_WAIT_SECONDS: '2' });
const company = await stage.createSendingCompany();

describe('a slow provider', () => {
  it('makes a send be answered 202 queued when the wait is over; it becomes sent by itself, once', async () => {
    const to = '+966501230001';
    await company.addFault({ name: 'slow_answer', to, delay_ms: 3_000, count: 1 });
    const headers = { 'idempotency-key': 'slow' };
    const answer = await company.send({ to }, headers);
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    const request = await waitForRequest(company, requestIdOf(answer));
    expect(request.status).toBe(202);
    const message = await company.waitFor(answer.body.message_id, 'sent', 'delivered', 'read');
    expect(message.attempts).toBe(1);
    expect(await company.ledger({ opaque_prefix: answer.body.message_id })).toHaveLength(1);
    // The first answer stays the answer: a caller that asks again gets what it was answered.
    expect((await company.send({ to }, headers)).text).toBe(answer.text);
  });

  it('does not hold up messages to others', async () => {
    const to = '+966501230002';
    await company.addFault({ name: 'slow_answer', to, delay_ms: 3_000, count: 1 });
    const [slow, quick] = await Promise.all([company.send({ to }), company.send({ to: '+966501230003' })]);
    expect([slow.body.status, quick.body.status]).toEqual(['queued', 'sent']);
  });
});

const front = await useGateway({
  database: stage.database,
  environment: { ...sendingEnvironment, ROLES: 'api', SEND_WAIT_SECONDS: '10' },
});
const caller = front.adopt(company);

describe('a message that another process sends', () => {
  it('is answered 200 sent by the process that accepted it, and its rows keep that answer', async () => {
    const headers = { 'idempotency-key': 'elsewhere' };
    const answer = await caller.send({ to: '+966501230004' }, headers);
    expect([answer.status, answer.body.status]).toEqual([200, 'sent']);
    expect(await company.ledger({ opaque_prefix: answer.body.message_id })).toHaveLength(1);
    const request = await waitForRequest(caller, requestIdOf(answer));
    expect(request).toMatchObject({ status: 200, message_id: answer.body.message_id });
    expect((await caller.send({ to: '+966501230004' }, headers)).text).toBe(answer.text);
  });

  it('is answered with the refusal that the other process was given', async () => {
    await company.addFault({ name: 'answer_error', code: 131026, to: '+966501230005', count: 1 });
    const answer = await caller.send({ to: '+966501230005' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'provider_rejected' } });
  });
});
