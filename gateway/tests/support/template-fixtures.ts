// One template for each kind of component, as it is made at WhatsApp, with what a caller says to send it and what the person
// then sees. Several are the pains that users of other gateways report.

import type { TemplateRequest } from '@hudhud/contract/content.ts';
import type { NewTemplate } from '@hudhud/contract/templates.ts';

/** Stands for a file that the test uploads; `{file}` in what the provider must get is what it calls it. */
export type FixtureFile = 'png' | 'pdf' | 'mp4';

export interface TemplateFixture {
  readonly template: Omit<NewTemplate, 'name' | 'language'>;
  readonly send: Omit<TemplateRequest, 'name'>;
  readonly body: string;
  /** The file of its header, and of the sample for the review. */
  readonly file?: FixtureFile;
  /** The components that the provider must get; undefined: none at all. */
  readonly components?: readonly object[];
}

const text = (value: string, name?: string) => ({
  type: 'text',
  ...(name !== undefined && { parameter_name: name }),
  text: value,
});

const greeting = {
  type: 'BODY',
  text: 'Dear {{1}}, your order is ready for you.',
  example: { body_text: [['Sara']] },
};
const greeted = { type: 'body', parameters: [text('Sara')] };
const body = 'Dear Sara, your order is ready for you.';
const plain = { type: 'BODY', text: 'We have moved to a new place.' };

const card = (title: string) => ({
  components: [
    { type: 'HEADER', format: 'PRODUCT' },
    { type: 'BODY', text: `${title} for {{1}} this week.`, example: { body_text: [['Sara']] } },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'More' },
        { type: 'URL', text: 'Buy', url: 'https://example.com/{{1}}', example: ['shoe'] },
      ],
    },
  ],
});
const product = { catalog_id: '194836987003835', product_id: 'shoe-42' };
const cardParts = [
  {
    type: 'header',
    parameters: [
      { type: 'product', product: { product_retailer_id: 'shoe-42', catalog_id: '194836987003835' } },
    ],
  },
  { type: 'body', parameters: [text('Sara')] },
  { type: 'button', sub_type: 'url', index: '1', parameters: [text('42')] },
];

