// Changes, deletions, messages from the phone app, calls and prices, each as its own event and tied to the messages of
// ours that they are about.

import type { EventPayload } from '@hudhud/contract/events.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { type TestSender, useCallbackGateway } from './support/callback-gateway.ts';
import { insertOneOutgoing, storyOf } from './support/outgoing-message.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;

type DataOf<Type extends EventPayload['event']> = Extract<EventPayload, { event: Type }>['data'];

const stamp = (): string => String(Math.floor(Date.now() / 1000));

const change = (sender: TestSender, field: string, value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [
    { id: '1', changes: [{ field, value: { metadata: { phone_number_id: sender.account }, ...value } }] },
  ],
});

const makeScene = async () => {
  const caller = await gateway.addCaller();
  const sender = await gateway.addSender({ companyId: caller.companyId });
  const from = `1650${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  return {
    caller,
    sender,
    from,
    async say(fields: object): Promise<string> {
      const id = `wamid.${newUuid()}`;
      const message = { id, from, timestamp: stamp(), ...fields };
      expect((await sender.callBack(change(sender, 'messages', { messages: [message] }))).status).toBe(200);
      return id;
    },
    emitted: <Type extends EventPayload['event']>(type: Type, count = 1): Promise<DataOf<Type>[]> =>
      waitUntil(`${count} ${type} emitted`, async () => {
        const { body } = await caller.get<{ data: { data: DataOf<Type> }[] }>(
          `/api/v1/events?types=${type}&limit=200`,
        );
        return body.data.length >= count && body.data.map(({ data }) => data);
      }),
  };
};

describe('a message that was changed or deleted', () => {
  it('is emitted as that, and names the message that the person wrote', async () => {
    const { say, emitted, caller } = await makeScene();
    const first = await say({ type: 'text', text: { body: 'At five' } });
    await say({
      type: 'edit',
      edit: { original_message_id: first, message: { type: 'text', text: { body: 'At six' } } },
    });
    await say({ type: 'revoke', revoke: { original_message_id: first } });
    const [written] = await emitted('incoming_message');
    const [edited] = await emitted('message_edited');
    const [deleted] = await emitted('message_deleted');
    const earlier = { provider_message_id: first, message_id: written?.message_id };
    expect(edited).toMatchObject({ message_body: 'At six', refers_to: { kind: 'edit', ...earlier } });
    expect(deleted).toMatchObject({ refers_to: { kind: 'deletion', ...earlier } });
    expect(await emitted('incoming_message')).toHaveLength(1);
    const { body } = await caller.get<Message>(`/api/v1/messages/${edited?.message_id}`);
    expect(body.details?.refers_to?.message_id).toBe(written?.message_id);
  });

  it('is known also when both come in one callback', async () => {
    const { sender, from, emitted } = await makeScene();
    const [first, second] = [`wamid.${newUuid()}`, `wamid.${newUuid()}`];
    const messages = [
      { id: first, from, timestamp: stamp(), type: 'text', text: { body: 'At five' } },
      {
        id: second,
        from,
        timestamp: stamp(),
        type: 'edit',
        edit: { original_message_id: first, message: { type: 'text', text: { body: 'At six' } } },
      },
    ];
    await sender.callBack(change(sender, 'messages', { messages }));
    const [written] = await emitted('incoming_message');
    expect((await emitted('message_edited'))[0]?.refers_to?.message_id).toBe(written?.message_id);
  });

  it('says stop when it was changed into a stop', async () => {
    const { say, emitted } = await makeScene();
    const first = await say({ type: 'text', text: { body: 'Hmm' } });
    await say({
      type: 'edit',
      edit: { original_message_id: first, message: { type: 'text', text: { body: 'STOP' } } },
    });
    expect(await emitted('contact_opted_out')).toHaveLength(1);
  });
});

describe('an answer or a reaction', () => {
  it('names the message of ours that it is about', async () => {
    const { say, emitted, caller } = await makeScene();
    const providerMessageId = `wamid.${newUuid()}`;
    const ours = await insertOneOutgoing(database, caller.companyId, { status: 'sent', providerMessageId });
    await say({
      type: 'text',
      text: { body: 'Yes' },
      context: { id: providerMessageId, from: '15550783881' },
    });
    await say({ type: 'reaction', reaction: { message_id: providerMessageId, emoji: '👍' } });
    const both = await emitted('incoming_message', 2);
    const id = toPublicId('message', ours.id);
    expect(both.map(({ refers_to: refersTo }) => refersTo)).toEqual([
      { kind: 'reply', message_id: id, provider_message_id: providerMessageId, from: '15550783881' },
      { kind: 'reaction', message_id: id, provider_message_id: providerMessageId },
    ]);
  });

  it('to a message of another company names none of ours', async () => {
    const { say, emitted } = await makeScene();
    const other = await gateway.addCompany();
    const providerMessageId = `wamid.${newUuid()}`;
    await insertOneOutgoing(database, other, { status: 'sent', providerMessageId });
    await say({ type: 'reaction', reaction: { message_id: providerMessageId, emoji: '👍' } });
    expect((await emitted('incoming_message'))[0]?.refers_to).toEqual({
      kind: 'reaction',
      provider_message_id: providerMessageId,
    });
  });
});

describe('a message from the phone app', () => {
  it('is in the history of the person, is emitted once, and gets its statuses', async () => {
    const { sender, from, emitted, caller } = await makeScene();
    const id = `wamid.${newUuid()}`;
    const echo = {
      id,
      from: '15550783881',
      to: from,
      timestamp: stamp(),
      type: 'text',
      text: { body: 'Hi' },
    };
    const body = change(sender, 'smb_message_echoes', { message_echoes: [echo] });
    await Promise.all([sender.callBack(body), sender.callBack(body)]);
    const statuses = [{ id, status: 'read', timestamp: stamp(), recipient_id: from }];
    await sender.callBack(change(sender, 'messages', { statuses }));
    const [message, ...others] = await emitted('app_message');
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      recipient_phone: from,
      message_body: 'Hi',
      sent_by: toPublicId('sender', sender.id),
    });
    expect((await emitted('message_status'))[0]).toMatchObject({
      message_id: message?.message_id,
      status: 'read',
    });
    const { body: page } = await caller.get<{ data: Message[] }>(`/api/v1/messages?phone_number=%2B${from}`);
    expect(page.data).toMatchObject([{ direction: 'out', status: 'read', message: 'Hi' }]);
  });
});

describe('a call', () => {
  it('is emitted once for each stage', async () => {
    const { sender, from, emitted } = await makeScene();
    const call = { id: `wacid.${newUuid()}`, from, to: '15550783881', direction: 'USER_INITIATED' };
    const connect = change(sender, 'calls', { calls: [{ ...call, event: 'connect', timestamp: stamp() }] });
    const end = { ...call, event: 'terminate', status: 'COMPLETED', duration: 12, timestamp: stamp() };
    await Promise.all([sender.callBack(connect), sender.callBack(connect)]);
    await sender.callBack(change(sender, 'calls', { calls: [end] }));
    const calls = await emitted('call', 2);
    expect(calls).toHaveLength(2);
    expect(calls).toMatchObject([
      {
        stage: 'connect',
        direction: 'incoming',
        person_phone: from,
        sender_id: toPublicId('sender', sender.id),
      },
      { stage: 'terminate', status: 'COMPLETED', duration_seconds: 12, call: { id: call.id } },
    ]);
  });
});

describe('the other details of a status', () => {
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' };
  const conversation = { id: 'c1', expiration_timestamp: '1750116480', origin: { type: 'utility' } };

  it('is emitted with it, and shown with the message', async () => {
    const { sender, emitted, caller } = await makeScene();
    const ours = await insertOneOutgoing(database, caller.companyId);
    const statuses = [
      {
        id: 'wamid.p',
        status: 'sent',
        timestamp: stamp(),
        biz_opaque_callback_data: ours.echo,
        pricing,
        conversation,
      },
    ];
    await sender.callBack(change(sender, 'messages', { statuses }));
    const expected = {
      pricing: { category: 'utility', model: 'PMP', type: 'regular', billable: true },
      conversation: { id: 'c1', origin: 'utility', expires_at: '2025-06-16T23:28:00.000Z' },
    };
    expect((await emitted('message_status'))[0]).toMatchObject({ error: null, ...expected });
    const { body } = await caller.get<Message>(`/api/v1/messages/${toPublicId('message', ours.id)}`);
    expect(body.details).toEqual(expected);
  });

  it('is emitted also for a message that becomes known only later, and all errors are', async () => {
    const { sender, emitted, caller } = await makeScene();
    const providerMessageId = `wamid.${newUuid()}`;
    const errors = [
      { code: 131026, title: 'Message undeliverable' },
      { code: 131042, title: 'Payment issue', error_data: { details: 'No payment method.' } },
    ];
    const statuses = [{ id: providerMessageId, status: 'failed', timestamp: stamp(), errors }];
    const ours = await insertOneOutgoing(database, caller.companyId, { status: 'sent', providerMessageId });
    await sender.callBack(change(sender, 'messages', { statuses }));
    expect((await emitted('message_status'))[0]).toMatchObject({
      status: 'failed',
      error: { code: '131026' },
      errors: [{ code: '131026' }, { code: '131042', detail: 'No payment method.' }],
    });
    expect((await storyOf(database, ours)).status).toBe('failed');
  });
});
