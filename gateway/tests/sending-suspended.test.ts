// A sender that the provider no longer accepts: its messages wait, and are sent when it is repaired.

import type { EventPayload } from '@hudhud/contract/events.ts';
import type { SenderTest } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage({ WEBHOOK_ALLOWED_NETWORKS: 'loopback' });

const suspend = async (company: SendingCompany) => {
  await company.addFault({ name: 'token_invalid', count: 1 });
  const answer = await company.send({ message: 'first' });
  await waitUntil(
    'the sender was suspended',
    async () => (await company.currentSender()).state === 'suspended',
  );
  return answer;
};

/** A person tests the sender after they have replaced the token. */
const testSender = async (company: SendingCompany): Promise<void> => {
  const path = `/api/v1/senders/${company.sender.id}/test`;
  const { body } = await company.call<SenderTest>('POST', path);
  expect(body).toMatchObject({ is_working: true, state: 'connected' });
};

const acceptedTexts = async (company: SendingCompany): Promise<string[]> =>
  (await company.ledger({ outcome: 'accepted' })).map(({ body }) => body.text.body);

describe('a sender whose token is refused', () => {
  it('is suspended with the reason, and emits one event', async () => {
    const company = await stage.createSendingCompany();
    const { status, body } = await suspend(company);
    expect([status, body.status]).toEqual([202, 'queued']);
    expect(body.notice).toMatch(/^The sender is suspended: .*token/);
    expect(await company.currentSender()).toMatchObject({ state: 'suspended', failure: { code: '190' } });
    expect(await company.message(body.message_id)).toMatchObject({
      status: 'queued',
      failure: { code: '190' },
    });
    const event = await waitUntil('the event was emitted', async () => {
      const feed = await company.get<{ data: EventPayload[] }>('/api/v1/events?types=sender_state');
      return feed.body.data[0];
    });
    expect(event.data).toMatchObject({
      sender_id: company.sender.id,
      state: 'suspended',
      error: { code: '190' },
    });
  });

  it('makes further messages wait, each answered at once, and sends them in order when it is repaired', async () => {
    const company = await stage.createSendingCompany();
    const first = await suspend(company);
    const others = [];
    for (const message of ['second', 'third']) others.push(await company.send({ message }));
    expect(others.map(({ status, body }) => [status, body.status])).toEqual([
      [202, 'queued'],
      [202, 'queued'],
    ]);
    expect(await acceptedTexts(company)).toEqual([]);
    await testSender(company);
    for (const { body } of [first, ...others])
      await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
    expect(await acceptedTexts(company)).toEqual(['first', 'second', 'third']);
    const refused = await company.ledger({ outcome: 'refused' });
    expect(refused).toHaveLength(1);
  });

  it('says why with every answer: the message that found out, the next, and a repetition by its key', async () => {
    const company = await stage.createSendingCompany();
    await company.addFault({ name: 'token_invalid', count: 1 });
    const key = { 'idempotency-key': 'found-out' };
    const first = await company.send({ message: 'first' }, key);
    expect(first).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(first.body.notice).toMatch(/^The sender is suspended: .*token/);
    const replayed = await company.send({ message: 'first' }, key);
    expect(replayed).toMatchObject({ status: 202, body: first.body });
    await waitUntil(
      'the sender was suspended',
      async () => (await company.currentSender()).state === 'suspended',
    );
    const next = await company.send({ message: 'second' });
    expect(next.body.notice).toBe(first.body.notice);
    const kept = await stage.database.query<{ answer: string }>(
      `select answer from requests where company_id = $1 and message_id = $2 and retry_of is null order by id`,
      [company.uuid, fromPublicId('message', first.body.message_id)],
    );
    expect(kept.map(({ answer }) => JSON.parse(answer).notice)).toContain(first.body.notice);
  });

  it('goes on with new credentials', async () => {
    const company = await stage.createSendingCompany();
    const { body } = await suspend(company);
    // The very number it had, entered by hand: what a person does with a new token.
    const number = await stage.call<{ waba_id: string }>(
      'GET',
      `/simulator/control/numbers/${company.account}`,
    );
    const fields = {
      phone_number_id: company.account,
      access_token: 'a new token',
      app_secret: 'a new secret',
      verify_token: 'a new verify token',
      base_url: `${stage.address}/simulator`,
    };
    await stage.call('PATCH', `/simulator/control/numbers/${company.account}`, {
      body: { access_token: fields.access_token, app_secret: fields.app_secret },
    });
    const path = `/api/v1/senders/${company.sender.id}`;
    const changed = await company.call('PATCH', path, { body: { fields } });
    expect([number.status, changed.status], changed.text).toEqual([200, 200]);
    expect((await company.currentSender()).state).toBe('connected');
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
    expect(await acceptedTexts(company)).toEqual(['first']);
  });

  it('does not concern the other senders of the company', async () => {
    const company = await stage.createSendingCompany();
    const second = await company.call<{ id: string }>('POST', '/api/v1/senders', {
      body: { name: 'Second', provider: 'meta_cloud', fields: {}, is_simulated: true },
    });
    await suspend(company);
    expect(await company.send({ from: second.body.id })).toMatchObject({
      status: 200,
      body: { status: 'sent' },
    });
  });
});

describe('a sender that is failing', () => {
  it('is connected again by the first message that is sent', async () => {
    const company = await stage.createSendingCompany();
    // As it is after a failed test, or when the process that found it so has ended.
    await stage.database.query(
      `update senders set state = 'failing', failure = '{"code":"190","title":"Token"}' where company_id = $1`,
      [company.uuid],
    );
    await waitUntil('the message finds it failing', async () => {
      await company.send({ message: 'still tried' });
      return (await company.currentSender()).state === 'connected';
    });
    const event = await waitUntil('the event was emitted', async () => {
      const feed = await company.get<{ data: EventPayload[] }>('/api/v1/events?types=sender_state');
      return feed.body.data[0];
    });
    expect(event.data).toMatchObject({ state: 'connected', error: null });
  });
});

describe('a message that waits too long', () => {
  it('expires instead of going out late, emits one event, and can be retried', async () => {
    const company = await stage.createSendingCompany();
    const first = await suspend(company);
    const { body } = await company.send({ message: 'too late' });
    await stage.database.query(`update messages set expires_at = now() - interval '1 second' where id = $1`, [
      fromPublicId('message', body.message_id),
    ]);
    await testSender(company);
    await company.waitFor(body.message_id, 'expired');
    await company.waitFor(first.body.message_id, 'sent', 'delivered', 'read');
    expect(await acceptedTexts(company)).toEqual(['first']);
    const events = await stage.database.query(
      `select status from events where company_id = $1 and message_id = $2`,
      [company.uuid, fromPublicId('message', body.message_id)],
    );
    expect(events).toEqual([{ status: 'expired' }]);
    expect((await company.call('POST', `/api/v1/messages/${body.message_id}/retry`)).status).toBe(202);
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
  });
});
