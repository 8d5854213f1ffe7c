// The promises about what people write, held against the simulator: every type that a person can send is read, with its
// file, and a person whose number is hidden is still told apart.

import { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { CallbackMessage } from '../callback.ts';
import type { Running } from './provider-bench.ts';

const person = '966501234567';
const hiddenPerson = '967771234567';

/** Waits for the callback of what a person sends, and reads it. */
export const receiveFrom = async (
  { bench }: Running,
  input: { readonly from?: string; readonly type: string; readonly content?: unknown },
): Promise<CallbackMessage> => {
  const { simulator } = bench;
  const [number] = simulator?.numbers.list() ?? [];
  if (!simulator || !number) throw new Error('this bench has no simulator');
  const sent = simulator.sendInbound(number.phoneNumberId, { from: person, ...input });
  if (sent.kind !== 'sent') throw new Error(`the person could not send it: ${sent.reason}`);
  const find = (): CallbackMessage | undefined =>
    bench.callbacks
      .flatMap((callback) => {
        const reading = bench.provider.callbacks.read(callback);
        return reading.kind === 'read' ? reading.items : [];
      })
      .flatMap((item) => (item.kind === 'message' ? [item.message] : []))
      .find(({ providerMessageId }) => providerMessageId === sent.id);
  await expect.poll(find).toBeDefined();
  const found = find();
  if (!found) throw new Error('no callback held the message');
  return found;
};

const kinds: readonly [type: string, content: unknown, text: RegExp][] = [
  ['text', 'Is it ready? ä😀', /^Is it ready\? ä😀$/],
  ['image', { caption: 'Look' }, /Look/],
  ['video', {}, /video/],
  ['audio', {}, /audio|voice/],
  ['document', {}, /document/],
  ['sticker', {}, /sticker/],
  ['location', { latitude: 24.71, longitude: 46.67, name: 'Clinic' }, /Clinic/],
  ['button', { payload: 'yes', text: 'Yes please' }, /Yes please/],
  ['interactive', { type: 'list_reply', list_reply: { id: 't9', title: '09:00' } }, /09:00/],
];

const fileTypes = ['image', 'video', 'audio', 'document', 'sticker'];

export const promiseIncoming = (running: () => Running): void => {
  describe('receives messages: it', () => {
    test.each(kinds)('reads a message of the type %s', async (type, content, text) => {
      const { bench } = running();
      if (!bench.simulator) return;
      const message = await receiveFrom(running(), { type, content });
      expect(message).toMatchObject({ type, from: person, text: expect.stringMatching(text) });
      const details = bench.provider.callbacks.describe(message.raw);
      expect(Value.Check(IncomingDetails, details), JSON.stringify(details)).toBe(true);
      if (type === 'location') expect(details.location).toMatchObject({ latitude: 24.71, longitude: 46.67 });
      if (type === 'button') expect(details.choice).toMatchObject({ kind: 'button', id: 'yes' });
      if (type === 'interactive') expect(details.choice).toMatchObject({ kind: 'list', id: 't9' });
      if (!fileTypes.includes(type) || !bench.provider.media) return;
      expect(message.file?.reference).toMatch(/./);
      // Null where the provider reports no type; the download does.
      if (message.file?.mimeType !== null) expect(message.file?.mimeType).toMatch(/^[a-z]+\/[a-z]/);
    });

    test('tells a reply from the message that it answers', async () => {
      const { bench, http } = running();
      if (!bench.simulator) return;
      const content = { type: 'text', message: 'Hello' } as const;
      const message = { to: `+${person}`, content, body: 'Hello', echo: 'msg_replied:1' };
      const { outcome } = await bench.provider.send(http, bench.fields, message);
      if (outcome.kind !== 'sent') throw new Error('the message did not arrive');
      const reply = await receiveFrom(running(), { type: 'button', content: { payload: 'y', text: 'Yes' } });
      const { refers_to: refersTo } = bench.provider.callbacks.describe(reply.raw);
      expect(refersTo).toMatchObject({ kind: 'reply', provider_message_id: outcome.providerMessageId });
    });

    test('knows a person whose number is hidden by their id', async () => {
      const { simulator } = running().bench;
      if (!simulator) return;
      simulator.people.put(hiddenPerson, { hidesPhone: true });
      const message = await receiveFrom(running(), { from: hiddenPerson, type: 'text', content: 'Hi' });
      expect(message.from).toBeNull();
      expect(message.userId).toMatch(/^[A-Z]{2}\./);
    });
  });
};
