import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';
import { inboundTypes } from './inbound-content.ts';

const from = '+966501112233';
const path = `/numbers/${account.phoneNumberId}/inbound`;
const running = useSimulator();
beforeAll(() => running.simulator.setPublicUrl(running.address));
beforeEach(() => running.quiet());

async function write(body: object) {
  const answer = await running.control('POST', path, body);
  expect(answer.status, answer.text).toBe(202);
  const find = () => running.receiver.messages().find(({ id }) => id === answer.body.ids[0]);
  await running.receiver.waitUntil(() => find() !== undefined);
  return find() as Record<string, unknown>;
}

describe('a person writes', () => {
  it('a text, with a name, and the webhook is what Meta sends', async () => {
    await write({ from, name: 'ليلى 🌙', text: 'مرحبا' });
    const [change] = running.receiver.changes();
    expect(change).toEqual({
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '15550783881', phone_number_id: account.phoneNumberId },
        contacts: [{ profile: { name: 'ليلى 🌙' }, wa_id: '966501112233', user_id: 'US.1349966501112233' }],
        messages: [
          {
            from: '966501112233',
            from_user_id: 'US.1349966501112233',
            id: expect.stringMatching(/^wamid\./),
            timestamp: expect.stringMatching(/^\d{10}$/),
            type: 'text',
            text: { body: 'مرحبا' },
          },
        ],
      },
    });
    const [post] = running.receiver.posts;
    expect(post?.isSigned).toBe(true);
    expect(post?.raw.toString('latin1')).toContain('\\u0645\\u0631\\u062d\\u0628\\u0627');
    expect((await running.control('GET', '/people')).text).toContain('ليلى');
  });

  it.each(inboundTypes.filter((type) => !['reaction', 'edit', 'revoke', 'request_welcome'].includes(type)))(
    'a message of type %s by its name alone',
    async (type) => {
      const message = await write({ from, type });
      expect(message.type).toBe(type);
      expect(message[type]).toBeTruthy();
    },
  );

  it('an answer to a message of the business', async () => {
    const { body } = await running.send(from);
    const message = await write({ from, text: 'Yes', context_id: body.messages[0].id });
    expect(message.context).toEqual({ from: '15550783881', id: body.messages[0].id });
  });

  it.each(['button_reply', 'list_reply', 'nfm_reply', 'call_permission_reply'])(
    'a tap of kind %s, which refers to the newest message',
    async (kind) => {
      const { body } = await running.send(from);
      const message = await write({ from, type: 'interactive', interactive: { type: kind } });
      expect(message.interactive).toMatchObject({ type: kind, [kind]: expect.any(Object) });
      expect(message.context).toMatchObject({ id: body.messages[0].id });
    },
  );

  it('a reaction to the newest message, which the phone shows', async () => {
    const { body } = await running.send(from);
    const message = await write({ from, type: 'reaction', reaction: { emoji: '🎉' } });
    expect(message.reaction).toEqual({ emoji: '🎉', message_id: body.messages[0].id });
    const shown = await running.control('GET', `/conversations/${account.phoneNumberId}/966501112233`);
    const found = shown.body.messages.find(({ id }: { id: string }) => id === body.messages[0].id);
    expect(found?.reactions).toEqual([{ by: 'person', emoji: '🎉' }]);
  });

  it('an edit, a withdrawal and a request for a welcome', async () => {
    const original = await write({ from, text: 'helo' });
    const edit = await write({ from, type: 'edit', edit: { original_message_id: original.id } });
    expect(edit.edit).toMatchObject({ original_message_id: original.id });
    const revoke = await write({ from, type: 'revoke', revoke: { original_message_id: original.id } });
    expect(revoke.revoke).toEqual({ original_message_id: original.id });
    expect(await write({ from, type: 'request_welcome' })).not.toHaveProperty('request_welcome');
  });

  it('media that can be fetched by its id and by the link in the webhook', async () => {
    const data = Buffer.from('%PDF-1.4 test').toString('base64');
    const message = await write({
      from,
      type: 'document',
      document: { data, mime_type: 'application/pdf', filename: 'a.pdf', caption: 'c' },
    });
    expect(message.document).toMatchObject({ caption: 'c', filename: 'a.pdf', mime_type: 'application/pdf' });
    const { id, url } = message.document as { id: string; url: string };
    expect((await running.call('GET', `/v24.0/${id}`)).body.mime_type).toBe('application/pdf');
    const response = await fetch(url, { headers: { authorization: `Bearer ${account.accessToken}` } });
    expect(await response.text()).toBe('%PDF-1.4 test');
  });

  it('a forwarded message and one from an advertisement', async () => {
    expect((await write({ from, forwarded: true })).context).toEqual({ forwarded: true });
    expect((await write({ from, frequently_forwarded: true })).context).toEqual({
      frequently_forwarded: true,
    });
    const referral = { source_type: 'ad', source_id: '1' };
    expect((await write({ from, referral })).referral).toEqual(referral);
  });

  it('a message WhatsApp cannot show, with its error, and a notice without contacts', async () => {
    expect((await write({ from, type: 'unsupported' })).errors).toMatchObject([{ code: 131051 }]);
    await running.quiet();
    await write({ from, type: 'system' });
    expect(running.receiver.changes()[0]?.value).not.toHaveProperty('contacts');
  });

  it('without showing the phone number, when the person hides it', async () => {
    await running.control('PUT', '/people/966509998877', { username: 'huda', hides_phone: true });
    const message = await write({ from: '+966509998877', text: 'Hi' });
    expect(message).not.toHaveProperty('from');
    expect(message.from_user_id).toBe('US.1349966509998877');
    expect(running.receiver.changes()[0]?.value.contacts).toEqual([
      { profile: { name: 'Person 8877', username: '@huda' }, user_id: 'US.1349966509998877' },
    ]);
  });

  it('as a crowd, and all of it comes in one POST', { timeout: 30_000 }, async () => {
    const messages = Array.from({ length: 1_000 }, (_, index) => ({
      from: `+96650${2_000_000 + index}`,
      text: `${index}`,
    }));
    const answer = await running.control('POST', path, { messages });
    expect(answer.body.ids).toHaveLength(1_000);
    await running.receiver.waitForMessages(1_000);
    expect(running.receiver.posts).toHaveLength(1);
  });
});

