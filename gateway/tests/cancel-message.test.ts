import type { Message } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId, newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
const company = await stage.createSendingCompany();

const cancel = (id: string, caller: Pick<typeof company, 'call'> = company) =>
  caller.call<Message>('POST', `/api/v1/messages/${id}/cancel`);

const later = (milliseconds = 3_600_000) => ({
  schedule_at: new Date(Date.now() + milliseconds).toISOString(),
});

const emittedOf = (id: string) =>
  stage.database.query('select status from events where company_id = $1 and message_id = $2', [
    company.uuid,
    fromPublicId('message', id),
  ]);

describe('200: a message that waits', () => {
  it('is cancelled, with an event, and is never sent', async () => {
    // Far enough away for a busy machine to cancel it before.
    const due = later(5_000);
    const { body } = await company.send(due);
    const { status, body: cancelled } = await cancel(body.message_id);
    expect(status).toBe(200);
    expect(cancelled).toMatchObject({ id: body.message_id, status: 'cancelled', next_attempt_at: null });
    expect(await emittedOf(body.message_id)).toEqual([{ status: 'cancelled' }]);
    // One that was due at the same time has been sent, so this one would have been too.
    const witness = await company.send(due);
    await company.waitFor(witness.body.message_id, 'sent', 'delivered', 'read');
    expect((await company.message(body.message_id)).status).toBe('cancelled');
    expect(await company.ledger({ opaque_prefix: body.message_id })).toEqual([]);
  });

  it('behind others in its lane is cancelled, and those behind it are sent', async () => {
    const to = '+966501230001';
    await company.addFault({ name: 'slow_answer', to, delay_ms: 800, count: 1 });
    const inOrder = [];
    for (const message of ['first', 'second', 'third'])
      inOrder.push((await company.send({ to, message }, { prefer: 'respond-async' })).body.message_id);
    const [first = '', second = '', third = ''] = inOrder;
    expect((await cancel(second)).status).toBe(200);
    for (const id of [first, third]) await company.waitFor(id, 'sent', 'delivered', 'read');
    const texts = (await company.ledger({ to })).map(({ body }) => body.text.body);
    expect(texts).toEqual(['first', 'third']);
  });
});

describe('409: a message that does not wait', () => {
  it('was sent', async () => {
    const { body } = await company.send();
    const problem = expectProblem(await cancel(body.message_id), 'message_not_cancellable');
    expect(problem.detail).toMatch(/only one that waits/);
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
  });

  it('is being sent', async () => {
    const to = '+966501230002';
    await company.addFault({ name: 'slow_answer', to, delay_ms: 500, count: 1 });
    const { body } = await company.send({ to }, { prefer: 'respond-async' });
    await company.waitFor(body.message_id, 'sending', 'sent', 'delivered', 'read');
    expectProblem(await cancel(body.message_id), 'message_not_cancellable');
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
  });

  it('was cancelled before; the second time emits nothing', async () => {
    const { body } = await company.send(later());
    await cancel(body.message_id);
    expectProblem(await cancel(body.message_id), 'message_not_cancellable');
    expect(await emittedOf(body.message_id)).toEqual([{ status: 'cancelled' }]);
  });
});

describe('404 and 422', () => {
  it('a message that is not there, or is another company’s, is not found', async () => {
    expectProblem(await cancel(toPublicId('message', newUuid())), 'message_not_found');
    const { body } = await company.send(later());
    expectProblem(await cancel(body.message_id, await stage.createCompany()), 'message_not_found');
    expect((await company.message(body.message_id)).status).toBe('queued');
  });

  it('an id that is none is refused', async () => {
    expectProblem(await cancel('req_01m7ex4n5jem8b1mwgd7pm72tx'), 'invalid_id');
  });
});
