// Everything a provider reports is emitted once, however often it repeats itself; nothing that makes no sense is
// dropped; and callbacks that cannot be used leave a trace where people look.

import { describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { sign, type TestSender, toMetaBytes, useCallbackGateway } from './support/callback-gateway.ts';
import { metaCallback } from './support/meta-callback.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;

const eventsOf = async (companyId: string, type: string): Promise<{ raw: unknown; topic: string }[]> => {
  const rows = await database.query<{ data: string | null }>(
    'select data from events where company_id = $1 and type = $2 order by id',
    [companyId, type],
  );
  return rows.map(({ data }) => JSON.parse(data ?? '{}') as { raw: unknown; topic: string });
};

const envelope = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', time: 1_750_030_073, changes: [{ field, value }] }],
});

const messages = (sender: TestSender, value: object) =>
  envelope('messages', { metadata: { phone_number_id: sender.account }, ...value });

describe('a notice', () => {
  it('is emitted once, however often it comes and however many come at once', async () => {
    const sender = await gateway.addSender();
    const notice = envelope('account_update', { event: 'VERIFIED_ACCOUNT' });
    const twice = { ...notice, entry: [...notice.entry, ...notice.entry] };
    await Promise.all([sender.callBack(notice), sender.callBack(twice), sender.callBack(notice)]);
    expect((await sender.callBack(notice)).status).toBe(200);
    expect(await eventsOf(sender.companyId, 'provider_notice')).toHaveLength(1);
  });

  it('of another moment, another sender or another company is emitted too', async () => {
    const [one, other] = [await gateway.addSender(), await gateway.addSender()];
    const neighbour = await gateway.addSender({ companyId: one.companyId });
    const notice = envelope('account_update', { event: 'VERIFIED_ACCOUNT' });
    const later = { ...notice, entry: notice.entry.map((entry) => ({ ...entry, time: 1_750_030_999 })) };
    for (const body of [notice, later]) await one.callBack(body);
    await neighbour.callBack(notice);
    await other.callBack(notice);
    expect(await eventsOf(one.companyId, 'provider_notice')).toHaveLength(3);
    expect(await eventsOf(other.companyId, 'provider_notice')).toHaveLength(1);
  });

  it('is made of every part that makes no sense, beside its neighbours', async () => {
    const sender = await gateway.addSender();
    const strange = { id: 'wamid.2', status: 'warning', timestamp: '1750030073' };
    const nameless = { type: 'text', text: { body: 'no id' } };
    const good = { id: 'wamid.1', type: 'text', text: { body: 'Hi' }, from: '16505551234' };
    await sender.callBack(messages(sender, { messages: [good, nameless], statuses: [strange] }));
    expect(await eventsOf(sender.companyId, 'incoming_message')).toHaveLength(1);
    const emitted = JSON.stringify(await eventsOf(sender.companyId, 'provider_notice'));
    expect(emitted).toContain('no id');
    expect(emitted).toContain('warning');
  });
});

describe('a message without a time that can be read', () => {
  it.each([undefined, '', 'soon', 0, '1750030073000'])('is emitted once: %j', async (timestamp) => {
    const sender = await gateway.addSender();
    const message = { id: `wamid.${newUuid()}`, from: '16505551234', type: 'text', text: { body: 'Hi' } };
    const body = messages(sender, {
      messages: [{ ...message, ...(timestamp !== undefined && { timestamp }) }],
    });
    await Promise.all([sender.callBack(body), sender.callBack(body)]);
    expect((await sender.callBack(body)).status).toBe(200);
    expect(await eventsOf(sender.companyId, 'incoming_message')).toHaveLength(1);
  });

  it('is another one under another id', async () => {
    const sender = await gateway.addSender();
    const message = (id: string) => ({ id, from: '16505551234', type: 'text', text: { body: 'Hi' } });
    await sender.callBack(messages(sender, { messages: [message('wamid.a'), message('wamid.b')] }));
    expect(await eventsOf(sender.companyId, 'incoming_message')).toHaveLength(2);
  });
});

const requestsOf = (companyId: string) =>
  database.query<{ status: number; error_code: string; path: string; body: string | null; answer: string }>(
    'select status, error_code, path, body, answer from requests where company_id = $1 order by id',
    [companyId],
  );

const problemOf = async (sender: TestSender): Promise<{ code: string; detail: string } | null> => {
  const [row] = await database.query<{ callback_problem: string | null }>(
    'select callback_problem from senders where company_id = $1 and id = $2',
    [sender.companyId, sender.id],
  );
  return row?.callback_problem
    ? (JSON.parse(row.callback_problem) as { code: string; detail: string })
    : null;
};

describe('a callback that cannot be used', () => {
  it('leaves a trace when its signature is wrong: Event Monitor, sender and log, once a minute', async () => {
    const sender = await gateway.addSender();
    const body = toMetaBytes(
      metaCallback([{ account: sender.account, texts: [{ id: 'a', text: 'secret' }] }]),
    );
    const headers = { 'x-hub-signature-256': sign('guessed', body) };
    for (let times = 0; times < 3; times += 1) {
      expect((await gateway.call('POST', sender.path, { body, headers })).status).toBe(401);
    }
    const [request, ...others] = await waitUntil('the request was recorded', async () => {
      const rows = await requestsOf(sender.companyId);
      return rows.length > 0 && rows;
    });
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      status: 401,
      error_code: 'callback_refused',
      path: sender.path,
      body: null,
    });
    await waitUntil('the sender knew', async () => (await problemOf(sender))?.code === 'callback_refused');
    const lines = gateway.logLines.filter((line) => line.includes('a callback could not be used'));
    expect(lines.some((line) => line.includes('"level":40') || line.includes('warn'))).toBe(true);
    expect(lines.join('')).not.toContain('secret');
  });

  it('leaves a trace when it is about a number that no sender has, with its content', async () => {
    const sender = await gateway.addSender();
    const answer = await sender.callBack(
      metaCallback([{ account: '999000', texts: [{ id: 'a', text: 'lost?' }] }]),
    );
    expect(answer.status).toBe(200);
    const [request] = await waitUntil('the request was recorded', async () => {
      const rows = await requestsOf(sender.companyId);
      return rows.length > 0 && rows;
    });
    expect(request).toMatchObject({ status: 200, error_code: 'callback_number_unknown' });
    expect(request?.body).toContain('lost?');
    expect(request?.answer).toContain('999000');
    await waitUntil('the sender knew', async () => (await problemOf(sender))?.detail.includes('999000'));
  });
});
