import { afterEach, describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';

const person = '+966501234567';
const running = useSimulator();
afterEach(async () => {
  await running.control('POST', '/reset');
  // A webhook that was on its way at the reset belongs to the test before.
  await running.quiet();
});

const input = {
  phone_number_id: '200',
  display_phone_number: '+1 555 100 2000',
  waba_id: '300',
  access_token: 'second-token',
  app_secret: 'second-secret',
  verify_token: account.verifyToken,
};

describe('numbers', () => {
  it('are registered, listed, edited, used and removed', async () => {
    const created = await running.control('POST', '/numbers', {
      ...input,
      settings: { throughput_per_second: 1 },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...input,
      callback_url: null,
      settings: { throughput_per_second: 1 },
    });
    const list = await running.control('GET', '/numbers');
    expect(list.body.data.map((number) => number.phone_number_id)).toContain('200');
    const send = () =>
      running.call(
        'POST',
        '/200/messages',
        { messaging_product: 'whatsapp', to: person, text: { body: 'x' } },
        'third',
      );
    expect((await send()).status).toBe(401);
    const edited = await running.control('PATCH', '/numbers/200', {
      access_token: 'third',
      settings: { throughput_per_second: 2 },
    });
    expect(edited.body.settings).toEqual({ throughput_per_second: 2 });
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 200, 400]);
    expect((await running.control('GET', '/numbers/200')).body.access_token).toBe('third');
    expect((await running.control('DELETE', '/numbers/200')).status).toBe(204);
    expect((await running.control('GET', '/numbers/200')).status).toBe(404);
    expect((await send()).status).toBe(401);
  });

  it('are verified by the handshake when asked to be', async () => {
    const callback_url = running.receiver.url;
    expect((await running.control('POST', '/numbers', { ...input, callback_url, verify: true })).status).toBe(
      201,
    );
    expect((await running.control('POST', '/numbers/200/verify')).body).toEqual({ verified: true });
    const wrong = { ...input, callback_url, verify: true, verify_token: 'wrong' };
    expect(await running.control('POST', '/numbers', wrong)).toMatchObject({
      status: 409,
      body: { error: { code: 'callback_not_verified' } },
    });
    await running.control('PATCH', '/numbers/200', { callback_url: null });
    expect((await running.control('POST', '/numbers/200/verify')).body.error.code).toBe('callback_missing');
    await running.control('DELETE', '/numbers/200');
  });

  it.each([
    [{ ...input, phone_number_id: 'abc' }, 'field_invalid'],
    [{ ...input, callback_url: 'ftp://x' }, 'field_invalid'],
    [{ ...input, colour: 'blue' }, 'field_unknown'],
    [{ ...input, settings: { webhook_timeout_ms: 1 } }, 'field_unknown'],
    [{ phone_number_id: '1' }, 'field_missing'],
    ['nothing', 'body_invalid'],
  ])('are refused when they are %j', async (body, code) => {
    expect(await running.control('POST', '/numbers', body)).toMatchObject({
      status: 400,
      body: { error: { code } },
    });
  });

  it('send webhooks of any field', async () => {
    const value = { event: 'ACCOUNT_RESTRICTION' };
    const path = `/numbers/${account.phoneNumberId}/webhooks`;
    expect((await running.control('POST', path, { field: 'account_update', value })).status).toBe(202);
    await running.receiver.waitUntil(() => running.receiver.changes().length === 1);
    expect(running.receiver.changes()).toEqual([{ field: 'account_update', value }]);
  });

  it('report when a person stops and resumes marketing', async () => {
    const path = `/numbers/${account.phoneNumberId}/marketing`;
    for (const value of ['stop', 'resume'])
      await running.control('POST', path, { wa_id: '966501234567', value });
    await running.receiver.waitUntil(() => running.receiver.changes().length === 2);
    const values = running.receiver
      .changes()
      .flatMap(({ value }) => value.user_preferences as { value: string }[]);
    expect(values.map(({ value }) => value)).toEqual(['stop', 'resume']);
    expect((await running.control('POST', path, { wa_id: '1', value: 'pause' })).status).toBe(400);
  });
});

