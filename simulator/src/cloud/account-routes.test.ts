import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../tests/start-receiver.ts';
import { account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';

const running = useSimulator();
let other: Receiver;
beforeAll(async () => {
  other = await startReceiver(account.appSecret, 'other-verify');
});
afterAll(() => other.close());

const number = `/v24.0/${account.phoneNumberId}`;
const waba = `/v24.0/${account.wabaId}`;

describe('reading accounts', () => {
  it('gives a phone number with the fields that were asked for', async () => {
    expect((await running.call('GET', `${number}?fields=verified_name,status,throughput`)).body).toEqual({
      verified_name: 'Simulated Business',
      status: 'CONNECTED',
      throughput: { level: 'HIGH' },
      id: account.phoneNumberId,
    });
    expect((await running.call('GET', number)).body).toMatchObject({
      display_phone_number: account.displayPhoneNumber,
      quality_rating: 'GREEN',
    });
  });

  it('lists the numbers of an account and describes the account', async () => {
    const { body } = await running.call('GET', `${waba}/phone_numbers`);
    expect(body.data).toMatchObject([{ id: account.phoneNumberId, platform_type: 'CLOUD_API' }]);
    expect((await running.call('GET', waba)).body.id).toBe(account.wabaId);
  });

  it('answers 190 for a wrong token and 100/33 for an unknown object, on every kind of path', async () => {
    for (const path of [
      number,
      waba,
      `${waba}/phone_numbers`,
      `${waba}/message_templates`,
      `${number}/whatsapp_business_profile`,
    ]) {
      expect((await running.call('GET', path, undefined, 'wrong')).body.error.code).toBe(190);
    }
    for (const path of [
      '/v24.0/1',
      '/v24.0/1/phone_numbers',
      '/v24.0/1/subscribed_apps',
      '/1/whatsapp_business_profile',
    ]) {
      expect((await running.call('GET', path)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    }
    for (const [method, path] of [
      ['POST', waba],
      ['DELETE', waba],
      ['DELETE', number],
    ] as const) {
      expect((await running.call(method, path, {})).body.error.error_subcode).toBe(33);
    }
  });
});

describe('the business profile', () => {
  it('can be read and changed', async () => {
    const path = `${number}/whatsapp_business_profile`;
    const change = { messaging_product: 'whatsapp', about: 'Open 9-17', vertical: 'RETAIL', hobby: 'none' };
    expect((await running.call('POST', path, change)).body).toEqual({ success: true });
    expect((await running.call('GET', `${path}?fields=about,vertical`)).body.data).toEqual([
      { about: 'Open 9-17', vertical: 'RETAIL', messaging_product: 'whatsapp' },
    ]);
    expect((await running.call('POST', path, { about: 'x' })).status).toBe(400);
    expect((await running.call('POST', path, { messaging_product: 'whatsapp', about: '' })).status).toBe(400);
  });

  it('comes with registration calls that succeed', async () => {
    for (const action of ['register', 'deregister', 'request_code', 'verify_code']) {
      expect((await running.call('POST', `${number}/${action}`, { pin: '123456' })).body).toEqual({
        success: true,
      });
    }
  });
});

describe('where webhooks go', () => {
  it('is shown by subscribed_apps, and nothing comes without a subscription', async () => {
    const path = `${waba}/subscribed_apps`;
    expect((await running.call('GET', path)).body.data).toMatchObject([
      { whatsapp_business_api_data: { name: 'Simulated App' } },
    ]);
    expect((await running.call('DELETE', path)).body).toEqual({ success: true });
    expect((await running.call('GET', path)).body.data).toEqual([]);
    await running.send('+966501234567');
    await running.receiver.waitUntil(() => running.simulator.schedule.size() === 0);
    expect(running.receiver.posts).toEqual([]);
    expect((await running.call('POST', path)).body).toEqual({ success: true });
    await running.send('+966501234567');
    await running.receiver.waitForStatuses(3);
  });

  it('can be another URL for the account, once it has passed the handshake', async () => {
    const path = `${waba}/subscribed_apps`;
    const wrong = { override_callback_uri: other.url, verify_token: 'wrong' };
    expect((await running.call('POST', path, wrong)).body.error.code).toBe(2200);
    const right = { override_callback_uri: other.url, verify_token: 'other-verify' };
    expect((await running.call('POST', path, right)).body).toEqual({ success: true });
    expect((await running.call('GET', path)).body.data).toMatchObject([{ override_callback_uri: other.url }]);
    await running.send('+966501234567');
    await other.waitForStatuses(3);
    await running.call('POST', path, {});
  });

  it('can be another URL for one number, until it is cleared', async () => {
    other.posts.length = 0;
    const configure = (uri: string) =>
      running.call('POST', number, {
        webhook_configuration: { override_callback_uri: uri, verify_token: 'other-verify' },
      });
    expect((await configure('x'.repeat(201))).status).toBe(400);
    expect((await configure(other.url)).body).toEqual({ success: true });
    await running.send('+966501234567');
    await other.waitForStatuses(3);
    expect((await configure('')).body).toEqual({ success: true });
    running.receiver.posts.length = 0;
    await running.send('+966501234567');
    await running.receiver.waitForStatuses(3);
    expect(other.statuses()).toHaveLength(3);
  });
});