describe('a message is refused', () => {
  it.each([
    { from: 'nobody' },
    { from, type: 'hologram' },
    { from, text: '' },
    { from, type: 'location', location: { latitude: 'north' } },
    { from, type: 'contacts', contacts: [] },
    { from, type: 'interactive', interactive: { type: 'wink' } },
    { from: '+966500000009', type: 'reaction' },
    { from, type: 'revoke' },
    { from, type: 'image', image: { data: 7 } },
    { from, words: 'Hi' },
    { messages: Array(1_001).fill({ from }) },
  ])('when it is %j', async (body) => {
    expect((await running.control('POST', path, body)).status).toBe(400);
    expect(running.receiver.posts).toEqual([]);
  });

  it('for a number that is not registered', async () => {
    expect((await running.control('POST', '/numbers/1/inbound', { from })).status).toBe(404);
    expect(running.simulator.sendInbound('1', { from })).toMatchObject({ kind: 'refused' });
  });
});

it('a person who echoes answers with the same words', async () => {
  await running.send('+447400123456', { text: { body: 'Is there anybody?' } });
  const [message] = await running.receiver.waitForMessages(1);
  expect(message).toMatchObject({ from: '447400123456', text: { body: 'Is there anybody?' } });
});

it('a person can be given one answer to everything, or none', async () => {
  await running.control('PUT', '/people/966501112233', { auto_reply: 'Call me later' });
  await running.send(from, { type: 'sticker', sticker: { link: 'https://x.test/s.webp' } });
  const [message] = await running.receiver.waitForMessages(1);
  expect(message).toMatchObject({ text: { body: 'Call me later' } });
});
