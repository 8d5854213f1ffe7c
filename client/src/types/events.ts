// Made from contract/ by `npm run docs`: the types of events, as the API has them. Do not edit.

import type {
  AccountAlertEvent,
  AlertEvent,
  ProviderNoticeEvent,
  SenderLimitEvent,
  SenderQualityEvent,
  SenderStateEvent,
  TemplateCategoryEvent,
  TemplateQualityEvent,
  TemplateStatusEvent,
  TestEvent,
  WebhookDisabledEvent,
} from './account-events.ts';
import type {
  CampaignCompletedEvent,
  CampaignPausedEvent,
  CampaignStartedEvent,
  ContactOptedInEvent,
  ContactOptedOutEvent,
} from './campaign-events.ts';
import type { IncomingMessageEvent } from './incoming-message.ts';
import type {
  AppMessageEvent,
  CallEvent,
  MediaStoredEvent,
  MessageDeletedEvent,
  MessageEditedEvent,
  MessageStatusEvent,
  WindowClosingEvent,
} from './message-events.ts';

/** Something that happened. Expect events and fields that are not here yet. */
export type HudhudEvent =
  | IncomingMessageEvent
  | MessageEditedEvent
  | MessageDeletedEvent
  | AppMessageEvent
  | CallEvent
  | MessageStatusEvent
  | SenderStateEvent
  | SenderQualityEvent
  | SenderLimitEvent
  | AccountAlertEvent
  | AlertEvent
  | WindowClosingEvent
  | WebhookDisabledEvent
  | ProviderNoticeEvent
  | ContactOptedOutEvent
  | ContactOptedInEvent
  | CampaignStartedEvent
  | CampaignPausedEvent
  | CampaignCompletedEvent
  | TemplateStatusEvent
  | TemplateCategoryEvent
  | TemplateQualityEvent
  | MediaStoredEvent
  | TestEvent;

/** Events in the order in which they happened. */
export interface EventFeed {
  /** Oldest first. */
  readonly data: readonly HudhudEvent[];
  /** What to send as `after` next time. Keep it once you have handled `data`. */
  readonly next_after: string;
  /** Whether more can be had at once. */
  readonly has_more: boolean;
}
