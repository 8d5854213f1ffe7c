import type { ContentOf } from '@hudhud/contract/content.ts';
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '../../queries/media.ts';
import { sampleTemplate } from '../template/sample-template.ts';
import { noTemplate } from '../template/template-values.ts';
import { checkDraft } from './check-draft.ts';
import {
  type ComposedType,
  type ContentDraft,
  composedTypes,
  emptyContent,
  noFile,
} from './content-draft.ts';
import { toContent } from './to-content.ts';

const stored: StoredFile = {
  id: 'med_01kxyzabcdefghjkmnpqrstvwx',
  mime_type: 'image/png',
  bytes: 10,
  filename: 'shop.png',
  expires_at: null,
  usable_for: ['image'],
};
const media = { ...noFile, stored };

/** Everything that a person could write, so that each type finds what it needs. */
const full = (type: ComposedType): ContentDraft => ({
  ...emptyContent(),
  type,
  message: 'Does Tuesday suit you?',
  media,
  header: { kind: 'text', text: 'Appointment', media: noFile },
  footer: 'Al Noor',
  location: { latitude: '24.71', longitude: '46.67', name: 'Clinic', address: '' },
  contacts: [{ name: 'Dr. Haddad', phone: '+966500000001', email: '', organization: 'Al Noor' }],
  reaction: { message_id: 'msg_1', emoji: '👍' },
  buttons: [
    { title: 'Yes', id: '' },
    { title: 'No', id: 'no' },
  ],
  list: {
    button: 'Times',
    sections: [{ title: '', rows: [{ title: '09:00', id: 't9', description: 'Dr. Haddad' }] }],
  },
  link: { title: 'Open', url: 'https://example.com' },
  flow: { id: '123', button: 'Book', screen: '', token: '' },
  product: { catalog_id: '1', product_id: 'shoe' },
  products: { catalog_id: '1', header: 'Shop', sections: [{ title: '', product_ids: 'a, b\nc' }] },
  carousel: {
    cards: [1, 2].map(() => ({
      kind: 'image' as const,
      media,
      message: '',
      link: { title: 'Buy', url: 'https://example.com' },
    })),
  },
  template: { template: sampleTemplate, values: { '/variable/name': 'Sara', '/button/0': 'a7' } },
  interactive: '{"type":"button"}',
});

const message = 'Does Tuesday suit you?';
const file = { id: stored.id };
const footer = 'Al Noor';
const header = { text: 'Appointment' };
const link = { title: 'Open', url: 'https://example.com' };
const card = {
  header: { type: 'image' as const, media: file },
  link: { title: 'Buy', url: 'https://example.com' },
};

/** By the types of the contract: a field that it does not have, or that it wants, does not compile. */
const expected: { readonly [Type in ComposedType]: ContentOf<Type> } = {
  text: { type: 'text', message },
  image: { type: 'image', message, media: file },
  video: { type: 'video', message, media: file },
  audio: { type: 'audio', media: file },
  document: { type: 'document', message, media: file },
  sticker: { type: 'sticker', media: file },
  location: { type: 'location', location: { latitude: 24.71, longitude: 46.67, name: 'Clinic' } },
  contacts: {
    type: 'contacts',
    contacts: [
      {
        name: { formatted: 'Dr. Haddad', first: 'Dr. Haddad' },
        phones: [{ number: '+966500000001' }],
        organization: { company: 'Al Noor' },
      },
    ],
  },
  reaction: { type: 'reaction', reaction: { message_id: 'msg_1', emoji: '👍' } },
  buttons: {
    type: 'buttons',
    message,
    header,
    footer,
    // One without an id comes back with its title.
    buttons: [
      { id: 'Yes', title: 'Yes' },
      { id: 'no', title: 'No' },
    ],
  },
  list: {
    type: 'list',
    message,
    header,
    footer,
    list: {
      button: 'Times',
      sections: [{ rows: [{ id: 't9', title: '09:00', description: 'Dr. Haddad' }] }],
    },
  },
  link: { type: 'link', message, header, footer, link },
  location_request: { type: 'location_request', message },
  flow: { type: 'flow', message, header, footer, flow: { id: '123', button: 'Book' } },
  product: { type: 'product', message, footer, product: { catalog_id: '1', product_id: 'shoe' } },
  products: {
    type: 'products',
    message,
    footer,
    products: { catalog_id: '1', header: 'Shop', sections: [{ product_ids: ['a', 'b', 'c'] }] },
  },
  catalog: { type: 'catalog', message, footer },
  carousel: { type: 'carousel', message, carousel: { cards: [card, card] } },
  template: {
    type: 'template',
    template: {
      name: 'visit_reminder',
      language: 'en',
      variables: { name: 'Sara' },
      buttons: [{ index: 0, value: 'a7' }],
    },
  },
  interactive: { type: 'interactive', interactive: { type: 'button' } },
};

