// One example of every event, for the API reference, the dashboard and the tests of receivers.

import type { EventPayload, EventType } from './events.ts';

type ExampleOf<Type extends EventType> = Extract<EventPayload, { event: Type }>;

const message = 'msg_01kagx5p9ne0ps4a2v7qk3m8dy';
const sender = 'snd_01kagx5p9ne0ps4a2v7qk3m8dx';
const timestamp = '2026-11-15T12:30:00+03:00';
const campaign = 'cmp_01kagx5p9ne0ps4a2v7qk3m8ea';
const campaignName = 'Ramadan opening hours';
const occurredAt = '2026-11-15T12:30:00.000+03:00';

const writer = {
  sender_phone: '966501234567',
  sender_id: 'SA.13491208655302741918',
  sender_username: '@sara.noor',
  sender_name: 'Sara',
  received_by: sender,
  provider: 'meta_cloud',
};

const earlier = {
  message_id: message,
  provider_message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAEhg',
};

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

const template = {
  template_id: 'tpl_01kagx5p9ne0ps4a2v7qk3m8dz',
  name: 'appointment_reminder',
  language: 'en',
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
  message_edited: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f0',
    event: 'message_edited',
    timestamp,
    data: {
      ...writer,
      message_body: 'At six, not five',
      message_type: 'edit',
      message_id: 'msg_01kagx5p9ne0ps4a2v7qk3m8f1',
      provider_message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAEhj',
      refers_to: { kind: 'edit', ...earlier },
      occurred_at: occurredAt,
    },
  },
  message_deleted: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f2',
    event: 'message_deleted',
    timestamp,
    data: {
      ...writer,
      message_body: '[message deleted]',
      message_type: 'revoke',
      message_id: 'msg_01kagx5p9ne0ps4a2v7qk3m8f3',
      provider_message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAEhk',
      refers_to: { kind: 'deletion', ...earlier },
      occurred_at: occurredAt,
    },
  },
  app_message: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f4',
    event: 'app_message',
    timestamp,
    data: {
      recipient_phone: '966501234567',
      recipient_id: '966501234567',
      message_body: 'We are open until nine.',
      message_type: 'text',
      message_id: 'msg_01kagx5p9ne0ps4a2v7qk3m8f5',
      sent_by: sender,
      provider: 'meta_cloud',
      provider_message_id: 'wamid.HBgMOTY2NTAxMjM0NTY3FQIAERh',
      occurred_at: occurredAt,
    },
  },
  call: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f6',
    event: 'call',
    timestamp,
    data: {
      call_id: 'wacid.HBgLMTIx',
      stage: 'terminate',
      direction: 'incoming',
      person_phone: '966501234567',
      person_id: '966501234567',
      sender_id: sender,
      status: 'COMPLETED',
      started_at: '2026-11-15T09:29:00.000Z',
      ended_at: '2026-11-15T09:30:00.000Z',
      duration_seconds: 60,
      call: { id: 'wacid.HBgLMTIx', event: 'terminate' },
      occurred_at: occurredAt,
    },
  },
  media_stored: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ef',
    event: 'media_stored',
    timestamp,
    data: {
      message_id: message,
      sender_id: sender,
      media: {
        id: 'med_01kagx5p9ne0ps4a2v7qk3m8ee',
        url: 'https://hudhud.example.com/media/med_01kagx5p9ne0ps4a2v7qk3m8ee/picture.jpg?company=co_01kagx5p9ne0ps4a2v7qk3m8dv&expires=1795450013&signature=Y5nvr9EEix-rXTdIu2osN_QXdrm1TYk-TYsu4MiqAAs',
        mime_type: 'image/jpeg',
        bytes: 182_331,
        sha256: '6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0',
        voice: false,
        state: 'stored',
      },
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
  template_status: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ek',
    event: 'template_status',
    timestamp,
    data: {
      ...template,
      status: 'paused',
      previous_status: 'approved',
      reason: 'FIRST_PAUSE',
      occurred_at: occurredAt,
    },
  },
  template_category: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8em',
    event: 'template_category',
    timestamp,
    data: {
      ...template,
      category: 'marketing',
      previous_category: 'utility',
      next_category: null,
      next_category_at: null,
      occurred_at: occurredAt,
    },
  },
  template_quality: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8en',
    event: 'template_quality',
    timestamp,
    data: { ...template, quality: 'yellow', previous_quality: 'green', occurred_at: occurredAt },
  },
  sender_quality: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f1',
    event: 'sender_quality',
    timestamp,
    data: {
      sender_id: 'snd_01kagx5p9ne0ps4a2v7qk3m8dx',
      quality: 'yellow',
      previous: 'green',
      occurred_at: '2026-11-15T12:34:00.120+03:00',
    },
  },
  sender_limit: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f2',
    event: 'sender_limit',
    timestamp,
    data: {
      sender_id: 'snd_01kagx5p9ne0ps4a2v7qk3m8dx',
      is_unlimited: false,
      people_per_day: 10000,
      previous: 2000,
      occurred_at: '2026-11-15T12:34:00.120+03:00',
    },
  },
  account_alert: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f3',
    event: 'account_alert',
    timestamp,
    data: {
      sender_id: 'snd_01kagx5p9ne0ps4a2v7qk3m8dx',
      kind: 'token_ends',
      detail: 'The access token of Front desk ends on 2026-11-29.',
      action: 'Make a new token at the provider and enter it for the sender.',
      ends_at: '2026-11-29T12:00:00+03:00',
      occurred_at: '2026-11-15T12:34:00.120+03:00',
    },
  },
  alert: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f6',
    event: 'alert',
    timestamp,
    data: {
      alert_id: 'alr_01kagx5p9ne0ps4a2v7qk3m8dz',
      kind: 'webhook_failing',
      state: 'open',
      title: 'A webhook is failing: https://example.com/hooks/whatsapp',
      detail: 'Deliveries are tried again by themselves. Look at what the receiver answers.',
      subject: 'wh_01kagx5p9ne0ps4a2v7qk3m8dz',
      occurred_at: '2026-11-15T12:34:00.120+03:00',
    },
  },
  window_closing: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8f4',
    event: 'window_closing',
    timestamp,
    data: {
      sender_id: 'snd_01kagx5p9ne0ps4a2v7qk3m8dx',
      contact_phone: '966501234567',
      contact_id: '966501234567',
      last_incoming_at: '2026-11-14T14:34:00+03:00',
      closes_at: '2026-11-15T14:34:00+03:00',
      occurred_at: '2026-11-15T12:34:00.120+03:00',
    },
  },
  test: {
    id: 'evt_01kagx5p9ne0ps4a2v7qk3m8ec',
    event: 'test',
    timestamp,
    data: { message: 'Hello from Hudhud. This is a test.', occurred_at: occurredAt },
  },
};
