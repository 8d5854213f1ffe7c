// Made from contract/ by `npm run docs`: the types of events, as the API has them. Do not edit.

import type { CampaignEventCounts, CampaignState, PauseReason } from './campaigns.ts';
import type { EventEnvelope } from './event-envelope.ts';
import type {
  IncomingMessageData,
  IncomingMessageEvent,
  ReceivedFile,
  WrittenMessageData,
} from './incoming-message.ts';
import type { MessageStatus } from './messages.ts';
import type { Failure } from './problem.ts';

/** A person changed a message. `refers_to` names it, `message_body` is the new text. */
export interface MessageEditedEvent extends EventEnvelope {
  readonly event: 'message_edited';
  readonly data: IncomingMessageData;
}

/** A person deleted a message for everyone. `refers_to` names it. */
export interface MessageDeletedEvent extends EventEnvelope {
  readonly event: 'message_deleted';
  readonly data: IncomingMessageData;
}

/** Somebody wrote to a person from the WhatsApp Business app with one of your numbers. */
export interface AppMessageEvent extends EventEnvelope {
  readonly event: 'app_message';
  readonly data: WrittenMessageData & {
    /** Who gets it, digits only. Empty when the person hides the number. */
    readonly recipient_phone: string;
    /** Who gets it: the id that WhatsApp gives the person for your business, else the digits. */
    readonly recipient_id: string;
    /** text, image, ...; edit or revoke for a change in the app. */
    readonly message_type: string;
    /** Which of your senders it was written from. */
    readonly sent_by: string | null;
  };
}

/** A call with one of your numbers begins or ends. */
export interface CallEvent extends EventEnvelope {
  readonly event: 'call';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The provider's id of the call. */
    readonly call_id: string;
    /** connect or terminate. */
    readonly stage: string;
    /** Who called: the person, or you. */
    readonly direction: 'incoming' | 'outgoing' | null;
    /** The person, digits only. Empty when they hide their number. */
    readonly person_phone: string;
    /** The person: the id that WhatsApp gives them for your business, else the digits. */
    readonly person_id: string;
    /** Which of your senders it is about. */
    readonly sender_id: string | null;
    /** How it ended, in the words of the provider. */
    readonly status: string | null;
    /** When it began, UTC. */
    readonly started_at: string | null;
    /** When it ended, UTC. */
    readonly ended_at: string | null;
    /** How long it lasted. */
    readonly duration_seconds: number | null;
    /** All of it, as the provider sent it. */
    readonly call: unknown;
  };
}

/** A message that you sent has a new status. */
export interface MessageStatusEvent extends EventEnvelope {
  readonly event: 'message_status';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The id of the message. */
    readonly message_id: string;
    /** Who gets it, digits only. Empty when it was sent to a user id. */
    readonly recipient_phone: string;
    /** Who gets it: the user id it was sent to, else the digits of the number. */
    readonly recipient_id: string;
    readonly status: MessageStatus;
    /** Which attempt to send it this is about; 0 before the first one. */
    readonly attempt: number;
    /** Puts the statuses of one message in order, however they arrive: the highest one counts. */
    readonly sequence: number;
    /** Why it failed or waits, and what to do about it. */
    readonly error: Failure | null;
    /** The `reference` you gave when sending. */
    readonly reference: string | null;
    /** Which of your senders sent it. */
    readonly sender_id: string | null;
    /** The provider's own id of the message. */
    readonly provider_message_id: string | null;
    /** What the provider charges. It tells no amounts. */
    readonly pricing?: {
      /** What it is charged as: marketing, utility, authentication, service, ... */
      readonly category?: string;
      /** How it is charged, in the words of the provider: PMP is per message. */
      readonly model?: string;
      /** regular, or why it is free: free_customer_service, free_entry_point. */
      readonly type?: string;
      /** Whether it is charged at all. */
      readonly billable?: boolean;
    };
    /** The provider's unit of charging, where it still uses one. */
    readonly conversation?: {
      /** The provider's id of the conversation it counts into. */
      readonly id?: string;
      /** What opened it. */
      readonly origin?: string;
      /** Until when it lasts, UTC. */
      readonly expires_at?: string;
    };
    /** Of `failed`: all that the provider names, the first one first. */
    readonly errors?: ReadonlyArray<{
      /** The provider's code. */
      readonly code: string;
      readonly title: string;
      readonly detail: string;
    }>;
  };
}

