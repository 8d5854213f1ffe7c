// Twilio's dialect as a client sees it: forms, its errors, callbacks that are signed and mostly not repeated.
import { createHmac } from 'node:crypto';
import Fastify from 'fastify';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { createFakeSender } from '../../../tests/core-simulator.ts';
import { createSimulator } from '../../create-simulator.ts';
import { simulatorPlugin } from '../../simulator-plugin.ts';

const account = 'AC00000000000000000000000000000001';
const token = 'a-token';
const digits = '15550001111';
const sender = createFakeSender();
const simulator = createSimulator({
  sender,
  settings: { sentDelayMs: 1, deliveredDelayMs: 2, readDelayMs: 3, webhookRetryFirstMs: 1 },
});
simulator.registerNumber({
  dialect: 'twilio',
  phoneNumberId: digits,
  displayPhoneNumber: `+${digits}`,
  wabaId: account,
  accessToken: token,
  appSecret: token,
  verifyToken: '',
  callbackUrl: 'http://receiver.test/inbound',
});
const server = Fastify();
await server.register(simulatorPlugin, { simulator, dialect: 'twilio' });
const address = await server.listen({ port: 0, host: '127.0.0.1' });
simulator.setPublicUrl(address);
afterAll(async () => {
  await server.close();
  await simulator.close();
});

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

async function send(parameters: Record<string, string>, authorization = basic(account, token)) {
  const answer = await request(`${address}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      To: 'whatsapp:+966501234567',
      From: `whatsapp:+${digits}`,
      ...parameters,
    }).toString(),
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

const callsTo = (path: string) => sender.calls.filter(({ url }) => url.includes(path));

describe('a message in a form', () => {
  it('is answered 201 with a sid, and its statuses go to the address that it names', async () => {
    const { status, body } = await send({
      Body: 'Hi',
      StatusCallback: 'http://receiver.test/status?echo=msg_1%3A1#rc=2&rp=all',
    });
    expect([status, body.status, body.num_media]).toEqual([201, 'queued', '0']);
    expect(body.sid).toMatch(/^SM[0-9a-f]{32}$/);
    await expect.poll(() => callsTo('/status?echo=msg_1').length).toBe(3);
    expect(simulator.ledger.count({ opaque: 'msg_1:1', outcome: 'accepted' })).toBe(1);
    for (const { url, body: form, headers } of callsTo('/status?echo=msg_1')) {
      expect(url).not.toContain('#');
      const pairs = [...new URLSearchParams(form ?? '')].toSorted(([one], [two]) => (one < two ? -1 : 1));
      const signed = url + pairs.map(([name, value]) => name + value).join('');
      const signature = createHmac('sha1', token).update(signed).digest('base64');
      expect(headers['x-twilio-signature']).toBe(signature);
    }
  });

  it.each([
    [{ Body: 'x'.repeat(1_601) }, 400, 21617],
    [{}, 400, 21619],
    [{ Body: 'Hi', To: 'whatsapp:+1' }, 400, 21211],
    [{ Body: 'Hi', From: 'whatsapp:+19990001111' }, 400, 63007],
    [{ ContentSid: 'HX1', ContentVariables: 'no json' }, 400, 21656],
    [{ ContentSid: 'HX1', ContentVariables: '{"1":"a\\nb"}' }, 400, 92007],
    [{ ContentSid: 'HX1', ContentVariables: '{"1":"a"}' }, 404, 20404],
  ])('%j is refused with %i and %i', async (parameters, status, code) => {
    const answer = await send(parameters as Record<string, string>);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('is refused without the right credentials', async () => {
    const answer = await send({ Body: 'Hi' }, basic(account, 'another'));
    expect([answer.status, answer.body.code]).toEqual([401, 20003]);
  });

  it("meets the world's faults in Twilio's words", async () => {
    const throttled = await send({ Body: 'Hi', To: 'whatsapp:+15550130429' });
    expect([throttled.status, throttled.body.code]).toEqual([429, 20429]);
    await send({ Body: 'Hi', To: 'whatsapp:+15550131026', StatusCallback: 'http://receiver.test/bad' });
    await expect.poll(() => callsTo('/bad').length).toBe(1);
    const form = new URLSearchParams(callsTo('/bad')[0]?.body ?? '');
    expect([form.get('MessageStatus'), form.get('ErrorCode')]).toEqual(['undelivered', '63024']);
  });
});

describe('a callback that is not taken', () => {
  const failing = async (path: string) => {
    simulator.faults.add({ name: 'stays_sent', count: 1 });
    sender.outcomes.push(
      ...Array.from({ length: 9 }, () => ({ kind: 'answered', status: 500, text: '' }) as const),
    );
    await send({ Body: 'Hi', StatusCallback: `http://receiver.test${path}` });
    await simulator.webhooks.idle();
    await expect.poll(() => simulator.schedule.size()).toBe(0);
    await simulator.webhooks.idle();
    sender.outcomes.length = 0;
    return callsTo(path.split('#')[0] ?? '').length;
  };

  it('is lost after a 500, unless the fragment of its address asks for more', async () => {
    expect(await failing('/lost')).toBe(1);
    expect(await failing('/again#rc=3&rp=all')).toBe(4);
    expect(await failing('/never#rc=3&rp=ct')).toBe(1);
  });
});

describe('a person', () => {
  it('writes by a form, and their file needs the credentials and then none', async () => {
    const content = {
      data: Buffer.from('bytes').toString('base64'),
      mime_type: 'image/png',
      caption: 'Look',
    };
    simulator.sendInbound(digits, { from: '966501234567', name: 'Huda', type: 'image', content });
    await expect.poll(() => callsTo('/inbound').length).toBe(1);
    const form = new URLSearchParams(callsTo('/inbound')[0]?.body ?? '');
    expect(Object.fromEntries(form)).toMatchObject({
      From: 'whatsapp:+966501234567',
      To: `whatsapp:+${digits}`,
      Body: 'Look',
      NumMedia: '1',
      MediaContentType0: 'image/png',
      ProfileName: 'Huda',
      MessageType: 'image',
    });
    const url = (form.get('MediaUrl0') ?? '').replace('/twilio/', '/');
    const get = (at: string, headers: Record<string, string>) => request(at, { headers });
    expect((await get(url, {})).statusCode).toBe(401);
    const redirected = await get(url, { authorization: basic(account, token) });
    expect(redirected.statusCode).toBe(307);
    const storage = new URL(String(redirected.headers.location), address).href;
    expect((await get(storage, { authorization: basic(account, token) })).statusCode).toBe(400);
    expect(await (await get(storage, {})).body.text()).toBe('bytes');
  });
});
