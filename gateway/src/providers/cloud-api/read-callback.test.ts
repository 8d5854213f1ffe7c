// Statuses and everything else that Meta reports: shapes of the facts sheet, and parts that make no sense.

import { describe, expect, test } from 'vitest';
import type { CallbackItem } from '../callback.ts';
import { readCloudApiCallback } from './read-callback.ts';
import { fixtureNames, itemsOf, readFixture } from './tests-support/fixtures.ts';

const read = (body: unknown) => readCloudApiCallback(body, new Date());

const envelope = (value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field, value }] }],
});
const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' };

const statusOf = (items: readonly CallbackItem[]) =>
  items.flatMap((item) => (item.kind === 'status' ? [item.status] : []))[0];

describe('a status', () => {
  test('is read from each of its shapes', () => {
    const names = fixtureNames('status-').map((name) => [name, statusOf(itemsOf(name))?.status]);
    expect(Object.fromEntries(names)).toEqual({
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
    expect(statusOf(read(envelope(value)))?.at.toISOString()).toBe(at);
  });

  test.each([undefined, null, '', 'soon', -5, 0, 1e300, '9'.repeat(30), true, [5]])(
    'has the present time when it comes with %s',
    (timestamp) => {
      const value = { metadata, statuses: [{ id: 'a', status: 'sent', timestamp }] };
      const at = statusOf(read(envelope(value)))?.at.getTime();
      expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(5_000);
    },
  );

  test('is found when ids come as numbers', () => {
    const value = {
      metadata: { phone_number_id: 106540352242922 },
      statuses: [{ id: 1689556908129835, status: 'read', recipient_id: 16505551234 }],
    };
    expect(read(envelope(value))).toMatchObject([
      {
        account: '106540352242922',
        status: { providerMessageId: '1689556908129835', recipient: '16505551234' },
      },
    ]);
  });

  test('of an unknown name is reported as a notice with its content, and its neighbours stay', () => {
    const statuses = ['sent', 'warning', 'constructor', 'read'].map((status) => ({ id: status, status }));
    const items = read(envelope({ metadata, statuses: [null, 7, ...statuses, []] }));
    const names = items.flatMap((item) => (item.kind === 'status' ? [item.status.status] : []));
    expect(names).toEqual(['sent', 'read']);
    const notices = items.flatMap((item) => (item.kind === 'notice' ? [item] : []));
    const noticeOf = (part: unknown) => ({
      kind: 'notice',
      account: metadata.phone_number_id,
      topic: 'messages',
      raw: envelope({ metadata, statuses: [part] }).entry[0],
    });
    const warning = { id: 'warning', status: 'warning' };
    const ours = { id: 'constructor', status: 'constructor' };
    expect(notices).toEqual([null, 7, warning, ours, []].map(noticeOf));
  });

  test('has the price as the provider names it', () => {
    expect(statusOf(itemsOf('status-sent'))?.pricing).toMatch(/./);
    expect(statusOf(itemsOf('status-failed'))?.pricing).toBeNull();
    const odd = { id: 'a', status: 'sent', pricing: 'free' };
    expect(statusOf(read(envelope({ metadata, statuses: [odd] })))?.pricing).toBeNull();
  });

  const failed = (...codes: readonly number[]) => {
    const errors = codes.map((code) => ({ code, title: `T${code}`, error_data: { details: `D${code}` } }));
    return statusOf(read(envelope({ metadata, statuses: [{ id: 'a', status: 'failed', errors }] })));
  };

  test('that failed keeps all of its errors', () => {
    expect(failed(131026, 131042)?.failure).toMatchObject({
      code: '131026',
      title: 'T131026',
      detail: 'D131026 | 131042 T131042: D131042',
    });
  });

  test('that failed for several reasons suspends the sender when one of them does', () => {
    expect(failed(131026, 131042)?.verdict).toEqual({ kind: 'suspended' });
    expect(failed(131026, 131000)?.verdict).toEqual({ kind: 'rejected' });
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
      const notices = itemsOf(name).filter(({ kind }) => !['consent', 'move', 'template'].includes(kind));
      expect(notices, name).toEqual([{ kind: 'notice', account, topic: field, raw: body.entry[0] }]);
    }
  });

  test('also reports what becomes of a template', () => {
    expect(itemsOf('notice-template-category-announced')[0]).toEqual({
      kind: 'template',
      account: null,
      template: {
        owner: '102290129340398',
        name: 'abandoned_cart',
        language: 'en_US',
        at: new Date('2025-02-12T00:43:44.000Z'),
        change: {
          kind: 'category',
          category: 'UTILITY',
          next: { category: 'MARKETING', at: new Date('2025-10-17T14:30:33.000Z') },
        },
      },
    });
  });

  test("also reports a person's wish where it holds one", () => {
    expect(itemsOf('notice-user-preferences')[0]).toEqual({
      kind: 'consent',
      account: '106540352242922',
      consent: {
        from: '16505551234',
        userId: 'US.13491208655302741918',
        state: 'opted_out',
        at: new Date(1_731_705_721_000),
      },
    });
  });

  test('also reports that a person has another user id', () => {
    const number = '16505551234';
    expect(itemsOf('notice-user-id')[0]).toEqual({
      kind: 'move',
      account: '106540352242922',
      move: {
        from: { number, userId: 'US.1', parentUserId: null },
        to: { number, userId: 'US.2', parentUserId: null },
      },
    });
  });

  test('reports the topics of the facts sheet', () => {
    const topics = fixtureNames('notice-').map((name) => itemsOf(name).at(-1));
    expect(new Set(topics.map((item) => item?.kind === 'notice' && item.topic)).size).toBeGreaterThanOrEqual(
      16,
    );
  });

  test('is made of messages that name no number of ours', () => {
    const value = { messages: [{ id: 'a', type: 'text', text: { body: 'lost?' } }] };
    expect(read(envelope(value))).toMatchObject([{ kind: 'notice', account: null, topic: 'messages' }]);
  });

  test('holds only its own change', () => {
    const change = (field: string) => ({ field, value: { field } });
    const items = read({ entry: [{ id: '1', changes: [change('a'), change('b')] }] });
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
      expect(read(body)).toEqual([]);
    },
  );

  test('with the words of our own language as types is read', () => {
    const types = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
    const messages = types.map((type) => ({ id: type, type }));
    const items = read(envelope({ metadata, messages }));
    expect(items.map((item) => item.kind === 'message' && item.message.text)).toEqual(
      types.map((type) => `[${type}]`),
    );
  });

  test('with a message that has no id reports it as a notice, and keeps its neighbours', () => {
    const lost = { type: 'text', text: { body: 'lost?' } };
    const messages = [{ id: 'a', type: 'text', text: { body: 'kept' }, timestamp: '1750030073' }, lost];
    const items = read(envelope({ metadata, messages }));
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'notice']);
    expect(items[1]).toMatchObject({ raw: envelope({ metadata, messages: [lost] }).entry[0] });
  });

  test.each([undefined, '', 'soon', 0, 1_750_030_073_000])(
    'says that a message has no time: %j',
    (timestamp) => {
      const messages = [{ id: 'a', type: 'text', text: { body: 'when?' }, timestamp }];
      const [item] = read(envelope({ metadata, messages }));
      expect(item).toMatchObject({ kind: 'message', message: { isUntimed: true } });
    },
  );

  test('nested without end is read', () => {
    const open = '{"type":"edit","id":"a","edit":{"message":';
    const text = `${open.repeat(20_000)}{"type":"text"}${'}}'.repeat(20_000)}`;
    const items = read(envelope({ metadata, messages: [JSON.parse(text)] }));
    expect(items).toMatchObject([{ kind: 'message', message: { text: '[edit]' } }]);
  });
});