/** One of your senders starts or stops working. */
export interface SenderStateEvent extends EventEnvelope {
  readonly event: 'sender_state';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender. */
    readonly sender_id: string;
    readonly state: 'connected' | 'suspended' | 'failing';
    /** Why it does not work, and what to do about it. */
    readonly error: Failure | null;
  };
}

/** The quality of a number changed at WhatsApp. */
export interface SenderQualityEvent extends EventEnvelope {
  readonly event: 'sender_quality';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender. */
    readonly sender_id: string;
    /** What it is now. */
    readonly quality: 'green' | 'yellow' | 'red' | null;
    /** What it was. */
    readonly previous: 'green' | 'yellow' | 'red' | null;
  };
}

/** How many people a number may write to first has changed. */
export interface SenderLimitEvent extends EventEnvelope {
  readonly event: 'sender_limit';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender. */
    readonly sender_id: string;
    /** There is no limit now. */
    readonly is_unlimited: boolean;
    /** People within 24 hours; null: no limit, or not known. */
    readonly people_per_day: number | null;
    /** What it was; null: no limit, or not known. */
    readonly previous: number | null;
  };
}

/** Something about an account needs a person. */
export interface AccountAlertEvent extends EventEnvelope {
  readonly event: 'account_alert';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender it is about; null: the whole company. */
    readonly sender_id: string | null;
    /** `token_ends` (14 and 3 days before), `token_refused`, `restricted`, `name_declined`, `provider_alert`, `cost_drift`. */
    readonly kind: string;
    /** What happened, for people. */
    readonly detail: string;
    /** What to do about it. */
    readonly action: string;
    /** When the token or the restriction ends, where that is known. */
    readonly ends_at: string | null;
  };
}

/** An alert was opened or resolved. */
export interface AlertEvent extends EventEnvelope {
  readonly event: 'alert';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The alert. */
    readonly alert_id: string;
    /** What it is about. */
    readonly kind:
      | 'webhook_failing'
      | 'sender_suspended'
      | 'sender_degraded'
      | 'failure_rate'
      | 'campaign_paused'
      | 'quota'
      | 'token_end'
      | 'cost_drift'
      | 'account'
      | 'test';
    /** Whether it begins or is over. */
    readonly state: 'open' | 'resolved';
    /** What happened, for people. */
    readonly title: string;
    /** More of it, and what to do. */
    readonly detail: string;
    /** The id of the webhook, sender, campaign or token; null: the company. */
    readonly subject: string | null;
  };
}

/** Free text to this person ends in two hours. Told once, and only when a webhook names this event. */
export interface WindowClosingEvent extends EventEnvelope {
  readonly event: 'window_closing';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender that the person wrote to. */
    readonly sender_id: string | null;
    /** Who wrote, digits only. Empty when the person hides the number. */
    readonly contact_phone: string;
    /** Who wrote, as an address to send to: the digits of the number, else the user id. */
    readonly contact_id: string;
    /** When they last wrote. */
    readonly last_incoming_at: string | null;
    /** When the window closes. */
    readonly closes_at: string | null;
  };
}

/** One of your webhooks was disabled. */
export interface WebhookDisabledEvent extends EventEnvelope {
  readonly event: 'webhook_disabled';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The webhook. */
    readonly webhook_id: string;
    /** Its address. */
    readonly url: string;
    /** Why, for people. */
    readonly reason: string;
  };
}

/** The provider tells something else. */
export interface ProviderNoticeEvent extends EventEnvelope {
  readonly event: 'provider_notice';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The sender it is about. */
    readonly sender_id: string | null;
    /** What it is about, in the provider's words. */
    readonly topic: string;
    /** All of it, as the provider sent it. */
    readonly notice: unknown;
  };
}

/** A person wants no more messages. Sending to them is refused from now on. */
export interface ContactOptedOutEvent extends EventEnvelope {
  readonly event: 'contact_opted_out';
  readonly data: ConsentEventData;
}

