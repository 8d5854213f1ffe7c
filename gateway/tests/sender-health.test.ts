// How a sender is doing: read from its provider, reported as events and by mail, and examined step by step.

import type { Heard, Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const control = '/simulator/control';

const senderUuid = (company: SendingCompany): string => fromPublicId('sender', company.sender.id) ?? '';

const stand = async (company: SendingCompany, standing: object): Promise<void> => {
  // The simulator knows a number once its sender was looked up.
  await company.get('/api/v1/window?to=%2B966503000001');
  const answer = await stage.call('PATCH', `${control}/numbers/${company.account}`, { body: standing });
  expect(answer.status).toBe(200);
};

const test = async (company: SendingCompany): Promise<SenderTest> => {
  const { status, body } = await company.call<SenderTest>(
    'POST',
    `/api/v1/senders/${company.sender.id}/test`,
  );
  expect(status).toBe(200);
  return body;
};

interface EventRow {
  type: string;
  data: string;
}

const eventsOf = async (company: SendingCompany, type: string): Promise<object[]> =>
  (
    await stage.database.query<EventRow>(
      'select type, data from events where company_id = $1 and type = $2 order by id',
      [company.uuid, type],
    )
  ).map(({ data }) => JSON.parse(data) as object);

describe('the health of a sender', () => {
  it('is not there before it is read, and is after a test', async () => {
    const company = await stage.createSendingCompany();
    expect((await company.currentSender()).health).toBeNull();
    await stand(company, { quality_rating: 'YELLOW', messaging_limit: 'TIER_2K' });
    await company.send({ to: '+966503000001' });
    await company.send({ to: '+966503000001' });
    await company.send({ to: '+966503000002' });
    await test(company);
    expect((await company.currentSender()).health).toMatchObject({
      quality: 'yellow',
      people_per_day: 2000,
      is_unlimited: false,
      people_reached: 2,
      name_status: 'APPROVED',
      restrictions: [],
      token_ends_at: null,
      failure: null,
    });
    const { body } = await company.get<{ data: Sender[] }>('/api/v1/senders');
    expect(body.data[0]?.health?.quality).toBe('yellow');
  });

  it('emits quality and limit when they change, and not when they are first read', async () => {
    const company = await stage.createSendingCompany();
    await test(company);
    expect(await eventsOf(company, 'sender_quality')).toEqual([]);
    await stand(company, { quality_rating: 'RED', messaging_limit: 'TIER_250' });
    await test(company);
    await test(company);
    expect(await eventsOf(company, 'sender_quality')).toEqual([{ quality: 'red', previous: 'green' }]);
    expect(await eventsOf(company, 'sender_limit')).toEqual([
      { is_unlimited: false, people_per_day: 250, previous: null },
    ]);
    const emitted = await waitUntil('the feed has it', async () => {
      const feed = await company.get<{ data: object[] }>('/api/v1/events?types=sender_quality');
      return feed.body.data[0];
    });
    expect(emitted).toMatchObject({
      event: 'sender_quality',
      data: { sender_id: company.sender.id, quality: 'red', previous: 'green' },
    });
  });

  it('warns of the end of a token once 14 days and once 3 days before', async () => {
    const company = await stage.createSendingCompany();
    const inDays = (days: number): number => Math.floor(Date.now() / 1000) + days * 86_400;
    for (const days of [20, 13, 12, 2, 1]) {
      await stand(company, { token_ends: inDays(days) });
      await test(company);
    }
    const alerts = await eventsOf(company, 'account_alert');
    expect(alerts.map((alert) => (alert as { kind: string }).kind)).toEqual(['token_ends', 'token_ends']);
    expect((await company.currentSender()).health?.token_ends_at).not.toBeNull();
  });
});

describe('a callback about the account', () => {
  it('is emitted as an alert once, keeps the restriction with its end, and makes the health be read again', async () => {
    const company = await stage.createSendingCompany();
    await test(company);
    const expiration = Math.floor(Date.now() / 1000) + 86_400;
    const restriction = { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration };
    const value = { event: 'ACCOUNT_RESTRICTION', restriction_info: [restriction] };
    for (const _time of [1, 2]) {
      await stage.call('POST', `${control}/numbers/${company.account}/webhooks`, {
        body: { field: 'account_update', value },
      });
    }
    await waitUntil('it was emitted', async () => (await eventsOf(company, 'account_alert')).length > 0);
    const { health } = await waitUntil('the restriction is kept', async () => {
      const sender = await company.currentSender();
      return sender.health?.restrictions.length ? sender : null;
    });
    expect(health?.restrictions).toEqual([
      {
        kind: 'restricted_biz_initiated_messaging',
        ends_at: new Date(expiration * 1000).toISOString(),
      },
    ]);
    const [row] = await stage.database.query<{ health_read_at: Date | null }>(
      'select health_read_at from senders where id = $1',
      [senderUuid(company)],
    );
    expect(row?.health_read_at).toBeNull();
    // A reading that does not name it keeps it until it ends.
    await test(company);
    expect((await company.currentSender()).health?.restrictions).toHaveLength(1);
  });
});

describe('the doctor', () => {
  it('finds a simulated sender working, step by step', async () => {
    const company = await stage.createSendingCompany();
    const { is_working: isWorking, steps } = await test(company);
    expect(isWorking).toBe(true);
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'token working',
      'scopes working',
      'number working',
      'subscription working',
      'callback working',
      'signature working',
    ]);
  });

  it('names a number that is not connected, and what to do', async () => {
    const company = await stage.createSendingCompany();
    await stand(company, { status: 'DISCONNECTED' });
    const { steps } = await test(company);
    expect(steps.at(-1)).toMatchObject({
      step: 'number',
      state: 'broken',
      failure: { code: 'number_not_connected', action: expect.stringContaining('Register') },
    });
  });

  it('names a callback that was signed with another secret, and forgets it when a good one came', async () => {
    const company = await stage.createSendingCompany();
    const path = new URL(company.sender.callback_url).pathname;
    const refused = await stage.call('POST', path, {
      body: Buffer.from('{"object":"whatsapp_business_account","entry":[]}'),
      headers: { 'x-hub-signature-256': 'sha256=00' },
    });
    expect(refused.status).toBe(401);
    const step = await waitUntil('the problem is written down', async () => {
      const last = (await test(company)).steps.at(-1);
      return last?.state === 'broken' ? last : null;
    });
    expect(step).toMatchObject({ step: 'signature', failure: { code: 'callback_refused' } });
    await stage.database.query(
      `update senders set callback_problem_at = now() - interval '2 days' where id = $1`,
      [senderUuid(company)],
    );
    expect((await test(company)).steps.at(-1)).toMatchObject({ step: 'signature', state: 'working' });
  });

  it('names callbacks about a number that no sender has, also while good ones come', async () => {
    const company = await stage.createSendingCompany();
    await test(company);
    const callBack = (phoneNumberId: string) =>
      stage.call('POST', `${control}/numbers/${company.account}/webhooks`, {
        body: {
          field: 'messages',
          value: {
            metadata: { phone_number_id: phoneNumberId },
            statuses: [{ id: 'wamid.1', status: 'read' }],
          },
        },
      });
    expect((await callBack('100200300')).status).toBeLessThan(300);
    const step = await waitUntil('the problem is written down', async () => {
      const last = (await test(company)).steps.at(-1);
      return last?.state === 'broken' ? last : null;
    });
    expect(step).toMatchObject({
      step: 'signature',
      failure: { code: 'callback_number_unknown', cause: expect.stringContaining('100200300') },
    });
    await callBack(company.account);
    await stage.database.query('update senders set last_callback_at = now() where id = $1', [
      senderUuid(company),
    ]);
    expect((await test(company)).steps.at(-1)).toMatchObject({ step: 'signature', state: 'broken' });
  });

  it('waits for a real message', async () => {
    const company = await stage.createSendingCompany();
    const { tested_at: testedAt } = await test(company);
    // A provider reports whole seconds, so what comes in the second of the test looks older than the test.
    const since = encodeURIComponent(new Date(Date.parse(testedAt) - 1_000).toISOString());
    const ask = () => company.get<Heard>(`/api/v1/senders/${company.sender.id}/heard?since=${since}`);
    expect((await ask()).body.message_id).toBeNull();
    await stage.call('POST', `${control}/numbers/${company.account}/inbound`, {
      body: { from: '+966503000009', text: 'Hi' },
    });
    const received = await waitUntil('a message came', async () => (await ask()).body.message_id);
    expect(received).toMatch(/^msg_/);
  });

  it('does not answer for a sender of another company', async () => {
    const [ours, theirs] = [await stage.createSendingCompany(), await stage.createSendingCompany()];
    const since = encodeURIComponent(new Date().toISOString());
    const path = `/api/v1/senders/${theirs.sender.id}`;
    expect((await ours.call('POST', `${path}/test`)).status).toBe(404);
    expect((await ours.get(`${path}/heard?since=${since}`)).status).toBe(404);
  });
});
