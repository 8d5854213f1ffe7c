import type { Message } from '@hudhud/contract/messages.ts';
import type { Problem } from '@hudhud/contract/problem.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
const company = await stage.createSendingCompany();

const retry = (id: string, caller: Pick<typeof company, 'call'> = company) =>
  caller.call<Message>('POST', `/api/v1/messages/${id}/retry`);

describe('202: a message whose life was over', () => {
  it('failed, and is sent by another attempt under the same id', async () => {
    await company.addFault({ name: 'answer_error', code: 131026, to: '+966501230001', count: 1 });
    const refused = await company.send({ to: '+966501230001' });
    const id = (refused.body as unknown as Problem).message_id ?? '';
    const { status, body } = await retry(id);
    expect(status).toBe(202);
    expect(body).toMatchObject({ id, attempts: 1, direction: 'out' });
    const message = await company.waitFor(id, 'sent', 'delivered', 'read');
    expect(message).toMatchObject({ attempts: 2, failure: null });
    const opaque = (await company.ledger({ opaque_prefix: id })).map((entry) => [
      entry.outcome,
      entry.opaque,
    ]);
    expect(opaque).toEqual([
      ['refused', `${id}:1`],
      ['accepted', `${id}:2`],
    ]);
  });

  it('was unconfirmed, and is sent again because somebody takes the risk', async () => {
    await company.addFault({ name: 'reset_before_recording', to: '+966501230002', count: 1 });
    const { body } = await company.send({ to: '+966501230002' });
    expect(body.status).toBe('unconfirmed');
    expect((await retry(body.message_id)).status).toBe(202);
    const message = await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
    expect(message).toMatchObject({ attempts: 2, failure: null });
    expect(await company.ledger({ opaque_prefix: body.message_id })).toHaveLength(1);
  });

  it('failed by a later status, which stays in its story', async () => {
    await company.addFault({ name: 'undeliverable', to: '+966501230003', count: 1 });
    const { body } = await company.send({ to: '+966501230003' });
    await company.waitFor(body.message_id, 'failed');
    expect((await retry(body.message_id)).status).toBe(202);
    expect((await company.waitFor(body.message_id, 'read')).attempts).toBe(2);
    const statuses = await stage.database.query<{ line: string }>(
      `select attempt || ' ' || status as line from message_statuses
       where company_id = $1 and attempt = 1 order by recorded_at, status`,
      [company.uuid],
    );
    expect(statuses.map(({ line }) => line)).toContain('1 failed');
  });
});

describe('409: a message that has no need of it', () => {
  it('was sent', async () => {
    const { body } = await company.send();
    expectProblem(await retry(body.message_id), 'message_not_retryable');
    expect(await company.ledger({ opaque_prefix: body.message_id })).toHaveLength(1);
  });

  it('waits', async () => {
    const { body } = await company.send({ schedule_at: new Date(Date.now() + 3_600_000).toISOString() });
    expectProblem(await retry(body.message_id), 'message_not_retryable');
  });

  it('was cancelled', async () => {
    const { body } = await company.send({ schedule_at: new Date(Date.now() + 3_600_000).toISOString() });
    await company.call('POST', `/api/v1/messages/${body.message_id}/cancel`);
    expectProblem(await retry(body.message_id), 'message_not_retryable');
  });

  it('is retried by one of two who ask at once', async () => {
    await company.addFault({ name: 'answer_error', code: 131026, to: '+966501230004', count: 1 });
    const refused = await company.send({ to: '+966501230004' });
    const id = (refused.body as unknown as Problem).message_id ?? '';
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await company.waitFor(id, 'sent', 'delivered', 'read');
    expect(await company.ledger({ opaque_prefix: id, outcome: 'accepted' })).toHaveLength(1);
  });
});

describe('404 and 422', () => {
  it('a message that is not there, or is another company’s, is not found', async () => {
    expectProblem(await retry(toPublicId('message', newUuid())), 'message_not_found');
    const { body } = await company.send();
    expectProblem(await retry(body.message_id, await stage.createCompany()), 'message_not_found');
  });

  it('an id that is none is refused', async () => {
    expectProblem(await retry('msg_short'), 'invalid_id');
  });
});