/** A person wants messages. */
export interface ContactOptedInEvent extends EventEnvelope {
  readonly event: 'contact_opted_in';
  readonly data: ConsentEventData;
}

/** A campaign knows all its recipients and begins to send. */
export interface CampaignStartedEvent extends EventEnvelope {
  readonly event: 'campaign_started';
  readonly data: CampaignEventData;
}

/** A campaign was paused, or paused itself. */
export interface CampaignPausedEvent extends EventEnvelope {
  readonly event: 'campaign_paused';
  readonly data: CampaignEventData & {
    /** Who or what paused it, and why. */
    readonly pause_reason: PauseReason | null;
  };
}

/** The campaign is over: everybody was sent to, failed or was skipped. */
export interface CampaignCompletedEvent extends EventEnvelope {
  readonly event: 'campaign_completed';
  readonly data: CampaignEventData;
}

/** A template was approved, rejected, paused, disabled or deleted. Only an approved one is sent. */
export interface TemplateStatusEvent extends EventEnvelope {
  readonly event: 'template_status';
  readonly data: TemplateEventData & {
    /** approved, pending, rejected, paused, disabled, deleted, ... */
    readonly status: string;
    /** What it was. */
    readonly previous_status: string;
    /** Why, in the words of WhatsApp. */
    readonly reason: string | null;
  };
}

/** WhatsApp has changed the category of a template, or will. It decides consent and price. */
export interface TemplateCategoryEvent extends EventEnvelope {
  readonly event: 'template_category';
  readonly data: TemplateEventData & {
    /** marketing, utility or authentication. */
    readonly category: string;
    /** What it was. */
    readonly previous_category: string;
    /** What it will be, when the change is only announced. */
    readonly next_category: string | null;
    /** When that comes. */
    readonly next_category_at: string | null;
  };
}

/** People rate a template better or worse. */
export interface TemplateQualityEvent extends EventEnvelope {
  readonly event: 'template_quality';
  readonly data: TemplateEventData & {
    /** green, yellow or red. */
    readonly quality: string | null;
    /** What it was. */
    readonly previous_quality: string | null;
  };
}

/** The file of an incoming message is here. Told only to webhooks that name this event. */
export interface MediaStoredEvent extends EventEnvelope {
  readonly event: 'media_stored';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The incoming message that brought it. */
    readonly message_id: string;
    /** Which of your senders received it. */
    readonly sender_id: string | null;
    /** The file of an image, audio, video, document or sticker message. */
    readonly media?: ReceivedFile;
  };
}

/** You asked for a test of a webhook. */
export interface TestEvent extends EventEnvelope {
  readonly event: 'test';
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** A greeting. */
    readonly message: string;
  };
}

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

export interface ConsentEventData {
  /** When it happened, to the millisecond, with the company's UTC offset. */
  readonly occurred_at: string;
  /** Null when the person was erased since. */
  readonly contact_id: string | null;
  /** Whose consent it is, digits only. Empty when the number is not known, or the person was erased since. */
  readonly contact_phone: string;
  /** Where it comes from: `stop_word`, `start_word`, `whatsapp`, `api`, `dashboard`, or a text of your own. */
  readonly source: string;
  /** The message that says so, when one does. */
  readonly message_id: string | null;
}

export interface CampaignEventData {
  /** When it happened, to the millisecond, with the company's UTC offset. */
  readonly occurred_at: string;
  /** The campaign. */
  readonly campaign_id: string;
  /** Its name. */
  readonly name: string;
  readonly state: CampaignState;
  /** Its recipients. */
  readonly total: number;
  /** Recipients by state. They add up to `total`. */
  readonly counts: CampaignEventCounts;
  /** Recipients who wrote back within 72 hours. */
  readonly replied: number;
}

/** What is told of a template, whatever became of it. */
export interface TemplateEventData {
  /** When it happened, to the millisecond, with the company's UTC offset. */
  readonly occurred_at: string;
  /** The template. */
  readonly template_id: string;
  /** Its name. */
  readonly name: string;
  /** Its language. */
  readonly language: string;
}
