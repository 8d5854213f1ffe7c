import { beforeEach, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../tests/core-simulator.ts';
import { userIdOf } from '../account/people.ts';
import { createMessageIds } from './message-id.ts';

const to = '+966501234567';
const link = 'https://example.com/a.jpg';
const outId = createMessageIds().next('out', '966501234567');
const inId = createMessageIds().next('in', '966501234567');
const body = { text: 'Which?' };
const reply = (id: string, title = id) => ({ type: 'reply', reply: { id, title } });
const row = (id: string) => ({ id, title: `Row ${id}`, description: 'd' });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const interactive = (part: object) => ({ type: 'interactive', interactive: part });
const ask = (part: object) => ({ to, ...interactive({ body, ...part }) });
const askButtons = (buttons: object[], more: object = {}) =>
  ask({ type: 'button', action: { buttons }, ...more });
const askList = (sections: object[], more: object = {}) =>
  ask({ type: 'list', action: { button: 'b', sections }, ...more });
const name = { formatted_name: 'Barbara Johnson', first_name: 'Barbara' };

let core: Core;
let mediaId: string;

beforeEach(() => {
  core = createCore({ settings: { pairIntervalMs: 0 } });
  const { phoneNumberId } = core.number;
  const bytes = Buffer.from('x');
  mediaId = core.simulator.media.add(
    { phoneNumberId, mimeType: 'image/png', bytes, filename: null },
    'upload',
  ).id;
});

describe('messages that Meta takes', () => {
  it.each<[string, object]>([
    ['a text', { type: 'text', text: { body: 'Hi', preview_url: true } }],
    ['a text without a type', { text: { body: 'Hi' } }],
    ['a text of 4096 characters', { text: { body: 'x'.repeat(4_096) } }],
    ['an answer', { text: { body: 'Hi' }, context: { message_id: outId } }],
    ['an image by link', { type: 'image', image: { link, caption: 'c' } }],
    ['a video', { type: 'video', video: { link } }],
    ['a voice note', { type: 'audio', audio: { link, voice: true } }],
    ['a document', { type: 'document', document: { link, filename: 'a.pdf', caption: 'c' } }],
    ['a sticker', { type: 'sticker', sticker: { link } }],
    ['a location in texts', { type: 'location', location: { latitude: '37.4', longitude: '-122.1' } }],
    [
      'a location in numbers',
      { type: 'location', location: { latitude: 37.4, longitude: -122.1, name: 'n' } },
    ],
    [
      'a contact',
      {
        type: 'contacts',
        contacts: [{ name, phones: [{ phone: '+1650', type: 'HOME' }], birthday: '1999-01-23' }],
      },
    ],
    ['a reaction', { type: 'reaction', reaction: { message_id: inId, emoji: '😀' } }],
    ['a reaction taken back', { type: 'reaction', reaction: { message_id: inId, emoji: '' } }],
    ['a flag as a reaction', { type: 'reaction', reaction: { message_id: inId, emoji: '🇸🇦' } }],
    [
      'buttons',
      interactive({
        type: 'button',
        header: { type: 'text', text: 'h' },
        body,
        footer: { text: 'f' },
        action: { buttons: [reply('a'), reply('b')] },
      }),
    ],
    [
      'buttons under an image',
      interactive({
        type: 'button',
        header: { type: 'image', image: { link } },
        body,
        action: { buttons: [reply('a')] },
      }),
    ],
    [
      'a list',
      interactive({
        type: 'list',
        body: { text: 'x'.repeat(4_096) },
        action: { button: 'Open', sections: [{ rows: times(10, (i) => row(`${i}`)) }] },
      }),
    ],
    [
      'a link button',
      interactive({
        type: 'cta_url',
        body,
        action: { name: 'cta_url', parameters: { display_text: 'See', url: link } },
      }),
    ],
    [
      'a flow',
      interactive({
        type: 'flow',
        body,
        action: {
          name: 'flow',
          parameters: { flow_message_version: '3', flow_id: '1', flow_cta: 'Open', mode: 'draft' },
        },
      }),
    ],
    [
      'a request for a location',
      interactive({ type: 'location_request_message', body, action: { name: 'send_location' } }),
    ],
    ['a product', interactive({ type: 'product', action: { catalog_id: '1', product_retailer_id: 'p' } })],
    [
      'products',
      interactive({
        type: 'product_list',
        header: { type: 'text', text: 'h' },
        body,
        action: {
          catalog_id: '1',
          sections: [{ title: 't', product_items: [{ product_retailer_id: 'p' }] }],
        },
      }),
    ],
    ['a catalogue', interactive({ type: 'catalog_message', body, action: { name: 'catalog_message' } })],
    [
      'a carousel',
      interactive({
        type: 'carousel',
        body,
        action: {
          cards: times(2, (i) => ({
            card_index: i,
            action: { name: 'cta_url', parameters: { display_text: 'See', url: link } },
          })),
        },
      }),
    ],
    [
      'a carousel of quick replies',
      interactive({
        type: 'carousel',
        body,
        action: {
          cards: times(2, (i) => ({
            card_index: i,
            action: { buttons: [{ type: 'quick_reply', quick_reply: { id: 'q', title: 'Q' } }] },
          })),
        },
      }),
    ],
    [
      'a request to call',
      interactive({ type: 'call_permission_request', action: { name: 'call_permission_request' } }),
    ],
    [
      'a request for a contact',
      interactive({ type: 'contact_request', body, action: { name: 'request_contact_info' } }),
    ],
  ])('%s', (_title, more) => {
    const answer = core.post({ to, ...more });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        contacts: [{ input: to, wa_id: '966501234567' }],
        messages: [{ id: expect.stringMatching(/^wamid\./) }],
      },
    });
  });

  it('an image by the id of uploaded media', () => {
    expect(core.post({ to, type: 'image', image: { id: mediaId } }).status).toBe(200);
  });

  it('a recipient written with spaces, brackets and dashes', () => {
    const { body: answer } = core.post({ to: '+966 (50) 123-4567', text: { body: 'Hi' } });
    expect(answer.contacts).toEqual([{ input: '+966 (50) 123-4567', wa_id: '966501234567' }]);
  });

  it('a recipient given by user id, who is answered without a phone number', () => {
    const recipient = userIdOf('966501234567');
    const { body: answer } = core.post({ recipient, text: { body: 'Hi' } });
    expect(answer.contacts).toEqual([{ input: recipient, user_id: recipient }]);
    expect(core.simulator.ledger.find({ to })).toHaveLength(1);
  });

  it('a group, which is named in the answer', () => {
    const { body: answer } = core.post({ recipient_type: 'group', to: 'Y2FwaV9n', text: { body: 'Hi' } });
    expect(answer.messages).toMatchObject([{ group_id: 'Y2FwaV9n' }]);
  });

  it('the note that a message was read, with and without typing', () => {
    for (const typing of [{}, { typing_indicator: { type: 'text' } }]) {
      const answer = core.post({ status: 'read', message_id: inId, ...typing });
      expect(answer).toEqual({ status: 200, body: { success: true } });
    }
    expect(core.simulator.ledger.find({})).toEqual([]);
  });
});

