import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { type ContentType, contentTypes, isPlainText, kindOf, type MessageContent } from './content.ts';

const media = { id: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' };
const button = (index: number) => ({ id: `b${index}`, title: `Button ${index}` });
const card = {
  header: { type: 'image', media },
  link: { title: 'Open', url: 'https://example.com' },
} as const;

const examples: { readonly [Kind in ContentType]: Extract<MessageContent, { type: Kind }> } = {
  text: { type: 'text', message: 'See https://example.com', preview_url: true },
  image: { type: 'image', media, message: 'A picture' },
  video: { type: 'video', media: { url: 'https://example.com/a.mp4' } },
  audio: { type: 'audio', media, voice: true },
  document: { type: 'document', media: { ...media, filename: 'invoice-1042.pdf' }, message: 'Your invoice' },
  sticker: { type: 'sticker', media },
  location: { type: 'location', location: { latitude: 24.71, longitude: 46.67, name: 'Clinic' } },
  contacts: {
    type: 'contacts',
    contacts: [
      {
        name: { formatted: 'Dr. Haddad', first: 'Sami' },
        phones: [{ number: '+966501234567', type: 'work' }],
        emails: [],
        organization: { company: 'Al Noor' },
        addresses: [],
        urls: [],
        birthday: '1980-02-01',
      },
    ],
  },
  reaction: { type: 'reaction', reaction: { message_id: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz', emoji: '👍' } },
  buttons: {
    type: 'buttons',
    message: 'Does Tuesday suit you?',
    buttons: [button(1), button(2), button(3)],
    header: { text: 'Appointment' },
    footer: 'Al Noor Clinic',
  },
  list: {
    type: 'list',
    message: 'Choose a time',
    list: {
      button: 'Times',
      sections: [{ title: 'Morning', rows: [{ id: 't9', title: '09:00', description: 'Dr. Haddad' }] }],
    },
  },
  link: { type: 'link', message: 'Your invoice', link: { title: 'Open', url: 'https://example.com' } },
  location_request: { type: 'location_request', message: 'Where are you?' },
  flow: {
    type: 'flow',
    message: 'Book',
    flow: { id: '123', button: 'Book now', screen: 'WELCOME', data: { day: 'Sunday' }, token: 't' },
  },
  product: { type: 'product', product: { catalog_id: '1', product_id: 'sku-1' } },
  products: {
    type: 'products',
    message: 'New',
    products: { catalog_id: '1', header: 'Shoes', sections: [{ product_ids: ['sku-1', 'sku-2'] }] },
  },
  catalog: { type: 'catalog', message: 'All we have', catalog: { thumbnail_product_id: 'sku-1' } },
  carousel: { type: 'carousel', message: 'Look', carousel: { cards: [card, card] } },
  interactive: { type: 'interactive', interactive: { type: 'address_message', action: { name: 'x' } } },
  otp: { type: 'otp', otp: { code: '482913', template: 'login_code' } },
  template: {
    type: 'template',
    template: {
      name: 'appointment_reminder',
      language: 'ar',
      variables: { name: 'Sara', date: 'Tuesday' },
      header: { media },
      buttons: [{ index: 0, value: '1042' }],
    },
  },
};

const isRight = (content: unknown, kind: ContentType): boolean => Check(kindOf(kind).schema, content);

describe('a content', () => {
  it.each(contentTypes)('of the kind %s is taken', (kind) => {
    expect(isRight(examples[kind], kind)).toBe(true);
  });

  it.each(contentTypes)('of the kind %s with an unknown field is refused', (kind) => {
    expect(isRight({ ...examples[kind], colour: 'red' }, kind)).toBe(false);
  });

  it.each(contentTypes)('of the kind %s is of no other kind', (kind) => {
    expect(contentTypes.filter((other) => isRight(examples[kind], other))).toEqual([kind]);
  });
});

const { text, image, buttons, list, link, flow, products, carousel, contacts, location } = examples;
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, title: 'One' }));

const beyond: readonly (readonly [string, MessageContent, unknown])[] = [
  ['a text of 4,096', { ...text, message: 'x'.repeat(4_096) }, { ...text, message: 'x'.repeat(4_097) }],
  ['a caption of 1,024', { ...image, message: 'x'.repeat(1_024) }, { ...image, message: 'x'.repeat(1_025) }],
  ['one place of a file', image, { ...image, media: { ...media, url: 'https://example.com/a.png' } }],
  ['three buttons', buttons, { ...buttons, buttons: [1, 2, 3, 4].map(button) }],
  [
    'a button of 20',
    { ...buttons, buttons: [{ id: 'a', title: 'x'.repeat(20) }] },
    { ...buttons, buttons: [{ id: 'a', title: 'x'.repeat(21) }] },
  ],
  [
    'a button id of 256',
    { ...buttons, buttons: [{ id: 'x'.repeat(256), title: 'a' }] },
    { ...buttons, buttons: [{ id: 'x'.repeat(257), title: 'a' }] },
  ],
  ['a body of 1,024', { ...buttons, message: 'x'.repeat(1_024) }, { ...buttons, message: 'x'.repeat(1_025) }],
  ['a footer of 60', { ...buttons, footer: 'x'.repeat(60) }, { ...buttons, footer: 'x'.repeat(61) }],
  [
    'a header of 60',
    { ...buttons, header: { text: 'x'.repeat(60) } },
    { ...buttons, header: { text: 'x'.repeat(61) } },
  ],
  [
    'ten rows',
    { ...list, list: { button: 'A', sections: [{ rows: rows(10) }] } },
    { ...list, list: { button: 'A', sections: [{ rows: rows(11) }] } },
  ],
  [
    'ten sections',
    { ...list, list: { button: 'A', sections: Array.from({ length: 10 }, () => ({ rows: rows(1) })) } },
    { ...list, list: { button: 'A', sections: Array.from({ length: 11 }, () => ({ rows: rows(1) })) } },
  ],
  [
    'a page of the web',
    { ...link, link: { title: 'x'.repeat(20), url: 'http://example.com' } },
    { ...link, link: { title: 'Open', url: 'javascript:alert(1)' } },
  ],
  [
    'a flow button of 30',
    { ...flow, flow: { id: '1', button: 'x'.repeat(30) } },
    { ...flow, flow: { id: '1', button: 'x'.repeat(31) } },
  ],
  [
    'a header of products',
    products,
    { ...products, products: { catalog_id: '1', sections: [{ product_ids: ['1'] }] } },
  ],
  ['two cards', carousel, { ...carousel, carousel: { cards: [card] } }],
  [
    '257 contacts',
    { ...contacts, contacts: Array.from({ length: 257 }, () => ({ name: { formatted: 'A' } })) },
    { ...contacts, contacts: Array.from({ length: 258 }, () => ({ name: { formatted: 'A' } })) },
  ],
  [
    'a place on earth',
    { ...location, location: { latitude: -90, longitude: 180 } },
    { ...location, location: { latitude: 90.1, longitude: 0 } },
  ],
];

describe('the limits of a content', () => {
  it.each(beyond)('take %s and nothing beyond', (_limit, right, wrong) => {
    expect([isRight(right, right.type), isRight(wrong, right.type)]).toEqual([true, false]);
  });

  it('take no text of nothing but spaces', () => {
    expect(isRight({ type: 'text', message: ' \n' }, 'text')).toBe(false);
  });
});

describe('a plain text', () => {
  it('is a text that says nothing of a preview', () => {
    expect(isPlainText({ type: 'text', message: 'Hello' })).toBe(true);
    expect(isPlainText(text)).toBe(false);
    expect(isPlainText(image)).toBe(false);
  });
});
