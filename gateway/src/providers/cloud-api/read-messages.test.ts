// Inbound messages of every type: what is read out of the shapes of the facts sheet, and of those the simulator sends.

import { inboundTypes } from '@hudhud/simulator/chat/inbound-content.ts';
import { describe, expect, test } from 'vitest';
import type { CallbackItem } from '../callback.ts';
import { createMetaBench } from '../meta-cloud/tests-support/meta-bench.ts';
import { readCloudApiCallback } from './read-callback.ts';
import { fixtureNames, itemsOf, readFixture } from './tests-support/fixtures.ts';

const read = (body: unknown) => readCloudApiCallback(body, new Date());

const texts: Readonly<Record<string, string>> = {
  text: 'Does it come in another colour?',
  'text-reply': 'Yes please',
  'text-forwarded': 'Look at this',
  'text-forwarded-once': 'Look at this',
  'text-product-inquiry': 'Is it in stock?',
  'text-referral': 'Hi there!',
  'text-group': 'Hello all',
  image: '[image] The broken part',
  'image-without-caption': '[image]',
  video: '[video] It rattles',
  'audio-voice': '[voice message]',
  audio: '[audio]',
  document: '[document contract.pdf] Signed',
  sticker: '[sticker]',
  location: '[location] Philz Coffee, 101 Forest Ave, Palo Alto (37.44216251868683, -122.16153582049394)',
  'location-bare': '[location] 24.7136, 46.6753',
  contacts: '[contacts] Lucía Gómez, Omar',
  reaction: '👍',
  'reaction-removed': '[reaction removed]',
  button: 'Unsubscribe',
  'button-without-context': 'Yes',
  'interactive-button-reply': 'Cancel',
  'interactive-list-reply': 'Express',
  'interactive-form': '[form] {"flow_token":"t","size":"M"}',
  'interactive-call-permission': '[call_permission_reply]',
  'interactive-payment-method': '[payment_method]',
  'interactive-new-reply': '[address_message]',
  'interactive-empty': '[interactive]',
  order: '[order] 2 products',
  'system-changed-number': 'User A changed from 16505551234 to 12195555358',
  'system-changed-number-legacy': 'NAME changed from 16505551234 to 12195555358',
  'system-identity-changed': "Sheena Nelson's identity has changed",
  unsupported: '[unsupported]',
  unknown: '[unknown]',
  edit: 'At six, not five',
  'edit-caption': '[image] The other part',
  revoke: '[message deleted]',
  'request-welcome': '[request_welcome]',
  'hidden-number': 'You cannot see my number',
  'new-type': '[hologram]',
};

const messagesOf = (items: readonly CallbackItem[]) =>
  items.flatMap((item) => (item.kind === 'message' ? [item] : []));

