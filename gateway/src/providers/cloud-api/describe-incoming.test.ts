// Every inbound shape of the facts sheet, described in the words of the contract.

import { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { describeCloudApiMessage } from './describe-incoming.ts';
import { fixtureNames, itemsOf } from './tests-support/fixtures.ts';

const detailsOf = (name: string): IncomingDetails => {
  const [item] = itemsOf(name).flatMap((one) => (one.kind === 'message' ? [one.message] : []));
  return describeCloudApiMessage(item?.raw);
};

const answered = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QUZC';
const file = { id: '1003383421387256', sha256: '4fdNbTGLXn1w3kIbDnoP4kFqBbsdX1xzPIMM2lXFkVE=' };
const reply = { refers_to: { kind: 'reply', provider_message_id: answered, from: '15550783881' } };

describe('a message of a type that is not known', () => {
  test('keeps all that it holds', () => {
    expect(detailsOf('inbound-new-type')).toEqual({
      raw_type: 'hologram',
      unknown: { hologram: { depth: 3 }, a_new_member: { kept: true } },
    });
  });

  test('by a word of our own language keeps it too', () => {
    const raw = { type: 'constructor', constructor: { id: '1' } };
    expect(describeCloudApiMessage(raw)).toEqual({
      raw_type: 'constructor',
      unknown: { constructor: { id: '1' } },
    });
  });

  test('that is nested without end is left out, so that nothing breaks over it', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    expect(describeCloudApiMessage({ type: 'hologram', hologram: deep, more: 1 })).toEqual({
      raw_type: 'hologram',
      unknown: { more: 1 },
    });
  });

  test('is described with the reason where the provider gives one', () => {
    expect(detailsOf('inbound-unsupported')).toMatchObject({
      unsupported: {
        kind: 'poll',
        errors: [
          {
            code: '131051',
            title: 'Message type unknown',
            detail: 'Message type is currently not supported.',
          },
        ],
      },
      unknown: { unsupported: { type: 'poll' } },
    });
    expect(detailsOf('inbound-unknown').unsupported).toMatchObject({ errors: [{ code: '131051' }] });
  });

  test('or an answer of a kind that is not known, is described as it came', () => {
    expect(detailsOf('inbound-interactive-new-reply').unknown).toEqual({
      interactive: { type: 'address_message', address_message: { pin_code: '560037' } },
    });
  });
});

