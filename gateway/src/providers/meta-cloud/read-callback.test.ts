// Statuses and everything else that Meta tells: shapes of the facts sheet, and parts that make no sense.

import { describe, expect, test } from 'vitest';
import type { CallbackItem } from '../provider.ts';
import { readMetaCallback } from './read-callback.ts';
import { fixtureNames, itemsOf, readFixture } from './tests-support/fixtures.ts';

const envelope = (value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field, value }] }],
});
const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' };

const statusOf = (items: readonly CallbackItem[]) =>
  items.flatMap((item) => (item.kind === 'status' ? [item.status] : []))[0];

describe('a status', () => {
  test('is read from each of its shapes', () => {
    const read = fixtureNames('status-').map((name) => [name, statusOf(itemsOf(name))?.status]);
    expect(Object.fromEntries(read)).toEqual({
      'status-delivered': 'delivered',
      'status-failed': 'failed',
      'status-failed-error-data-text': 'failed',
      'status-failed-without-errors': 'failed',
      'status-group': 'read',
      'status-hidden-number': 'delivered',
      'status-parent-user-id-legacy': 'sent',
      'status-played': 'played',
      'status-read': 'read',
      'status-sent': 'sent',
      'status-sent-with-conversation': 'sent',
    });
  });

  test('has the id of the message, its time, its recipient and our echo', () => {
    const [item] = itemsOf('status-sent');
    expect(item).toMatchObject({
      kind: 'status',
      account: '106540352242922',
      status: {
        providerMessageId: 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QUZC',
        at: new Date('2025-06-15T23:27:53Z'),
        recipient: '16505551234',
        echo: 'msg_01:1',
        failure: null,
      },
    });
  });

  test('keeps everything it came with', () => {
    for (const name of fixtureNames('status-')) {
      const body = readFixture(name) as { entry: [{ changes: [{ value: { statuses: [object] } }] }] };
      expect(statusOf(itemsOf(name))?.raw).toEqual(body.entry[0].changes[0].value.statuses[0]);
    }
  });

  test('of a person who hides the number has no recipient', () => {
    expect(statusOf(itemsOf('status-hidden-number'))).toMatchObject({ recipient: null, echo: 'msg_01:1' });
  });

  test('that failed says why, and what to do', () => {
    expect(statusOf(itemsOf('status-failed'))?.failure).toEqual({
      code: '131026',
      title: 'Message undeliverable',
      detail: 'Message Undeliverable.',
      cause: expect.stringContaining('not on WhatsApp'),
      action: expect.stringMatching(/./),
    });
  });

  test('that failed is read when its error data is a text', () => {
    const failure = statusOf(itemsOf('status-failed-error-data-text'))?.failure;
    expect(failure).toMatchObject({ code: '131047', detail: 'More than 24 hours have passed.' });
  });

  test('that failed is read without a reason', () => {
    expect(statusOf(itemsOf('status-failed-without-errors'))).toMatchObject({ failure: null });
  });

  test.each([
    ['as a number', 1750030073, '2025-06-15T23:27:53.000Z'],
    ['as a text', '1750030073', '2025-06-15T23:27:53.000Z'],
  ])('has its time when it comes %s', (_how, timestamp, at) => {
    const value = { metadata, statuses: [{ id: 'a', status: 'sent', timestamp }] };
    expect(statusOf(readMetaCallback(envelope(value)))?.at.toISOString()).toBe(at);
  });

  test.each([undefined, null, '', 'soon', -5, 0, 1e300, '9'.repeat(30), true, [5]])(
    'has the present time when it comes with %s',
    (timestamp) => {
      const value = { metadata, statuses: [{ id: 'a', status: 'sent', timestamp }] };
      const at = statusOf(readMetaCallback(envelope(value)))?.at.getTime();
      expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(5_000);
    },
  );

  test('is found when ids come as numbers', () => {
    const value = {
      metadata: { phone_number_id: 106540352242922 },
      statuses: [{ id: 1689556908129835, status: 'read', recipient_id: 16505551234 }],
    };
    expect(readMetaCallback(envelope(value))).toMatchObject([
      {
        account: '106540352242922',
        status: { providerMessageId: '1689556908129835', recipient: '16505551234' },
      },
    ]);
  });

  test('of an unknown name is left out, and its neighbours stay', () => {
    const statuses = ['sent', 'warning', 'constructor', 'read'].map((status) => ({ id: status, status }));
    const items = readMetaCallback(envelope({ metadata, statuses: [null, 7, ...statuses, []] }));
    expect(items.map((item) => item.kind === 'status' && item.status.status)).toEqual(['sent', 'read']);
  });
});

describe('a notice', () => {
  test('is made of every other shape, under the name of its field, and keeps all of it', () => {
    for (const name of fixtureNames('notice-')) {
      const body = readFixture(name) as {
        entry: [{ changes: [{ field: string; value: { metadata?: object } }] }];
      };
      const { field, value } = body.entry[0].changes[0];
      const account = value.metadata ? '106540352242922' : null;
      const notices = itemsOf(name).filter(({ kind }) => kind !== 'consent');
      expect(notices, name).toEqual([{ kind: 'notice', account, topic: field, raw: body.entry[0] }]);
    }
  });

  test("also tells a person's wish where it holds one", () => {
    expect(itemsOf('notice-user-preferences')[0]).toEqual({
      kind: 'consent',
      account: '106540352242922',
      consent: { from: '16505551234', state: 'opted_out', at: new Date(1_731_705_721_000) },
    });
  });

  test('tells the topics of the facts sheet', () => {
    const topics = fixtureNames('notice-').map((name) => itemsOf(name).at(-1));
    expect(new Set(topics.map((item) => item?.kind === 'notice' && item.topic)).size).toBeGreaterThanOrEqual(
      17,
    );
  });

  test('is made of messages that name no number of ours', () => {
    const value = { messages: [{ id: 'a', type: 'text', text: { body: 'lost?' } }] };
    expect(readMetaCallback(envelope(value))).toMatchObject([
      { kind: 'notice', account: null, topic: 'messages' },
    ]);
  });

  test('holds only its own change', () => {
    const change = (field: string) => ({ field, value: { field } });
    const items = readMetaCallback({ entry: [{ id: '1', changes: [change('a'), change('b')] }] });
    expect(items.map((item) => item.kind === 'notice' && item.raw)).toEqual([
      { id: '1', changes: [change('a')] },
      { id: '1', changes: [change('b')] },
    ]);
  });
});

describe('a callback', () => {
  test.each([null, 1, 'text', [], {}, { entry: {} }, { entry: [null, 1, { changes: 'x' }] }])(
    'that says nothing gives nothing: %j',
    (body) => {
      expect(readMetaCallback(body)).toEqual([]);
    },
  );

  test('with the words of our own language as types is read', () => {
    const types = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
    const messages = types.map((type) => ({ id: type, type }));
    const items = readMetaCallback(envelope({ metadata, messages }));
    expect(items.map((item) => item.kind === 'message' && item.message.text)).toEqual(
      types.map((type) => `[${type}]`),
    );
  });

  test('nested without end is read', () => {
    const open = '{"type":"edit","id":"a","edit":{"message":';
    const text = `${open.repeat(20_000)}{"type":"text"}${'}}'.repeat(20_000)}`;
    const items = readMetaCallback(envelope({ metadata, messages: [JSON.parse(text)] }));
    expect(items).toMatchObject([{ kind: 'message', message: { text: '[edit]' } }]);
  });
});
