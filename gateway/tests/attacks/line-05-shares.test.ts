// Issue 14, line 5: one company with a silent provider, or one sender's callbacks, must not use up what all share.

import { describe, expect, it } from 'vitest';
import { useCallbackGateway } from '../support/callback-gateway.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { readFigure } from '../support/metrics.ts';
import { useSendingStage } from '../support/sending-stage.ts';
import { openCrowd } from '../support/slow-requests.ts';
import { waitUntil } from '../support/wait-until.ts';

describe('a provider that never answers', () => {
  it('holds no more sends than its company’s share: the oldest are answered 202', {
    timeout: 60_000,
  }, async () => {
    const stage = await useSendingStage({
      INBOX_REQUESTS_MAX: '40',
      SEND_WAITING_MAX: '16',
      SEND_WAIT_SECONDS: '50',
    });
    const [silent, healthy] = [await stage.createSendingCompany(), await stage.createSendingCompany()];
    await silent.addFault({ name: 'no_answer' });
    const sends = Array.from({ length: 40 }, (_, index) =>
      silent.send({ to: `+9665012${String(index).padStart(5, '0')}` }),
    );
    const early = await Promise.all(sends.slice(0, 8));
    expect(early.map(({ status, body }) => [status, body.status])).toEqual(early.map(() => [202, 'queued']));
    expect(await readFigure(stage, 'hudhud_waiting_requests')).toBeLessThanOrEqual(8);
    const answer = await healthy.send();
    expect([answer.status, answer.body.status]).toEqual([200, 'sent']);
    expect(await readFigure(stage, 'hudhud_bounds_reached_total{bound="send_waiting"}')).toBeGreaterThan(0);
    await silent.clearFaults();
    await stage.stop();
    await Promise.allSettled(sends);
  });
});

describe('one company with unfinished requests', () => {
  it('holds half of the inbox and no more; others are served', async () => {
    const gateway = await useApiGateway({ environment: { INBOX_REQUESTS_MAX: '20' } });
    const [greedy, modest] = [await gateway.createCompany(), await gateway.createCompany()];
    await greedy.send();
    const headers = { ...greedy.headers, 'content-type': 'application/json', 'content-length': '1000' };
    const crowd = await openCrowd(gateway.address, 30, '/api/v1/messages/send', { headers, body: '{"to":' });
    await waitUntil('the crowd was let in or turned away', () => crowd.answered(429) === 20);
    expect(await readFigure(gateway, 'hudhud_inbox_largest_share')).toBe(10);
    expectProblem(await greedy.send(), 'too_many_open_requests');
    expect((await modest.send()).status).toBe(202);
    const line = gateway.logLines
      .map((text) => JSON.parse(text))
      .find(({ bound }) => bound === 'company_share');
    expect(line).toMatchObject({ company: greedy.id, msg: expect.stringContaining('429') });
    crowd.breakOff();
    await waitUntil(
      'its places were given back',
      async () => (await readFigure(gateway, 'hudhud_inbox_requests')) === 0,
    );
  });
});

describe('open callbacks of one sender', () => {
  const announced = { 'content-type': 'application/json', 'content-length': String(8 * 1_048_576) };

  it('do not block the callbacks of others: eight that announce 8 MB', async () => {
    const gateway = await useCallbackGateway();
    const [attacked, other] = [await gateway.addSender(), await gateway.addSender()];
    const crowd = await openCrowd(gateway.address, 8, attacked.path, { headers: announced, body: '{' });
    await waitUntil(
      'they were let in',
      async () => (await readFigure(gateway, 'hudhud_callback_requests')) === 8,
    );
    expect((await other.callBack({ object: 'whatsapp_business_account', entry: [] })).status).toBe(200);
    expect((await attacked.callBack({ object: 'whatsapp_business_account', entry: [] })).status).toBe(200);
    crowd.breakOff();
    await waitUntil(
      'their places were given back',
      async () => (await readFigure(gateway, 'hudhud_callback_requests')) === 0,
    );
  });

  it('hold a part of the places, and less of their company’s than all', async () => {
    const gateway = await useCallbackGateway({ CALLBACK_REQUESTS_MAX: '12' });
    const companyId = await gateway.addCompany();
    const [attacked, neighbour, other] = [
      await gateway.addSender({ companyId }),
      await gateway.addSender({ companyId }),
      await gateway.addSender(),
    ];
    const crowd = await openCrowd(gateway.address, 10, attacked.path, { headers: announced, body: '{' });
    await waitUntil('six were turned away', () => crowd.answered(429) === 6);
    for (const sender of [neighbour, other]) {
      expect((await sender.callBack({ object: 'whatsapp_business_account', entry: [] })).status).toBe(200);
    }
    const line = gateway.logLines
      .map((text) => JSON.parse(text))
      .find(({ bound }) => bound === 'callback_share');
    expect(line.msg).toContain('429');
    crowd.breakOff();
  });

  it('have seconds to arrive, and are then answered 408 and closed', async () => {
    const gateway = await useCallbackGateway({ STRANGER_SECONDS: '1' });
    const sender = await gateway.addSender();
    const crowd = await openCrowd(gateway.address, 3, sender.path, { headers: announced, body: '{' });
    await waitUntil('they were cut off', () => crowd.answered(408) === 3);
    await waitUntil(
      'the places were given back',
      async () => (await readFigure(gateway, 'hudhud_callback_requests')) === 0,
    );
    crowd.breakOff();
  });
});