describe('the ledger', () => {
  it('is asked by filters and in pages', async () => {
    for (const [index, to] of [person, '+14155550132', person].entries()) {
      await running.send(to, { text: { body: 'x' }, biz_opaque_callback_data: `msg_${index}:1` });
    }
    const ask = async (query: string) => (await running.control('GET', `/ledger?${query}`)).body;
    expect((await ask(`to=%2B966501234567&phone_number_id=${account.phoneNumberId}`)).data).toHaveLength(2);
    expect((await ask('opaque=msg_1:1')).data).toMatchObject([
      { wa_id: '14155550132', type: 'text', body: { to: '+14155550132' } },
    ]);
    expect((await ask('opaque_prefix=msg_')).data).toHaveLength(3);
    const page = await ask('limit=2');
    expect((await ask(`after=${page.next_after}`)).data).toHaveLength(1);
    expect((await ask(`since=${Date.now() + 1_000}`)).data).toEqual([]);
    expect((await running.control('GET', '/ledger/count?outcome=accepted')).body).toMatchObject({
      count: 3,
      accepted: 3,
    });
    expect((await running.control('GET', '/ledger?outcome=maybe')).status).toBe(400);
    expect((await running.control('GET', '/ledger?colour=blue')).status).toBe(400);
  });

  it('lets a test wait for messages', async () => {
    const waiting = running.control('GET', '/ledger/wait?count=2&timeout_ms=5000');
    await running.send(person);
    await running.send(person);
    expect((await waiting).body).toMatchObject({ reached: true, data: [{}, {}] });
    expect((await running.control('GET', '/ledger/wait?count=3&timeout_ms=20')).body.reached).toBe(false);
  });

  it('shows the pace of every number', async () => {
    await Promise.all(Array.from({ length: 5 }, () => running.send(person)));
    const { body } = await running.control('GET', `/ledger/pace?phone_number_id=${account.phoneNumberId}`);
    expect(body.data).toMatchObject([{ total: 5, peak_in_one_second: expect.any(Number) }]);
    expect((await running.control('GET', '/ledger/pace?phone_number_id=1')).body.data).toEqual([]);
  });

  it('is flushed and cleared', async () => {
    await running.send(person);
    expect((await running.control('POST', '/ledger/flush')).status).toBe(204);
    expect((await running.control('DELETE', '/ledger')).status).toBe(204);
    expect((await running.control('GET', '/ledger')).body.data).toEqual([]);
  });
});

describe('the world', () => {
  it('has settings that can be read, changed and refused', async () => {
    expect((await running.control('GET', '/settings')).body).toMatchObject({
      sent_delay_ms: 5,
      window_enforced: false,
    });
    expect(
      (await running.control('PATCH', '/settings', { window_enforced: true })).body.window_enforced,
    ).toBe(true);
    await running.send(person);
    const [status] = await running.receiver.waitForStatuses(1);
    expect(status).toMatchObject({ status: 'failed', errors: [{ code: 131047 }] });
    for (const wrong of [{ window_enforced: 'yes' }, { sent_delay_ms: -1 }, { gravity: 1 }]) {
      expect((await running.control('PATCH', '/settings', wrong)).status).toBe(400);
    }
  });

  it('is forgotten by a reset, all but the numbers', async () => {
    await running.control('POST', '/faults', { name: 'missing_statuses' });
    await running.control('PATCH', '/settings', { sent_delay_ms: 60_000 });
    await running.send(person);
    expect((await running.control('POST', '/reset')).status).toBe(204);
    for (const path of ['/faults', '/ledger', '/conversations']) {
      expect((await running.control('GET', path)).body.data).toEqual([]);
    }
    expect((await running.control('GET', '/settings')).body.sent_delay_ms).toBe(5);
    expect((await running.send(person)).status).toBe(200);
    await running.receiver.waitForStatuses(3);
  });

  it('shows the webhooks that were tried and counts everything', async () => {
    await running.control('POST', '/faults', { name: 'stays_sent' });
    running.receiver.answers.push(500);
    await running.send(person);
    await running.receiver.waitForStatuses(2);
    await running.simulator.webhooks.idle();
    const { body } = await running.control('GET', '/webhooks');
    expect(body.delivered).toBe(1);
    expect(body.attempts[0]).toMatchObject({
      attempt: 1,
      updates: 1,
      outcome: { kind: 'answered', status: 500 },
    });
    expect((await running.control('GET', '/stats')).body).toMatchObject({
      ledger: { accepted: 1 },
      media: { uploads: 0 },
      pending: 0,
    });
  });

  it('answers unknown control paths with 404', async () => {
    expect((await running.control('GET', '/nothing/here')).status).toBe(404);
  });
});