describe('a message is described:', () => {
  test.each<[string, object]>([
    ['inbound-text', {}],
    ['inbound-text-reply', reply],
    ['inbound-text-forwarded', { is_forwarded: true, is_frequently_forwarded: true }],
    ['inbound-text-forwarded-once', { is_forwarded: true }],
    [
      'inbound-text-product-inquiry',
      { ...reply, product: { catalog_id: '194836987003835', product_id: 'di9ozbzfi4' } },
    ],
    [
      'inbound-interactive-call-permission',
      {
        ...reply,
        call_permission: {
          response: 'accept',
          expires_at: '2025-07-22T12:23:02.000Z',
          source: 'user_action',
        },
      },
    ],
    [
      'inbound-interactive-payment-method',
      {
        ...reply,
        payment_method: {
          payment_method: 'upi',
          payment_timestamp: 1749416300,
          reference_id: 'order-77',
          last_four_digits: '4242',
        },
      },
    ],
    [
      'inbound-system-changed-number',
      {
        system: {
          kind: 'user_changed_number',
          new_phone: '12195555358',
          new_id: 'US.NEW',
          new_parent_id: 'US.ENT.NEW',
        },
      },
    ],
    [
      'inbound-system-identity-changed',
      {
        system: {
          kind: 'customer_identity_changed',
          identity: { hash: 'Rc5cKtzGLT0=', acknowledged: true, created_at: '2025-06-08T20:53:20.000Z' },
        },
      },
    ],
    ['inbound-text-group', { group_id: 'Y2FwaV9ncm91cDox' }],
    [
      'inbound-image',
      {
        media: { ...file, mime_type: 'image/jpeg', caption: 'The broken part' },
        sender_parent_id: 'US.ENT.11815799212886844830',
      },
    ],
    ['inbound-video', { media: { ...file, mime_type: 'video/mp4', caption: 'It rattles' } }],
    ['inbound-audio-voice', { media: { ...file, mime_type: 'audio/ogg; codecs=opus', is_voice: true } }],
    [
      'inbound-document',
      { media: { ...file, mime_type: 'application/pdf', caption: 'Signed', filename: 'contract.pdf' } },
    ],
    ['inbound-sticker', { media: { ...file, mime_type: 'image/webp', is_animated: false } }],
    [
      'inbound-location',
      {
        location: {
          latitude: 37.44216251868683,
          longitude: -122.16153582049394,
          name: 'Philz Coffee',
          address: '101 Forest Ave, Palo Alto',
          url: 'https://philzcoffee.com',
        },
      },
    ],
    [
      'inbound-contacts',
      {
        contacts: [
          {
            name: 'Lucía Gómez',
            phones: ['+1 (983) 555-2319'],
            emails: ['lucia@example.com'],
            organization: 'G',
            card: {
              name: {
                formatted: 'Lucía Gómez',
                first: 'Lucía',
                middle: 'María',
                last: 'Gómez',
                prefix: 'Dra.',
                suffix: 'Jr.',
              },
              phones: [{ number: '+1 (983) 555-2319', type: 'MOBILE', wa_id: '19835552319' }],
              emails: [{ email: 'lucia@example.com', type: 'WORK' }],
              addresses: [
                {
                  street: '1 Calle Mayor',
                  city: 'Madrid',
                  state: 'MD',
                  zip: '28013',
                  country: 'Spain',
                  country_code: 'ES',
                  type: 'HOME',
                },
              ],
              organization: { company: 'G', department: 'Sales', title: 'Manager' },
              urls: [{ url: 'https://lucia.example', type: 'WORK' }],
              birthday: '1999-01-23',
              vcard: 'BEGIN:VCARD',
              origin: 'contact_request',
            },
          },
          {
            name: 'Omar',
            phones: [],
            emails: [],
            card: { name: { formatted: 'Omar' }, phones: [], emails: [], addresses: [], urls: [] },
          },
        ],
      },
    ],
    ['inbound-button', { ...reply, choice: { kind: 'button', id: 'Unsubscribe', title: 'Unsubscribe' } }],
    [
      'inbound-interactive-button-reply',
      { ...reply, choice: { kind: 'button', id: 'cancel', title: 'Cancel' } },
    ],
    [
      'inbound-interactive-list-reply',
      { ...reply, choice: { kind: 'list', id: 'express', title: 'Express', description: '1-2 days' } },
    ],
    [
      'inbound-interactive-form',
      {
        ...reply,
        choice: { kind: 'form', title: 'Sent', name: 'flow', fields: { flow_token: 't', size: 'M' } },
      },
    ],
    [
      'inbound-reaction',
      { reaction: { emoji: '👍' }, refers_to: { kind: 'reaction', provider_message_id: answered } },
    ],
    [
      'inbound-reaction-removed',
      { reaction: { emoji: null }, refers_to: { kind: 'reaction', provider_message_id: answered } },
    ],
    ['inbound-edit', { refers_to: { kind: 'edit', provider_message_id: answered } }],
    ['inbound-revoke', { refers_to: { kind: 'deletion', provider_message_id: answered } }],
    [
      'inbound-order',
      {
        order: {
          catalog_id: '194836987003835',
          items: [
            { product_id: 'di9ozbzfi4', quantity: 2, price: 30, currency: 'USD' },
            { product_id: 'nqryix03ez', quantity: 1, price: 25, currency: 'USD' },
          ],
          text: 'Please gift-wrap it',
        },
      },
    ],
    [
      'inbound-text-referral',
      {
        referral: {
          source_type: 'ad',
          source_id: '120226305854810726',
          source_url: 'https://fb.me/3cr4Wqqkv',
          headline: 'Chat with us',
          body: 'Summer is here',
          click_id: 'Aff-n8ZTODiE79d22KtAwQKj9e_mIEOOj27vDVwFjN80dp4',
          media_type: 'image',
          image_url: 'https://scontent.example/i.jpg',
          video_url: 'https://scontent.example/v.mp4',
          thumbnail_url: 'https://scontent.example/t.jpg',
          welcome_text: 'Hi there!',
          more: { placement: 'status' },
        },
      },
    ],
  ])('%s', (name, expected) => {
    expect(detailsOf(name)).toEqual(expected);
  });

  test('every shape keeps to the contract', () => {
    const names = fixtureNames('inbound-');
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) expect(Value.Check(IncomingDetails, detailsOf(name)), name).toBe(true);
  });

  test('an edited caption comes with its file', () => {
    expect(detailsOf('inbound-edit-caption')).toMatchObject({
      media: { caption: expect.any(String) },
      refers_to: { kind: 'edit' },
    });
  });
});

describe('senseless parts are left out:', () => {
  test.each([
    ['a file without an id', { type: 'image', image: { caption: 'x' } }],
    ['a place without a longitude', { type: 'location', location: { latitude: 1 } }],
    ['a place on no globe', { type: 'location', location: { latitude: 'north', longitude: '' } }],
    ['no message at all', null],
  ])('%s', (_name, raw) => {
    expect(describeCloudApiMessage(raw)).toEqual({});
  });

  test('a form that is no JSON is kept as text', () => {
    const raw = { type: 'interactive', interactive: { nfm_reply: { response_json: '{broken' } } };
    expect(describeCloudApiMessage(raw)).toEqual({ choice: { kind: 'form', fields: '{broken' } });
  });
});