describe('messages that Meta refuses', () => {
  it.each<[string, number, object]>([
    ['another product', 100, { messaging_product: 'telegram', to, text: { body: 'Hi' } }],
    ['no recipient', 100, { text: { body: 'Hi' } }],
    ['a recipient that is a number', 100, { to: 966501234567, text: { body: 'Hi' } }],
    ['a recipient that is a word', 131009, { to: 'Huda', text: { body: 'Hi' } }],
    ['an unknown user id', 131009, { recipient: 'XX.1', text: { body: 'Hi' } }],
    ['an unknown kind of recipient', 100, { recipient_type: 'crowd', to, text: { body: 'Hi' } }],
    ['the business itself', 131021, { to: '+15550783881', text: { body: 'Hi' } }],
    ['an unknown type', 100, { to, type: 'hologram', hologram: {} }],
    ['a type that only people send', 131051, { to, type: 'system', system: {} }],
    [
      'a mark of 513 characters',
      100,
      { to, text: { body: 'Hi' }, biz_opaque_callback_data: 'x'.repeat(513) },
    ],
    ['an empty context', 131008, { to, text: { body: 'Hi' }, context: {} }],
    ['a text without its part', 131008, { to, type: 'text' }],
    ['a text that is only a string', 100, { to, type: 'text', text: 'Hi' }],
    ['an empty text', 131008, { to, text: { body: '' } }],
    ['a text of 4097 characters', 100, { to, text: { body: 'x'.repeat(4_097) } }],
    ['a misspelt key', 100, { to, text: { body: 'Hi', preview: true } }],
    ['a preview that is a word', 100, { to, text: { body: 'Hi', preview_url: 'yes' } }],
    ['an image without a source', 131008, { to, type: 'image', image: { caption: 'c' } }],
    ['an image with two sources', 131009, { to, type: 'image', image: { id: '1', link } }],
    ['an image that was not uploaded', 131009, { to, type: 'image', image: { id: '42' } }],
    ['a link that is none', 131009, { to, type: 'image', image: { link: 'ftp://x' } }],
    ['a long caption', 100, { to, type: 'video', video: { link, caption: 'x'.repeat(1_025) } }],
    ['a caption on audio', 100, { to, type: 'audio', audio: { link, caption: 'c' } }],
    ['a file name on a video', 100, { to, type: 'video', video: { link, filename: 'f' } }],
    ['a caption on a sticker', 100, { to, type: 'sticker', sticker: { link, caption: 'c' } }],
    ['a file name that is a number', 100, { to, type: 'document', document: { link, filename: 1 } }],
    ['a location without longitude', 131008, { to, type: 'location', location: { latitude: 1 } }],
    ['a latitude of 91', 131009, { to, type: 'location', location: { latitude: 91, longitude: 1 } }],
    ['no contacts', 131009, { to, type: 'contacts', contacts: [] }],
    ['a contact without a name', 131008, { to, type: 'contacts', contacts: [{}] }],
    [
      'a contact with half a name',
      131008,
      { to, type: 'contacts', contacts: [{ name: { formatted_name: 'B' } }] },
    ],
    ['a birthday in words', 131009, { to, type: 'contacts', contacts: [{ name, birthday: 'May' }] }],
    ['a reaction to nothing', 131008, { to, type: 'reaction', reaction: { emoji: '😀' } }],
    [
      'a reaction to a strange id',
      131009,
      { to, type: 'reaction', reaction: { message_id: 'x', emoji: '😀' } },
    ],
    ['a reaction in letters', 131009, { to, type: 'reaction', reaction: { message_id: inId, emoji: 'ok' } }],
    ['a reaction without an emoji', 131008, { to, type: 'reaction', reaction: { message_id: inId } }],
    [
      'a reaction as an answer',
      131009,
      { to, type: 'reaction', context: { message_id: inId }, reaction: { message_id: inId, emoji: '😀' } },
    ],
    ['an unknown interactive kind', 100, ask({ type: 'dance', action: {} })],
    ['an interactive without an action', 131008, ask({ type: 'button' })],
    ['no buttons', 131009, askButtons([])],
    ['four buttons', 131009, askButtons(times(4, (i) => reply(`${i}`)))],
    ['a long button', 131009, askButtons([reply('a', 'x'.repeat(21))])],
    ['two buttons alike', 131009, askButtons([reply('a'), reply('a')])],
    ['a long body', 131009, askButtons([reply('a')], { body: { text: 'x'.repeat(1_025) } })],
    ['a long footer', 131009, askButtons([reply('a')], { footer: { text: 'x'.repeat(61) } })],
    [
      'an image above a list',
      131009,
      askList([{ rows: [row('1')] }], { header: { type: 'image', image: { link } } }),
    ],
    ['an unknown header', 100, askButtons([reply('a')], { header: { type: 'song' } })],
    [
      'eleven rows',
      131009,
      askList(times(2, (s) => ({ title: `${s}`, rows: times(s + 5, (i) => row(`${s}${i}`)) }))),
    ],
    ['sections without titles', 131008, askList(times(2, (s) => ({ rows: [row(`${s}`)] })))],
    ['rows with one id', 131009, askList([{ rows: [row('1'), row('1')] }])],
    [
      'a link button without a link',
      131008,
      ask({
        type: 'cta_url',
        action: { name: 'cta_url', parameters: { display_text: 'See' } },
      }),
    ],
    [
      'a flow with two names',
      131009,
      ask({
        type: 'flow',
        action: {
          name: 'flow',
          parameters: { flow_message_version: '3', flow_id: '1', flow_name: 'n', flow_cta: 'Open' },
        },
      }),
    ],
    [
      'products without a header',
      131008,
      ask({ type: 'product_list', action: { catalog_id: '1', sections: [] } }),
    ],
    ['a carousel of one card', 131009, ask({ type: 'carousel', action: { cards: [{ card_index: 0 }] } })],
    ['a read note for an own message', 100, { status: 'read', message_id: outId }],
    ['an unknown status', 100, { status: 'seen', message_id: inId }],
    ['a read note without an id', 131008, { status: 'read' }],
    [
      'typing of an unknown kind',
      100,
      { status: 'read', message_id: inId, typing_indicator: { type: 'audio' } },
    ],
  ])('%s, with code %i', (_title, code, more) => {
    const answer = core.post(more);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code,
          type: 'OAuthException',
          message: expect.stringMatching(`^\\(#${code}\\) `),
          fbtrace_id: expect.stringMatching(/^A/),
        },
      },
    });
  });

  it('are kept in the ledger as refused, with what they say of themselves', () => {
    core.post({ to, type: 'hologram', biz_opaque_callback_data: 'msg_7:1' });
    expect(core.simulator.ledger.find({})).toMatchObject([
      { outcome: 'refused', code: 100, type: 'hologram', opaque: 'msg_7:1', waId: '966501234567', id: null },
    ]);
  });

  it('a body that is no object', () => {
    expect(core.simulator.receiveMessage(core.number, 'hi')).toMatchObject({ status: 400 });
  });
});

it('media of another kind than the message says is accepted and fails afterwards with 131053', async () => {
  expect(core.post({ to, type: 'video', video: { id: mediaId } }).status).toBe(200);
  core.clock.advance(5_000);
  expect(
    core.simulator.conversations.find(core.number.phoneNumberId, '966501234567')?.messages,
  ).toMatchObject([{ status: 'failed', errorCode: 131053 }]);
});
