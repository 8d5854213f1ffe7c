import { beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';

const person = '+966501234567';
const running = useSimulator();
beforeEach(async () => {
  await running.quiet();
});

const message = { messaging_product: 'whatsapp', to: person, text: { body: 'Hi' } };
const path = `/${account.phoneNumberId}/messages`;

describe('sending over HTTP', () => {
  it.each(['/v24.0', '/v19.0', ''])('works under the version "%s"', async (version) => {
    const answer = await running.call('POST', version + path, message);
    expect(answer).toMatchObject({ status: 200, body: { messaging_product: 'whatsapp' } });
    await running.receiver.waitForStatuses(3);
  });

  it('brings signed webhooks with the mark of the sender in each status', async () => {
    const { body } = await running.send(person, {
      text: { body: 'Hi' },
      biz_opaque_callback_data: 'msg_1:1',
    });
    const statuses = await running.receiver.waitForStatuses(3);
    expect(statuses.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']);
    for (const status of statuses) {
      expect(status).toMatchObject({
        id: body.messages[0].id,
        recipient_id: '966501234567',
        recipient_user_id: expect.stringMatching(/^US\./),
        timestamp: expect.stringMatching(/^\d{10}$/),
        biz_opaque_callback_data: 'msg_1:1',
      });
      expect(status.conversation).toBeUndefined();
    }
    expect(statuses.map(({ pricing }) => pricing?.category)).toEqual(['service', 'service', undefined]);
    for (const post of running.receiver.posts) {
      expect(post.isSigned).toBe(true);
      expect(post.raw.every((byte) => byte < 0x7f)).toBe(true);
      expect(post.headers['content-type']).toBe('application/json');
    }
  });

  it('refuses a wrong or missing token with 190', async () => {
    for (const token of ['wrong', '']) {
      const answer = await running.call('POST', path, message, token);
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 190, type: 'OAuthException' } } });
    }
  });

  it('takes the token from the query too', async () => {
    const response = await fetch(`${running.address}${path}?access_token=${account.accessToken}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    expect(response.status).toBe(200);
    await running.receiver.waitForStatuses(3);
  });

  it('takes every token of a number', async () => {
    running.simulator.numbers.edit(account.phoneNumberId, { otherAccessTokens: ['second'] });
    expect((await running.call('POST', path, message, 'second')).status).toBe(200);
    await running.receiver.waitForStatuses(3);
  });

  it('answers 100 with subcode 33 for an unknown number and for one of another account', async () => {
    const other = { ...account, phoneNumberId: '77', accessToken: 'other', callbackUrl: null };
    running.simulator.registerNumber(other);
    for (const id of ['4711', '77']) {
      const answer = await running.call('POST', `/v24.0/${id}/messages`, message);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 100, error_subcode: 33, type: 'GraphMethodException' } },
      });
    }
  });

  it('answers a body that is not JSON with 100', async () => {
    const response = await fetch(running.address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' },
      body: '{"to":',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 100 } });
  });

  it('answers an unknown path in the way of Graph', async () => {
    expect(await running.call('GET', '/a/b/c/d')).toMatchObject({
      status: 404,
      body: { error: { code: 2500 } },
    });
  });
});

describe('webhooks on demand', () => {
  it('carry 1,000 updates in one POST when they were held back', { timeout: 30_000 }, async () => {
    await running.control('PATCH', '/settings', { webhooks_held: true });
    await Promise.all(Array.from({ length: 400 }, (_, index) => running.send(`+96650${1_000_000 + index}`)));
    await running.receiver.waitUntil(() => running.simulator.webhooks.stats().waiting === 1_200);
    expect(running.receiver.posts).toHaveLength(0);
    await running.control('PATCH', '/settings', { webhooks_held: false });
    await running.receiver.waitForStatuses(1_200);
    const sizes = running.receiver.posts.map(({ raw }) => raw.toString().split('"recipient_id"').length - 1);
    expect(sizes).toEqual([1_000, 200]);
    expect(running.receiver.posts.every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('come again until they are answered 200', async () => {
    running.receiver.answers.push(500, 404, 204);
    await running.control('POST', '/faults', { name: 'stays_sent', count: 1 });
    const { body } = await running.send(person);
    const statuses = await running.receiver.waitForStatuses(4);
    expect(statuses.map(({ id }) => id)).toEqual(Array(4).fill(body.messages[0].id));
    expect(new Set(running.receiver.posts.map(({ raw }) => raw.toString())).size).toBe(1);
    await running.simulator.webhooks.idle();
    expect(running.receiver.posts).toHaveLength(4);
  });

  it('carry the conversation when the webhooks are of an old version', async () => {
    await running.control('PATCH', '/settings', { conversation_in_statuses: true });
    await running.send(person);
    const [sent, delivered] = await running.receiver.waitForStatuses(3);
    await running.control('PATCH', '/settings', { conversation_in_statuses: false });
    expect(sent?.conversation).toMatchObject({ expiration_timestamp: expect.any(String) });
    expect(delivered?.conversation).toMatchObject({ origin: { type: 'service' } });
  });
});