describe('an inbound message', () => {
  test('has a fixture for every shape of the facts sheet, and each is read here', () => {
    expect(fixtureNames('inbound-')).toEqual(
      Object.keys(texts)
        .map((name) => `inbound-${name}`)
        .toSorted(),
    );
  });

  test.each(Object.entries(texts))('of the shape %s reads "%s"', (name, text) => {
    const [item, ...others] = messagesOf(itemsOf(`inbound-${name}`));
    expect(others).toEqual([]);
    expect(item?.account).toBe('106540352242922');
    expect(item?.message).toMatchObject({
      providerMessageId: 'wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQTdBNEY0',
      text,
      at: new Date('2025-06-08T20:59:43Z'),
    });
  });

  test('keeps everything it came with', () => {
    for (const name of fixtureNames('inbound-')) {
      const [item] = messagesOf(itemsOf(name));
      const body = readFixture(name) as { entry: [{ changes: [{ value: { messages: [object] } }] }] };
      expect(item?.message.raw).toEqual(body.entry[0].changes[0].value.messages[0]);
    }
  });

  test('has the digits and the name of the person', () => {
    const [item] = messagesOf(itemsOf('inbound-text'));
    expect(item?.message).toMatchObject({ from: '16505551234', fromName: 'Sheena Nelson', type: 'text' });
  });

  test('with a file names it as it is fetched, with its checksum in hexadecimal', () => {
    const fileOf = (name: string) => messagesOf(itemsOf(`inbound-${name}`))[0]?.message.file;
    const sha256 = 'e1f74d6d318b5e7d70de421b0e7a0fe2416a05bb1d5f5c733c830cda55c59151';
    const reference = '1003383421387256';
    expect(fileOf('image')).toEqual({
      reference,
      mimeType: 'image/jpeg',
      filename: null,
      sha256,
      caption: 'The broken part',
    });
    expect(fileOf('document')).toEqual({
      reference,
      mimeType: 'application/pdf',
      filename: 'contract.pdf',
      sha256,
      caption: 'Signed',
    });
    expect(fileOf('text')).toBeUndefined();
  });

  test('whose file has no readable checksum is fetched all the same', () => {
    const image = { id: '7', sha256: 'short', mime_type: 'image/png' };
    const messages = [{ id: 'a', from: '1', type: 'image', image }];
    const value = { metadata: { phone_number_id: '9' }, messages };
    const [item] = messagesOf(read({ entry: [{ changes: [{ field: 'messages', value }] }] }));
    expect(item?.message.file).toEqual({
      reference: '7',
      mimeType: 'image/png',
      filename: null,
      sha256: null,
    });
  });

  test('of a person who hides the number has a name and no number', () => {
    const [item] = messagesOf(itemsOf('inbound-hidden-number'));
    expect(item?.message).toMatchObject({ from: null, fromName: 'Sheena Nelson' });
    expect(item?.message.raw).toMatchObject({ from_user_id: 'US.13491208655302741918' });
  });

  test('without contacts has no name', () => {
    const [item] = messagesOf(itemsOf('inbound-system-changed-number'));
    expect(item?.message).toMatchObject({ from: '16505551234', fromName: null });
  });

  test('gets the name of its own person, not of a neighbour', () => {
    const contacts = [
      { profile: { name: 'Omar' }, wa_id: '2', user_id: 'US.2' },
      { profile: { name: 'Huda' }, wa_id: '1', user_id: 'US.1' },
      { profile: { name: 'Hidden' }, user_id: 'US.3' },
      { profile: { name: 'Old' }, wa_id: '4' },
    ];
    const messages = [
      { id: 'a', from: '1' },
      { id: 'b', from: '2' },
      { id: 'c', from_user_id: 'US.3' },
      { id: 'd' },
    ];
    const value = { metadata: { phone_number_id: '9' }, contacts, messages };
    const items = messagesOf(read({ entry: [{ changes: [{ field: 'messages', value }] }] }));
    expect(items.map(({ message }) => message.fromName)).toEqual(['Huda', 'Omar', 'Hidden', null]);
  });

  test('with errors beside it is read, and the errors are reported too', () => {
    const items = itemsOf('inbound-interactive-empty');
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'notice']);
    expect(JSON.stringify(items[1])).toContain('The reply could not be read.');
  });
});

describe('a callback of the simulator', () => {
  test('is read for every type of message it knows', async () => {
    const bench = await createMetaBench();
    try {
      const target = { original_message_id: 'wamid.X' };
      for (const type of inboundTypes) {
        const more = { reaction: { message_id: 'wamid.X' }, edit: target, revoke: target };
        const content = type in more ? { content: more[type as keyof typeof more] } : {};
        const sent = bench.simulator.sendInbound('106540352242922', {
          from: '+966501234567',
          name: 'Huda',
          type,
          ...content,
        });
        expect(sent, type).toMatchObject({ kind: 'sent' });
      }
      const received = () =>
        bench.callbacks.flatMap(({ body }) => messagesOf(read(JSON.parse(String(body)))));
      await expect.poll(() => received().length).toBe(inboundTypes.length);
      const messages = received().map(({ message }) => message);
      expect(messages.map(({ type }) => type).toSorted()).toEqual(inboundTypes.toSorted());
      for (const message of messages) {
        expect(message.text, message.type).toMatch(/./);
        expect(message.from).toBe('966501234567');
      }
    } finally {
      await bench.close();
    }
  });
});
