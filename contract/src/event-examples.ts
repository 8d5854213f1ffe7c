// One example of every event, for the API reference, the dashboard and the tests of receivers.

import type { EventPayload, EventType } from './events.ts';

type ExampleOf<Type extends EventType> = Extract<EventPayload, { event: Type }>;

const message = 'msg_01kagx5p9ne0ps4a2v7qk3m8dy';
const sender = 'snd_01kagx5p9ne0ps4a2v7qk3m8dx';
const timestamp = '2026-11-15T12:30:00+03:00';
const campaign = 'cmp_01kagx5p9ne0ps4a2v7qk3m8ea';
const campaignName = 'Ramadan opening hours';
const occurredAt = '2026-11-15T12:30:00.000+03:00';

const nobody = {
  waiting: 0,
  queued: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  unconfirmed: 0,
  skipped: 0,
  cancelled: 0,
};

export const eventExamples: { readonly [Type in EventType]?: ExampleOf<Type> } = {
  incoming_message: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8dz',
    event: 'incoming_message',
    timestamp,
    data: {
      sender_phone: '966501234567',
      sender_id: 'SA.13491208655302741918',
      sender_username: '@sara.noor',
      message_body: 'Hi',
      message_type: 'text',
      message_id: message,
      sender_name: 'Sara',
      received_by: sender,
      provider: 'meta_cloud',
      provider_message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAEhg',
      occurred_at: occurredAt,
    },
  },
  message_status: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8e4',
    event: 'message_status',
    timestamp,
    data: {
      message_id: message,
      recipient_phone: '966501234567',
      recipient_id: '966501234567',
      status: 'delivered',
      attempt: 1,
      sequence: 3,
      error: null,
      reference: 'invoice-4711',
      sender_id: sender,
      provider_message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAERg',
      occurred_at: occurredAt,
    },
  },
  contact_opted_out: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ec',
    event: 'contact_opted_out',
    timestamp,
    data: {
      contact_id: 'con_01kagx5p9ne0ps4a2v7qk3m8eb',
      contact_phone: '966501234567',
      source: 'stop_word',
      message_id: message,
      occurred_at: occurredAt,
    },
  },
  contact_opted_in: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ed',
    event: 'contact_opted_in',
    timestamp,
    data: {
      contact_id: 'con_01kagx5p9ne0ps4a2v7qk3m8eb',
      contact_phone: '966501234567',
      source: 'dashboard',
      message_id: null,
      occurred_at: occurredAt,
    },
  },
  sender_state: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8e6',
    event: 'sender_state',
    timestamp,
    data: {
      sender_id: sender,
      state: 'suspended',
      error: {
        code: '190',
        title: 'Access token has expired',
        detail: 'Error validating access token.',
        cause: 'The access token has expired or was revoked.',
        action: 'Make a new permanent token at Meta and put it into the sender.',
      },
      occurred_at: occurredAt,
    },
  },
  webhook_disabled: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8e8',
    event: 'webhook_disabled',
    timestamp,
    data: {
      webhook_id: 'wh_01kagx5p9ne0ps4a2v7qk3m8e9',
      url: 'https://example.com/hooks/whatsapp',
      reason: 'It failed for three days without a success.',
      occurred_at: occurredAt,
    },
  },
  provider_notice: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ea',
    event: 'provider_notice',
    timestamp,
    data: {
      sender_id: sender,
      topic: 'phone_number_quality_update',
      notice: { display_phone_number: '966112345678', event: 'THROUGHPUT_UPGRADE' },
      occurred_at: occurredAt,
    },
  },
  campaign_started: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8eg',
    event: 'campaign_started',
    timestamp,
    data: {
      campaign_id: campaign,
      name: campaignName,
      state: 'running',
      total: 1_000,
      counts: { ...nobody, waiting: 990, skipped: 10 },
      replied: 0,
      occurred_at: occurredAt,
    },
  },
  campaign_paused: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8eh',
    event: 'campaign_paused',
    timestamp,
    data: {
      campaign_id: campaign,
      name: campaignName,
      state: 'paused',
      total: 1_000,
      counts: { ...nobody, waiting: 740, sent: 50, delivered: 100, read: 90, failed: 10, skipped: 10 },
      replied: 4,
      pause_reason: { kind: 'person', detail: 'Somebody paused it.' },
      occurred_at: occurredAt,
    },
  },
  campaign_completed: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ej',
    event: 'campaign_completed',
    timestamp,
    data: {
      campaign_id: campaign,
      name: campaignName,
      state: 'completed',
      total: 1_000,
      counts: { ...nobody, sent: 150, delivered: 400, read: 400, failed: 40, skipped: 10 },
      replied: 31,
      occurred_at: occurredAt,
    },
  },
  test: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ec',
    event: 'test',
    timestamp,
    data: { message: 'Hello from Hudhud. This is a test.', occurred_at: occurredAt },
  },
};
