import { describe, expect, test } from 'vitest';
import type { Callback, CallbackItem } from '../callback.ts';
import { describeTwilioMessage, readTwilioCallback } from './read-callback.ts';

const receivedAt = new Date('2026-11-16T10:00:00Z');

const callback = (body: string, query: Callback['query'] = {}, contentType = 'x-www-form-urlencoded') => ({
  method: 'POST',
  url: 'https://gateway.example/callback',
  query,
  headers: { 'content-type': `application/${contentType}` },
  body: Buffer.from(body),
  receivedAt,
});

const read = (
  parameters: Readonly<Record<string, string>>,
  query: Callback['query'] = {},
): readonly CallbackItem[] => {
  const reading = readTwilioCallback(callback(new URLSearchParams(parameters).toString(), query));
  return reading.kind === 'read' ? reading.items : [];
};

const status = {
  AccountSid: 'AC00000000000000000000000000000001',
  From: 'whatsapp:+14155238886',
  To: 'whatsapp:+15005550006',
  MessageSid: 'SM1',
  SmsSid: 'SM1',
};

const incoming = {
  MessageSid: 'SM2',
  SmsSid: 'SM2',
  From: 'whatsapp:+15005550006',
  To: 'whatsapp:+14155238886',
  Body: 'Hi',
  NumMedia: '0',
  SmsStatus: 'received',
  ProfileName: 'Ann',
  WaId: '15005550006',
};

describe('a status', () => {
  test.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['failed', 'failed'],
    ['undelivered', 'failed'],
    ['canceled', 'failed'],
  ])('%s is %s, at the time of the callback, and found by the query', (word, expected) => {
    const [item] = read({ ...status, MessageStatus: word, SmsStatus: word }, { echo: 'msg_1:2' });
    expect(item).toMatchObject({
      kind: 'status',
      account: '14155238886',
      status: {
        providerMessageId: 'SM1',
        status: expected,
        at: receivedAt,
        recipient: '15005550006',
        echo: 'msg_1:2',
      },
    });
  });

  test.each(['queued', 'accepted', 'sending', 'scheduled'])('%s reports nothing new', (word) => {
    expect(read({ ...status, MessageStatus: word })).toEqual([]);
  });

  test('with an unknown word is kept as a notice', () => {
    expect(read({ ...status, MessageStatus: 'constructor' })).toMatchObject([{ kind: 'notice' }]);
  });

  test('without a number to report is still reported', () => {
    const [item] = read({ ...status, To: 'whatsapp:IN.2081', From: '', MessageStatus: 'sent' });
    expect(item).toMatchObject({
      account: null,
      status: { recipient: null, recipientUserId: 'IN.2081' },
    });
  });

  test.each([
    ['63016', 'rejected', /template/],
    ['63018', 'retry', /./],
    ['30002', 'suspended', /balance/],
    ['63050', 'opted_out', /./],
  ])('of the error %s means %s, with cause and action', (code, kind, words) => {
    const [item] = read({ ...status, MessageStatus: 'undelivered', ErrorCode: code, ErrorMessage: 'No' });
    if (item?.kind !== 'status') throw new Error('no status was read');
    expect(item.status.verdict?.kind).toBe(kind);
    expect(item.status.failure).toMatchObject({ code, title: 'No' });
    expect(`${item.status.failure?.cause} ${item.status.failure?.action}`).toMatch(words);
  });

  test('may come as JSON', () => {
    const body = JSON.stringify({ ...status, MessageStatus: 'delivered', Nested: { a: 1 } });
    const reading = readTwilioCallback(callback(body, {}, 'json'));
    expect(reading).toMatchObject({ kind: 'read', items: [{ status: { status: 'delivered' } }] });
  });
});

describe('a message of a person', () => {
  const messageOf = (more: Readonly<Record<string, string>>) => {
    const [item] = read({ ...incoming, ...more });
    if (item?.kind !== 'message') throw new Error(`no message was read: ${JSON.stringify(item)}`);
    return item.message;
  };

  test('is a text without a time of its own', () => {
    expect(messageOf({ MessageType: 'text' })).toMatchObject({
      providerMessageId: 'SM2',
      from: '15005550006',
      fromName: 'Ann',
      type: 'text',
      text: 'Hi',
      at: receivedAt,
      isUntimed: true,
      isReportedAtOnce: true,
    });
  });

  test.each([
    ['image/jpeg', 'image', '[image] Hi'],
    ['image/webp', 'sticker', '[sticker]'],
    ['audio/ogg', 'audio', '[audio]'],
    ['video/mp4', 'video', '[video] Hi'],
    ['application/pdf', 'document', '[document] Hi'],
    ['text/x-vcard', 'contacts', '[contacts]'],
  ])(
    'with a file of the type %s is of the type %s, also when Twilio does not say so',
    (mimeType, type, text) => {
      const message = messageOf({ NumMedia: '1', MediaUrl0: 'https://a/ME1', MediaContentType0: mimeType });
      expect(message).toMatchObject({ type, text });
      expect(message.file).toMatchObject({ reference: 'https://a/ME1', mimeType });
    },
  );

  test('with a document has its name where a caption would be', () => {
    const more = { Body: 'invoice 7.pdf', MessageType: 'document', MediaUrl0: 'https://a/ME1' };
    const message = messageOf({ ...more, MediaContentType0: 'application/pdf' });
    expect(message.file?.filename).toBe('invoice 7.pdf');
    expect(describeTwilioMessage(message.raw).media).toMatchObject({ filename: 'invoice 7.pdf' });
  });

  test('whose number is hidden is known by ids and name', () => {
    const message = messageOf({
      From: 'whatsapp:IN.2081',
      WaId: '',
      ExternalUserId: 'IN.2081',
      ParentExternalUserId: 'IN.ENT.7',
      ProfileUsername: 'ann',
    });
    expect(message).toMatchObject({
      from: null,
      userId: 'IN.2081',
      parentUserId: 'IN.ENT.7',
      username: '@ann',
    });
  });

  test('reports what was pressed, chosen, filled in and referred to', () => {
    const details = (more: Readonly<Record<string, string>>) =>
      describeTwilioMessage({ ...incoming, ...more });
    expect(details({ MessageType: 'button', ButtonPayload: 'p', ButtonText: 'Yes' }).choice).toEqual({
      kind: 'button',
      id: 'p',
      title: 'Yes',
    });
    expect(details({ ListId: 'r1', ListTitle: 'Row', ListDescription: 'More' }).choice).toEqual({
      kind: 'list',
      id: 'r1',
      title: 'Row',
      description: 'More',
    });
    expect(details({ MessageType: 'interactive', InteractiveData: '{"a":1}' }).choice).toEqual({
      kind: 'form',
      fields: { a: 1 },
    });
    expect(details({ OriginalRepliedMessageSid: 'SM1' }).refers_to).toEqual({
      kind: 'reply',
      provider_message_id: 'SM1',
    });
    expect(details({ ReferralSourceId: '7', ReferralCtwaClid: 'c' }).referral).toEqual({
      source_id: '7',
      click_id: 'c',
    });
    expect(details({ Forwarded: 'true' }).is_forwarded).toBe(true);
  });

  test('of an unknown type keeps all that it holds', () => {
    const message = messageOf({ MessageType: 'hologram', HologramUrl: 'https://h' });
    expect(message.text).toBe('[hologram]');
    expect(describeTwilioMessage(message.raw).unknown).toMatchObject({ HologramUrl: 'https://h' });
  });
});
