// The shapes of Infobip's callbacks, as its own specification shows them.

import { describe, expect, it } from 'vitest';
import type { CallbackItem } from '../callback.ts';
import { describeInfobipMessage } from './describe-incoming.ts';
import { infobipPlaybook } from './playbook.ts';
import { readInfobipCallback } from './read-callback.ts';
import { inbound, report, sign } from './tests-support/infobip-bench.ts';

const read = (value: unknown): readonly CallbackItem[] => {
  const reading = readInfobipCallback(sign(Buffer.from(JSON.stringify(value))));
  if (reading.kind !== 'read') throw new Error(reading.detail);
  return reading.items;
};
const readOne = (result: object): CallbackItem | undefined => read({ results: [result] })[0];

describe('a report of Infobip', () => {
  it('of delivery is found by our id, with a time whose offset has no colon', () => {
    const status = { id: 5, groupId: 3, groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' };
    expect(readOne(report('msg_x:1', status))).toMatchObject({
      kind: 'status',
      account: null,
      status: {
        providerMessageId: 'msg_x:1',
        echo: 'msg_x:1',
        status: 'delivered',
        recipient: '41793026731',
        at: new Date('2019-04-09T19:01:56.494Z'),
      },
    });
  });

  it('of reading has no status of its own', () => {
    const seen = {
      messageId: 'msg_x:1',
      from: '385919998888',
      to: '41793026731',
      sentAt: '2018-12-12T11:21:57.251+0000',
      seenAt: '2018-12-12T11:21:58.251+0000',
    };
    expect(readOne(seen)).toMatchObject({
      status: { status: 'read', at: new Date('2018-12-12T11:21:58.251Z') },
    });
  });

  it('that a message is still on its way says nothing', () => {
    const pending = { id: 7, groupId: 1, groupName: 'PENDING', name: 'PENDING_ENROUTE' };
    expect(read({ results: [report('msg_x:1', pending)] })).toEqual([]);
  });

  it('that a repetition was refused says that the message was taken', () => {
    const duplicate = { id: 23, groupId: 5, groupName: 'REJECTED', name: 'REJECTED_DUPLICATE_MESSAGE_ID' };
    expect(readOne(report('msg_x:1', duplicate))).toMatchObject({
      status: { status: 'sent', failure: null },
    });
  });

  it('is for good where Infobip says so, whatever the code usually means', () => {
    const status = { id: 9, groupId: 2, groupName: 'UNDELIVERABLE', name: 'X' };
    const error = (permanent: boolean) => ({ id: 7012, name: 'E', permanent, description: 'D' });
    expect(readOne(report('a', status, error(false)))).toMatchObject({
      status: { verdict: { kind: 'retry' } },
    });
    expect(readOne(report('a', status, error(true)))).toMatchObject({
      status: { verdict: { kind: 'rejected' } },
    });
    const unknown = { id: 9999, name: 'NEW', permanent: false, description: 'D' };
    expect(readOne(report('a', status, unknown))).toMatchObject({
      status: { verdict: { kind: 'retry' }, failure: { code: '9999', title: 'NEW' } },
    });
  });

  it.each(Object.entries(infobipPlaybook).filter(([code]) => !['s23', '5492', '7280'].includes(code)))(
    'with the code %s explains it',
    (code, rule) => {
      const id = Number(code.replace('s', ''));
      const isStatus = code.startsWith('s');
      const status = { id: isStatus ? id : 9, groupName: isStatus ? 'REJECTED' : 'UNDELIVERABLE', name: 'S' };
      const error = isStatus ? { id: 0 } : { id, name: 'E', permanent: false };
      expect(readOne(report('a', status, error))).toMatchObject({
        status: { status: 'failed', failure: { code, cause: rule.cause, action: rule.action } },
      });
    },
  );
});

describe('a message at Infobip', () => {
  const details = (message: object) => describeInfobipMessage(inbound('wamid.1', message));
  const messageOf = (message: object) => {
    const item = readOne(inbound('wamid.1', message));
    if (item?.kind !== 'message') throw new Error(`it is ${item?.kind}`);
    return item.message;
  };

  it('names the person and our number', () => {
    expect(readOne(inbound('wamid.1', { type: 'TEXT', text: 'Hi' }))).toMatchObject({
      account: '15550783884',
      message: {
        from: '385919998888',
        userId: 'HR.123',
        fromName: 'Frank',
        type: 'text',
        text: 'Hi',
        at: new Date('2025-01-01T10:10:00.000Z'),
      },
    });
  });

  it('comes from a person whose number is hidden', () => {
    const contact = { name: 'Frank', userId: 'HR.123', parentUserId: 'HR.ENT.4', username: 'f' };
    const raw = { ...inbound('wamid.1', { type: 'TEXT', text: 'Hi' }), from: 'HR.123', contact };
    expect(readOne(raw)).toMatchObject({
      message: { from: null, userId: 'HR.123', parentUserId: 'HR.ENT.4', username: '@f' },
    });
  });

  it.each(['IMAGE', 'VIDEO', 'DOCUMENT', 'VOICE', 'AUDIO', 'STICKER'])(
    'with a file (%s) names where it is',
    (type) => {
      const url = 'https://abc.api.infobip.com/whatsapp/1/senders/1/media/2';
      expect(messageOf({ type, url }).file).toMatchObject({ reference: url });
      expect(details({ type, url, caption: 'C' }).media).toMatchObject({ id: url, caption: 'C' });
      expect(details({ type, url }).media?.is_voice).toBe(type === 'VOICE' ? true : undefined);
    },
  );

  it('answers a button, a list, a form', () => {
    expect(details({ type: 'BUTTON', text: 'Yes', payload: 'y' }).choice).toEqual({
      kind: 'button',
      id: 'y',
      title: 'Yes',
    });
    expect(details({ type: 'INTERACTIVE_BUTTON_REPLY', id: 'y', title: 'Yes' }).choice?.kind).toBe('button');
    expect(
      details({ type: 'INTERACTIVE_LIST_REPLY', id: 'y', title: 'Yes', description: 'D' }).choice,
    ).toEqual({ kind: 'list', id: 'y', title: 'Yes', description: 'D' });
    expect(details({ type: 'INTERACTIVE_FLOW_REPLY', text: 'Sent', response: { a: 1 } }).choice).toEqual({
      kind: 'form',
      fields: { a: 1 },
    });
  });

  it('reacts, and takes the reaction back', () => {
    const context = { id: 'msg_x:1' };
    expect(details({ type: 'REACTION', emoji: '👍', action: 'ADDED', context })).toEqual({
      reaction: { emoji: '👍' },
      refers_to: { kind: 'reaction', provider_message_id: 'msg_x:1' },
    });
    expect(details({ type: 'REACTION', emoji: '👍', action: 'REMOVED', context }).reaction?.emoji).toBeNull();
  });

  it('holds a place, cards, an order, an advertisement, or something new', () => {
    expect(details({ type: 'LOCATION', latitude: 1, longitude: 2, name: 'N' }).location).toEqual({
      latitude: 1,
      longitude: 2,
      name: 'N',
    });
    const contacts = [{ name: { formattedName: 'A' }, phones: [{ phone: '+1' }], org: { company: 'C' } }];
    expect(details({ type: 'CONTACT', contacts }).contacts).toEqual([
      { name: 'A', phones: ['+1'], emails: [], organization: 'C' },
    ]);
    const productItems = [{ productRetailerId: 'p', quantity: 2, itemPrice: 1.5, currency: 'EUR' }];
    expect(details({ type: 'ORDER', catalogId: 'c', productItems }).order).toEqual({
      catalog_id: 'c',
      items: [{ product_id: 'p', quantity: 2, price: 1.5, currency: 'EUR' }],
    });
    const referral = { sourceType: 'ad', ctwaClickId: 'k' };
    expect(details({ type: 'TEXT', text: 'Hi', referral }).referral).toEqual({
      source_type: 'ad',
      click_id: 'k',
    });
    expect(messageOf({ type: 'HOLOGRAM', shape: 1 })).toMatchObject({ type: 'hologram', text: '[hologram]' });
    expect(details({ type: 'HOLOGRAM', shape: 1 }).unknown).toEqual({ type: 'HOLOGRAM', shape: 1 });
  });
});

it('a person who stops marketing has opted out', () => {
  const report = {
    from: '41793026731',
    content: { sender: '41793026731', from: '385919998888', notificationMessagesStatus: 'stop' },
    createdAt: '2025-01-01T10:10:00.000+0000',
  };
  expect(read(report)[0]).toMatchObject({
    kind: 'consent',
    consent: { from: '385919998888', state: 'opted_out', at: new Date('2025-01-01T10:10:00Z') },
  });
});
