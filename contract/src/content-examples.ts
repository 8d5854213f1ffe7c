// One message of each kind, as a caller would write it: the examples of the published API, of Postman and of the tests.

import type { MessageContent } from './content.ts';

export const contentExamples = {
  text: { type: 'text', message: 'Your appointment is on Sunday at 10:00.' },
  location: {
    type: 'location',
    location: {
      latitude: 24.71,
      longitude: 46.67,
      name: 'Al Noor Clinic',
      address: 'King Fahd Road, Riyadh',
    },
  },
  contacts: {
    type: 'contacts',
    contacts: [
      {
        name: { formatted: 'Dr. Sami Haddad', first: 'Sami', last: 'Haddad', prefix: 'Dr.' },
        phones: [{ number: '+966501234568', type: 'work' }],
        organization: { company: 'Al Noor Clinic' },
      },
    ],
  },
  reaction: {
    type: 'reaction',
    reaction: { message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAEhgUM0EyQjlDNzREODVFNkYxMDI3NTgA', emoji: '👍' },
  },
  buttons: {
    type: 'buttons',
    message: 'Does Tuesday at 10:00 suit you?',
    buttons: [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'Another day' },
    ],
    header: { text: 'Appointment' },
    footer: 'Al Noor Clinic',
  },
  list: {
    type: 'list',
    message: 'Choose a time.',
    list: {
      button: 'Times',
      sections: [
        {
          title: 'Morning',
          rows: [
            { id: 't9', title: '09:00', description: 'Dr. Haddad' },
            { id: 't10', title: '10:00' },
          ],
        },
      ],
    },
  },
  link: {
    type: 'link',
    message: 'Your invoice is ready.',
    link: { title: 'Open', url: 'https://example.com/invoices/1042' },
  },
  location_request: { type: 'location_request', message: 'Where shall we deliver to?' },
  flow: {
    type: 'flow',
    message: 'Book an appointment.',
    flow: { id: '1042000000000000', button: 'Book now', screen: 'WELCOME', token: 'booking-1042' },
  },
  product: {
    type: 'product',
    message: 'Back in stock.',
    product: { catalog_id: '194836987003835', product_id: 'shoe-42' },
  },
  products: {
    type: 'products',
    message: 'New this week.',
    products: {
      catalog_id: '194836987003835',
      header: 'Our shop',
      sections: [{ title: 'Shoes', product_ids: ['shoe-42', 'shoe-43'] }],
    },
  },
  catalog: {
    type: 'catalog',
    message: 'See all that we have.',
    catalog: { thumbnail_product_id: 'shoe-42' },
  },
  interactive: {
    type: 'interactive',
    interactive: {
      type: 'location_request_message',
      body: { text: 'Where shall we deliver to?' },
      action: { name: 'send_location' },
    },
  },
} as const satisfies Record<string, MessageContent>;
