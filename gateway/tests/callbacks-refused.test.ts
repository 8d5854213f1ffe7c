// Who may call back, and how everybody else is refused.

import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { sign, type TestSender, toMetaBytes, useCallbackGateway } from './support/callback-gateway.ts';
import { expectProblem } from './support/expect-problem.ts';
import { metaCallback } from './support/meta-callback.ts';
import { insertOneOutgoing, storyOf } from './support/outgoing-message.ts';
import { openRawRequest } from './support/raw-request.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;

const helloTo = (sender: TestSender): Buffer =>
  toMetaBytes(
    metaCallback([{ account: sender.account, texts: [{ id: `wamid.${newUuid()}`, text: 'مرحبا' }] }]),
  );

const storedOf = async (companyId: string): Promise<number> => {
  const rows = await database.query(
    `select id from messages where company_id = $1
     union all select id from events where company_id = $1
     union all select sender_id from parked_statuses where company_id = $1`,
    [companyId],
  );
  return rows.length;
};

const question = (sender: TestSender, changes: Record<string, string> = {}): string =>
  `${sender.path}?${new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': sender.verifyToken,
    ...changes,
  })}`;

describe('the handshake', () => {
  it('is answered with the challenge as plain text', async () => {
    const answer = await gateway.call('GET', question(await gateway.addSender()));
    expect(answer).toMatchObject({ status: 200, text: '1158201444' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['another token', { 'hub.verify_token': 'guessed' }],
    ['no token', { 'hub.verify_token': '' }],
    ['another mode', { 'hub.mode': 'unsubscribe' }],
  ])('is refused with %s', async (_name, changes) => {
    expectProblem(
      await gateway.call('GET', question(await gateway.addSender(), changes)),
      'handshake_refused',
    );
  });

  it('is refused with the token of another sender, and without any question', async () => {
    const [one, other] = [await gateway.addSender(), await gateway.addSender()];
    const stolen = question(one, { 'hub.verify_token': other.verifyToken });
    expectProblem(await gateway.call('GET', stolen), 'handshake_refused');
    expectProblem(await gateway.call('GET', one.path), 'handshake_refused');
  });
});

describe('a callback', () => {
  it.each<[string, (body: Buffer, sender: TestSender) => Record<string, string>]>([
    ['without a signature', () => ({})],
    ['with an empty signature', () => ({ 'x-hub-signature-256': '' })],
    ['signed with another secret', (body) => ({ 'x-hub-signature-256': sign('guessed', body) })],
    [
      'signed for other bytes',
      (_, sender) => ({ 'x-hub-signature-256': sign(sender.secret, Buffer.from('{}')) }),
    ],
    ['with a bare digest', (body, sender) => ({ 'x-hub-signature-256': sign(sender.secret, body).slice(7) })],
    ['with the old signature only', (body, sender) => ({ 'x-hub-signature': sign(sender.secret, body) })],
  ])('%s is refused, and nothing of it is stored', async (_name, headersOf) => {
    const sender = await gateway.addSender();
    const body = helloTo(sender);
    const answer = await gateway.call('POST', sender.path, { body, headers: headersOf(body, sender) });
    expectProblem(answer, 'callback_refused');
    expect(await storedOf(sender.companyId)).toBe(0);
  });

  it('written anew is refused: the signature is over the exact bytes', async () => {
    const sender = await gateway.addSender();
    const body = helloTo(sender);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    expect(rewritten.equals(body)).toBe(false);
    const headers = { 'x-hub-signature-256': sign(sender.secret, body) };
    expectProblem(await gateway.call('POST', sender.path, { body: rewritten, headers }), 'callback_refused');
    expect((await gateway.call('POST', sender.path, { body, headers })).status).toBe(200);
  });

  it.each(['', '{"entry":[', 'not json', '\ufeff'])(
    'that is signed and unreadable is a bad request: %j',
    async (text) => {
      const sender = await gateway.addSender();
      expectProblem(await sender.callBack(Buffer.from(text)), 'invalid_json');
    },
  );

  it('may hold 8 MB and no more', async () => {
    const sender = await gateway.addSender();
    const pad = (bytes: number) => Buffer.from(JSON.stringify({ pad: 'x'.repeat(bytes) }));
    expect((await sender.callBack(pad(7 * 1_048_576))).status).toBe(200);
    expectProblem(await sender.callBack(pad(8 * 1_048_576)), 'body_too_large');
  });

  it('that breaks off leaves nothing behind', async () => {
    const sender = await gateway.addSender();
    const raw = await openRawRequest(gateway.address);
    raw.write(`POST ${sender.path} HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\n{"entry"`);
    raw.breakOff();
    expect((await sender.callBack({})).status).toBe(200);
    expect(await storedOf(sender.companyId)).toBe(0);
  });
});

describe('a wrong address', () => {
  it('gets the same words whichever part of it is wrong', async () => {
    const [one, other] = [await gateway.addSender(), await gateway.addSender()];
    const company = (uuid: string) => toPublicId('company', uuid);
    const sender = (uuid: string) => toPublicId('sender', uuid);
    const paths = [
      `/callbacks/twilio/${company(one.companyId)}/${sender(one.id)}`,
      `/callbacks/meta_cloud/${company(newUuid())}/${sender(one.id)}`,
      `/callbacks/meta_cloud/${company(one.companyId)}/${sender(newUuid())}`,
      `/callbacks/meta_cloud/${company(one.companyId)}/${sender(other.id)}`,
      `/callbacks/meta_cloud/${one.companyId}/${one.id}`,
      `/callbacks/meta_cloud/co_x/snd_x`,
      `/callbacks/constructor/__proto__/%00`,
    ];
    const details = new Set<string>();
    for (const path of paths) {
      const body = helloTo(one);
      const headers = { 'x-hub-signature-256': sign(one.secret, body) };
      details.add(
        expectProblem(await gateway.call('POST', path, { body, headers }), 'callback_address_unknown').detail,
      );
      details.add(expectProblem(await gateway.call('GET', path), 'callback_address_unknown').detail);
    }
    expect(details.size).toBe(1);
    expect(await storedOf(one.companyId)).toBe(0);
  });

  it('is not in the API’s own description', async () => {
    const { text } = await gateway.call('GET', '/openapi.json');
    const { paths } = JSON.parse(text) as { paths: Record<string, object> };
    expect(Object.keys(paths)).toContain('/api/v1/senders');
    expect(Object.keys(paths).filter((path) => path.startsWith('/callbacks'))).toEqual([]);
  });
});

describe('one app with several numbers', () => {
  const statusFor = (sender: TestSender, echo: string) =>
    metaCallback([
      { account: sender.account, statuses: [{ id: `wamid.${newUuid()}`, status: 'read', echo }] },
    ]);

  it('reaches another number of the same company', async () => {
    const companyId = await gateway.addCompany();
    const one = await gateway.addSender({ companyId });
    const other = await gateway.addSender({ companyId });
    const message = await insertOneOutgoing(database, companyId);
    await one.callBack(statusFor(other, message.echo));
    expect((await storyOf(database, message)).status).toBe('read');
    const events = await database.query('select sender_id from events where company_id = $1', [companyId]);
    expect(events).toEqual([{ sender_id: other.id }]);
  });

  it('reaches the number of another company that has the same secret', async () => {
    const [one, other] = [await gateway.addSender(), await gateway.addSender()];
    const message = await insertOneOutgoing(database, other.companyId);
    await one.callBack(statusFor(other, message.echo));
    expect((await storyOf(database, message)).status).toBe('read');
    expect(await storedOf(one.companyId)).toBe(0);
  });

  it('does not reach a number whose sender has another secret', async () => {
    const one = await gateway.addSender();
    const companyId = await gateway.addCompany();
    const other = await gateway.addSender({ companyId, secret: 'a secret of its own' });
    const message = await insertOneOutgoing(database, companyId);
    const before = await storedOf(companyId);
    expect((await one.callBack(statusFor(other, message.echo))).status).toBe(200);
    const hello = metaCallback([{ account: other.account, texts: [{ id: 'wamid.forged', text: 'Hi' }] }]);
    expect((await one.callBack(hello)).status).toBe(200);
    expect(await storedOf(companyId)).toBe(before);
    expect((await storyOf(database, message)).status).toBe('sending');
  });

  it('does not reach another company’s message by naming its id', async () => {
    const [one, other] = [await gateway.addSender(), await gateway.addSender()];
    const message = await insertOneOutgoing(database, other.companyId);
    const before = await storyOf(database, message);
    expect((await one.callBack(statusFor(one, message.echo))).status).toBe(200);
    expect(await storyOf(database, message)).toEqual(before);
  });

  it('is received by the addressed sender where two have the same number', async () => {
    const account = newUuid();
    const one = await gateway.addSender({ companyId: await gateway.addCompany(), account });
    const other = await gateway.addSender({ companyId: await gateway.addCompany(), account });
    await other.callBack(helloTo(other));
    expect([await storedOf(one.companyId), await storedOf(other.companyId)]).toEqual([0, 2]);
  });
});
