// Every kind of row, as customers get it. The schemas of the contract judge the result.

import { type EventType, eventSchemas } from '@hudhud/contract/events.ts';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { fixtureNames, itemsOf } from '../providers/cloud-api/tests-support/fixtures.ts';
import { describeIncoming } from '../providers/describe-incoming.ts';
import { noMessage } from './emitted-event.ts';
import type { EventRow } from './queries.ts';
import { toPayload } from './to-payload.ts';

const eventId = newUuid();
const messageId = newUuid();
const senderId = newUuid();

const failure = { code: '131026', title: 'Undeliverable', detail: 'No.', cause: 'Why.', action: 'Do.' };

const rowOf = (given: Partial<EventRow>): EventRow => ({
  company_id: newUuid(),
  id: eventId,
  type: 'test',
  at: new Date('2026-11-15T09:30:00.250Z'),
  message_id: null,
  attempt: null,
  status: null,
  sender_id: null,
  data: null,
  timezone: 'Asia/Riyadh',
  ...noMessage,
  ...given,
});

const status = (given: Partial<EventRow> = {}): EventRow =>
  rowOf({
    type: 'message_status',
    message_id: messageId,
    attempt: 1,
    status: 'sent',
    sender_id: senderId,
    phone_number: '+966501234567',
    ...given,
  });

const incoming = (given: Partial<EventRow> = {}): EventRow =>
  rowOf({
    type: 'incoming_message',
    message_id: messageId,
    sender_id: senderId,
    phone_number: '+966501234567',
    body: 'Hi',
    message_type: 'text',
    provider: 'meta_cloud',
    ...given,
  });

const payloadOf = (row: EventRow) => toPayload(row, describeIncoming);

const expectValid = (row: EventRow): void => {
  const payload = JSON.parse(JSON.stringify(payloadOf(row)));
  const schema = eventSchemas[row.type as EventType];
  expect(Value.Errors(schema, payload).map((error) => JSON.stringify(error))).toEqual([]);
};

describe('an event', () => {
  test("says when it happened, with the company's offset", () => {
    expect(payloadOf(status())).toMatchObject({
      id: toPublicId('event', eventId),
      timestamp: '2026-11-15T12:30:00+03:00',
      data: { occurred_at: '2026-11-15T12:30:00.250+03:00' },
    });
  });

  test.each<[string, EventRow]>([
    ['an incoming message', incoming()],
    ['an incoming message of a hidden number', incoming({ phone_number: '' })],
    ['an incoming message whose row is gone', rowOf({ type: 'incoming_message', message_id: messageId })],
    ['an incoming message with broken JSON', incoming({ raw: '{"type":' })],
    ['an incoming message of a provider that is gone', incoming({ provider: 'pigeon', raw: '{}' })],
    ['a status', status()],
    ['a status of a message that is gone', status({ phone_number: null })],
    ['a failure', status({ status: 'failed', data: JSON.stringify({ failure }) })],
    ['a failure of an older version', status({ status: 'failed', data: '{"failure":{"code":"1"}}' })],
    ['an expiry', status({ status: 'expired', attempt: 0 })],
    [
      'a sender that works',
      rowOf({ type: 'sender_state', sender_id: senderId, data: '{"state":"connected","failure":null}' }),
    ],
    [
      'a sender that does not',
      rowOf({
        type: 'sender_state',
        sender_id: senderId,
        data: JSON.stringify({ state: 'suspended', failure }),
      }),
    ],
    [
      'a webhook that was disabled',
      rowOf({
        type: 'webhook_disabled',
        data: JSON.stringify({ webhook_id: toPublicId('webhook', newUuid()), url: 'x', reason: 'y' }),
      }),
    ],
    [
      'a notice',
      rowOf({ type: 'provider_notice', sender_id: senderId, data: '{"topic":"a","raw":{"b":1}}' }),
    ],
    ['a notice without a sender', rowOf({ type: 'provider_notice', data: '{"topic":"a","raw":null}' })],
    ['a test', rowOf({ type: 'test', data: '{"message":"Hello"}' })],
  ])('passes its schema: %s', (_name, row) => {
    expectValid(row);
  });
});

describe('an incoming message', () => {
  test('has digits for a number, and the three fields that are always there', () => {
    expect(payloadOf(incoming({ contact_name: 'Sara' })).data).toMatchObject({
      sender_phone: '966501234567',
      message_body: 'Hi',
      message_type: 'text',
      message_id: toPublicId('message', messageId),
      sender_name: 'Sara',
      received_by: toPublicId('sender', senderId),
    });
  });

  test('of every shape that a provider sends passes the schema', () => {
    const names = fixtureNames('inbound-');
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) {
      const [message] = itemsOf(name).flatMap((item) => (item.kind === 'message' ? [item.message] : []));
      const raw = JSON.stringify(message?.raw);
      expectValid(incoming({ body: message?.text ?? '', message_type: message?.type ?? '', raw }));
    }
  });

  test('brings its media', () => {
    const [item] = itemsOf('inbound-document');
    const raw = JSON.stringify(item?.kind === 'message' && item.message.raw);
    expect(payloadOf(incoming({ raw })).data).toMatchObject({
      media: { filename: 'contract.pdf', mime_type: 'application/pdf', caption: 'Signed' },
    });
  });
});

describe('a status', () => {
  test('brings the reason, the reference and its place in the order', () => {
    const row = status({
      status: 'failed',
      attempt: 2,
      reference: 'invoice-7',
      data: JSON.stringify({ failure }),
      provider_message_id: 'wamid.1',
    });
    expect(payloadOf(row).data).toMatchObject({
      recipient_phone: '966501234567',
      status: 'failed',
      attempt: 2,
      sequence: 24,
      error: failure,
      reference: 'invoice-7',
      provider_message_id: 'wamid.1',
      sender_id: toPublicId('sender', senderId),
    });
  });

  test('without a reason says so', () => {
    expect(payloadOf(status()).data).toMatchObject({ error: null, reference: null });
  });
});

describe('an event that this version does not know', () => {
  test('is shown with what was written about it', () => {
    const row = rowOf({ type: 'template_status', data: '{"name":"welcome"}' });
    expect(payloadOf(row)).toMatchObject({ event: 'template_status', data: { name: 'welcome' } });
  });
});