describe('a draft of each type', () => {
  it.each(composedTypes)('%s is a content of the contract, with the fields of its own type only', (type) => {
    const draft = full(type);
    expect(checkDraft(draft)).toEqual({});
    expect(toContent(draft)).toEqual(expected[type]);
  });
});

describe('the limits', () => {
  const problemsOf = (draft: ContentDraft) => Object.keys(checkDraft(draft)).toSorted();

  it('are shown at the field that breaks them', () => {
    const draft = { ...full('buttons'), message: 'x'.repeat(1_025), footer: 'x'.repeat(61) };
    const buttons = [
      { title: 'Yes', id: '' },
      { title: 'Yes', id: '' },
      { title: 'x'.repeat(21), id: '' },
    ];
    expect(problemsOf({ ...draft, buttons })).toEqual([
      'buttons.1.title',
      'buttons.2.title',
      'footer',
      'message',
    ]);
    expect(checkDraft(draft).message).toEqual({ kind: 'too_long', max: 1_024, count: 1_025 });
  });

  it('count what a person sees: an emoji is one character', () => {
    expect(problemsOf({ ...full('text'), message: '😀'.repeat(4_096) })).toEqual([]);
    expect(problemsOf({ ...full('text'), message: '😀'.repeat(4_097) })).toEqual(['message']);
  });

  it('want a file that is uploaded, or an address', () => {
    const image = full('image');
    expect(problemsOf({ ...image, media: noFile })).toEqual(['media']);
    const chosen = { ...noFile, file: new File(['x'], 'x.png') };
    expect(problemsOf({ ...image, media: chosen })).toEqual(['media']);
    expect(problemsOf({ ...image, media: { ...noFile, url: 'ftp://x' } })).toEqual(['media']);
    expect(problemsOf({ ...image, media: { ...noFile, url: 'https://example.com/x.png' } })).toEqual([]);
  });

  it('want titles for several sections, and rows that can be told apart', () => {
    const rows = [{ title: '09:00', id: '', description: '' }];
    const sections = [
      { title: 'Morning', rows },
      { title: '', rows },
    ];
    expect(problemsOf({ ...full('list'), list: { button: 'Times', sections } })).toEqual([
      'list.sections.1.rows.0.title',
      'list.sections.1.title',
    ]);
  });

  it('want degrees, JSON and addresses to be what they are called', () => {
    const location = { latitude: '91', longitude: 'x', name: '', address: '' };
    expect(problemsOf({ ...full('location'), location })).toEqual([
      'location.latitude',
      'location.longitude',
    ]);
    expect(problemsOf({ ...full('interactive'), interactive: '[1]' })).toEqual(['interactive']);
    const link = { title: 'Open', url: 'example.com' };
    expect(problemsOf({ ...full('link'), link })).toEqual(['link.url']);
    expect(problemsOf({ ...full('link'), link: { ...link, url: '{{address}}' } })).toEqual([]);
  });

  it('want a template, and the values without which it cannot be sent', () => {
    const draft = full('template');
    expect(checkDraft({ ...draft, template: noTemplate })).toEqual({ template: { kind: 'template' } });
    const unfilled = { ...draft, template: { template: sampleTemplate, values: {} } };
    expect(problemsOf(unfilled)).toEqual(['template./button/0', 'template./variable/name']);
    // Each person of a campaign has values for the variables, but not for a button.
    expect(Object.keys(checkDraft(unfilled, true))).toEqual(['template./button/0']);
  });
});
