// The events a webhook may ask for. The compiler refuses a list that misses one.

import type { EventType } from '@hudhud/contract/events.ts';

type SubscribableEvent = Exclude<EventType, 'test'>;

const eventSet: Record<SubscribableEvent, true> = {
  incoming_message: true,
  message_edited: true,
  message_deleted: true,
  app_message: true,
  call: true,
  message_status: true,
  sender_state: true,
  sender_quality: true,
  sender_limit: true,
  account_alert: true,
  alert: true,
  window_closing: true,
  webhook_disabled: true,
  provider_notice: true,
  contact_opted_out: true,
  contact_opted_in: true,
  campaign_started: true,
  campaign_paused: true,
  campaign_completed: true,
  media_stored: true,
  template_status: true,
  template_category: true,
  template_quality: true,
};

export const subscribableEvents = Object.keys(eventSet) as SubscribableEvent[];
export const allEvents: readonly EventType[] = [...subscribableEvents, 'test'];
