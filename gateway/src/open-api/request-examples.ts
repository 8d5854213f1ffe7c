// Requests worth showing in more than one form, by operation. All others show what their schema requires.

import { contentTypes, kindOf } from '@hudhud/contract/content.ts';

interface NamedExample {
  readonly summary: string;
  readonly value: unknown;
}

const to = '+966501234567';

/** One for each kind beside text. */
const kindExamples = (recipient: object): Record<string, NamedExample> =>
  Object.fromEntries(
    contentTypes
      .map((type) => kindOf(type))
      .filter(({ name }) => name !== 'text')
      .map(({ name, summary, example }) => [name, { summary, value: { ...recipient, ...example } }]),
  );

export const requestExamples: Readonly<Record<string, Readonly<Record<string, NamedExample>>>> = {
  sendMessage: {
    text: {
      summary: 'A text',
      value: { to, type: 'text', message: 'Your appointment is on Sunday at 10:00.', provider: 'meta_cloud' },
    },
    placeholders: {
      summary: 'With placeholders',
      value: {
        to,
        message: 'Hello {{name|there}}, your order {{order}} is ready.',
        variables: { name: 'Sara', order: '1042' },
      },
    },
    reference: {
      summary: 'With a reference of your own',
      value: { to, message: 'Your invoice is ready.', reference: 'invoice-4711' },
    },
    ...kindExamples({ to }),
  },
  sendMessageUnversioned: {
    text: {
      summary: 'A text',
      value: {
        phone_number: to,
        message: 'Your appointment is on Sunday at 10:00.',
        type: 'text',
        channel: 'whatsapp',
      },
    },
    ...kindExamples({ phone_number: to }),
  },
  createWebhook: {
    some: {
      summary: 'Messages and what becomes of yours',
      value: {
        url: 'https://example.com/hooks/whatsapp',
        description: 'Clinic system',
        events: ['incoming_message', 'message_status'],
        statuses: ['delivered', 'read', 'failed'],
      },
    },
    all: { summary: 'Every event', value: { url: 'https://example.com/hooks/whatsapp' } },
  },
  changeWebhook: { pace: { summary: 'A slower pace', value: { deliveries_per_second: 20 } } },
  createSender: {
    simulated: {
      summary: 'A number of the simulator',
      value: { name: 'Trial number', provider: 'meta_cloud', fields: {}, is_simulated: true },
    },
    real: {
      summary: 'A real number',
      value: {
        name: 'Front desk',
        provider: 'meta_cloud',
        fields: {
          phone_number_id: '106540352242922',
          access_token: 'your permanent token',
          app_secret: 'your app secret',
          verify_token: 'a text of your choice',
        },
      },
    },
  },
  changeSender: { name: { summary: 'Another name', value: { name: 'Reception' } } },
  replaceToken: {
    made: { summary: 'A new token, the old one for one more day', value: { grace_seconds: 86_400 } },
  },
  recoverWebhook: {
    count: { summary: 'Count first', value: { since: '2026-11-15T09:30:00Z', dry_run: true } },
    recover: { summary: 'Send again what failed', value: { since: '2026-11-15T09:30:00Z' } },
  },
  rotateWebhookSecret: { day: { summary: 'Both secrets sign for a day', value: { grace_seconds: 86_400 } } },
};