export const templateFixtures: Readonly<Record<string, TemplateFixture>> = {
  // A template without header variables must be sent without a header component.
  fixed_header_and_footer: {
    template: {
      category: 'utility',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Good news' },
        plain,
        { type: 'FOOTER', text: 'Al Noor Clinic' },
      ],
    },
    send: {},
    body: plain.text,
  },
  numbered_variables: {
    template: { category: 'utility', components: [greeting] },
    send: { variables: ['Sara'] },
    body,
    components: [greeted],
  },
  // The variable of a header is asked for and sent.
  header_variable: {
    template: {
      category: 'marketing',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Sale until {{1}}', example: { header_text: ['Friday'] } },
        greeting,
      ],
    },
    send: { variables: { '1': 'Sara' }, header: { text: 'Sunday' } },
    body,
    components: [{ type: 'header', parameters: [text('Sunday')] }, greeted],
  },
  named_variables: {
    template: {
      category: 'utility',
      parameter_format: 'named',
      components: [
        {
          type: 'HEADER',
          format: 'TEXT',
          text: 'For {{name}}',
          example: { header_text_named_params: [{ param_name: 'name', example: 'Sara' }] },
        },
        {
          type: 'BODY',
          text: 'Dear {{name}}, we expect you on {{date}} at the clinic.',
          example: {
            body_text_named_params: [
              { param_name: 'name', example: 'Sara' },
              { param_name: 'date', example: 'Tuesday' },
            ],
          },
        },
      ],
    },
    send: { variables: { name: 'Sara', date: 'Tuesday' } },
    body: 'Dear Sara, we expect you on Tuesday at the clinic.',
    components: [
      { type: 'header', parameters: [text('Sara', 'name')] },
      { type: 'body', parameters: [text('Sara', 'name'), text('Tuesday', 'date')] },
    ],
  },
  location_header: {
    template: { category: 'utility', components: [{ type: 'HEADER', format: 'LOCATION' }, plain] },
    send: { header: { location: { latitude: 24.71, longitude: 46.67, name: 'Clinic' } } },
    body: plain.text,
    components: [
      {
        type: 'header',
        parameters: [{ type: 'location', location: { latitude: 24.71, longitude: 46.67, name: 'Clinic' } }],
      },
    ],
  },
  // The header is not lost beside a quick reply, and goes as a file, not as a text.
  image_header_and_quick_reply: {
    file: 'png',
    template: {
      category: 'marketing',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { media: '{file}' } },
        greeting,
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop' }] },
      ],
    },
    send: {
      variables: ['Sara'],
      header: { media: { id: '{file}' } },
      buttons: [{ index: 0, value: 'stop' }],
    },
    body,
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { id: '{reference}' } }] },
      greeted,
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '0',
        parameters: [{ type: 'payload', payload: 'stop' }],
      },
    ],
  },
  // A document has a name, or it is shown as "Untitled".
  document_header: {
    file: 'pdf',
    template: {
      category: 'utility',
      components: [{ type: 'HEADER', format: 'DOCUMENT', example: { media: '{file}' } }, plain],
    },
    send: { header: { media: { id: '{file}', filename: 'invoice-1042.pdf' } } },
    body: plain.text,
    components: [
      {
        type: 'header',
        parameters: [{ type: 'document', document: { id: '{reference}', filename: 'invoice-1042.pdf' } }],
      },
    ],
  },
  video_header: {
    file: 'mp4',
    template: {
      category: 'marketing',
      components: [{ type: 'HEADER', format: 'VIDEO', example: { media: '{file}' } }, plain],
    },
    send: { header: { media: { id: '{file}' } } },
    body: plain.text,
    components: [{ type: 'header', parameters: [{ type: 'video', video: { id: '{reference}' } }] }],
  },
  quick_replies: {
    template: {
      category: 'utility',
      components: [
        plain,
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Yes' },
            { type: 'QUICK_REPLY', text: 'No' },
          ],
        },
      ],
    },
    send: { buttons: [{ index: 1, value: 'answer-no' }] },
    body: plain.text,
    components: [
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '1',
        parameters: [{ type: 'payload', payload: 'answer-no' }],
      },
    ],
  },
  url_and_phone: {
    template: {
      category: 'utility',
      components: [
        greeting,
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'URL', text: 'Track', url: 'https://example.com/orders/{{1}}', example: ['1042'] },
            { type: 'URL', text: 'Shop', url: 'https://example.com/' },
            { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+966112345678' },
          ],
        },
      ],
    },
    send: { variables: ['Sara'], buttons: [{ index: 0, value: '1042' }] },
    body,
    components: [greeted, { type: 'button', sub_type: 'url', index: '0', parameters: [text('1042')] }],
  },
  copy_code: {
    template: {
      category: 'marketing',
      components: [plain, { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'SUMMER25' }] }],
    },
    send: { buttons: [{ index: 0, value: 'SUMMER25' }] },
    body: plain.text,
    components: [
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '0',
        parameters: [{ type: 'coupon_code', coupon_code: 'SUMMER25' }],
      },
    ],
  },
  flow: {
    template: {
      category: 'utility',
      components: [
        plain,
        { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Book', flow_id: '1042000000000000' }] },
      ],
    },
    send: { buttons: [{ index: 0, value: 'booking-7', data: { doctor: 'Haddad' } }] },
    body: plain.text,
    components: [
      {
        type: 'button',
        sub_type: 'flow',
        index: '0',
        parameters: [
          { type: 'action', action: { flow_token: 'booking-7', flow_action_data: { doctor: 'Haddad' } } },
        ],
      },
    ],
  },
  catalogue: {
    template: {
      category: 'marketing',
      components: [plain, { type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'View catalogue' }] }],
    },
    send: { buttons: [{ index: 0, value: 'shoe-42' }] },
    body: plain.text,
    components: [
      {
        type: 'button',
        sub_type: 'catalog',
        index: '0',
        parameters: [{ type: 'action', action: { thumbnail_product_retailer_id: 'shoe-42' } }],
      },
    ],
  },
  limited_time_offer: {
    template: {
      category: 'marketing',
      components: [
        { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Ends soon!', has_expiration: true } },
        greeting,
        { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'CARIBE25' }] },
      ],
    },
    send: {
      variables: ['Sara'],
      offer_expires_at: '2099-01-01T00:00:00Z',
      buttons: [{ index: 0, value: 'CARIBE25' }],
    },
    body,
    components: [
      {
        type: 'limited_time_offer',
        parameters: [
          {
            type: 'limited_time_offer',
            limited_time_offer: { expiration_time_ms: Date.parse('2099-01-01T00:00:00Z') },
          },
        ],
      },
      greeted,
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '0',
        parameters: [{ type: 'coupon_code', coupon_code: 'CARIBE25' }],
      },
    ],
  },
  carousel: {
    template: {
      category: 'marketing',
      components: [plain, { type: 'CAROUSEL', cards: [card('Shoes'), card('Boots')] }],
    },
    send: {
      cards: [
        { header: { product }, variables: ['Sara'], buttons: [{ index: 1, value: '42' }] },
        { header: { product }, variables: ['Sara'], buttons: [{ index: 1, value: '42' }] },
      ],
    },
    body: plain.text,
    components: [
      {
        type: 'carousel',
        cards: [
          { card_index: 0, components: cardParts },
          { card_index: 1, components: cardParts },
        ],
      },
    ],
  },
  // The code goes twice, and the caller says it once.
  one_time_code: {
    template: {
      category: 'authentication',
      components: [
        { type: 'BODY', add_security_recommendation: true },
        { type: 'FOOTER', code_expiration_minutes: 5 },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy the code' }] },
      ],
    },
    send: { variables: { code: '482913' } },
    body: '*482913* is your verification code. For your security, do not share this code.',
    components: [
      { type: 'body', parameters: [text('482913')] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [text('482913')] },
    ],
  },
};
