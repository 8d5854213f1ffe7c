// Made from contract/ by `npm run docs`: the types of events, as the API has them. Do not edit.

import type { IncomingMessageEvent } from './incoming-message.ts';
import type { MessageStatus } from './messages.ts';
import type { Failure } from './problem.ts';

/** A message that you sent has a new status. */
export interface MessageStatusEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'message_status';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
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
  };
}

/** One of your senders starts or stops working. */
export interface SenderStateEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'sender_state';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
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

/** One of your webhooks was switched off. */
export interface WebhookDisabledEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'webhook_disabled';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
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
export interface ProviderNoticeEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'provider_notice';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
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
export interface ContactOptedOutEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'contact_opted_out';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
  readonly data: {
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
  };
}

/** A person wants messages. */
export interface ContactOptedInEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'contact_opted_in';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
  readonly data: {
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
  };
}

/** A campaign knows all its recipients and begins to send. */
export interface CampaignStartedEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'campaign_started';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The campaign. */
    readonly campaign_id: string;
    /** Its name. */
    readonly name: string;
    readonly state: 'draft' | 'scheduled' | 'preparing' | 'running' | 'paused' | 'completed' | 'cancelled';
    /** Its recipients. */
    readonly total: number;
    /** Recipients by state. They add up to `total`. */
    readonly counts: {
      readonly waiting: number;
      readonly queued: number;
      readonly sent: number;
      readonly delivered: number;
      readonly read: number;
      readonly failed: number;
      readonly unconfirmed: number;
      readonly skipped: number;
      readonly cancelled: number;
    };
    /** Recipients who wrote back within 72 hours. */
    readonly replied: number;
  };
}

/** A campaign was paused, or paused itself. */
export interface CampaignPausedEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'campaign_paused';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The campaign. */
    readonly campaign_id: string;
    /** Its name. */
    readonly name: string;
    readonly state: 'draft' | 'scheduled' | 'preparing' | 'running' | 'paused' | 'completed' | 'cancelled';
    /** Its recipients. */
    readonly total: number;
    /** Recipients by state. They add up to `total`. */
    readonly counts: {
      readonly waiting: number;
      readonly queued: number;
      readonly sent: number;
      readonly delivered: number;
      readonly read: number;
      readonly failed: number;
      readonly unconfirmed: number;
      readonly skipped: number;
      readonly cancelled: number;
    };
    /** Recipients who wrote back within 72 hours. */
    readonly replied: number;
    /** Who or what paused it, and why. */
    readonly pause_reason: {
      /** Who or what paused it. */
      readonly kind: 'person' | 'failure_rate' | 'schedule_missed' | 'sender_missing' | 'trial_expired';
      /** For people. */
      readonly detail: string;
      /** With `failure_rate`: why messages failed, the commonest first. */
      readonly reasons?: ReadonlyArray<{
        readonly reason: string;
        readonly count: number;
      }>;
    } | null;
  };
}

/** Nobody waits any more: everybody was sent to, failed or was skipped. */
export interface CampaignCompletedEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'campaign_completed';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
  readonly data: {
    /** When it happened, to the millisecond, with the company's UTC offset. */
    readonly occurred_at: string;
    /** The campaign. */
    readonly campaign_id: string;
    /** Its name. */
    readonly name: string;
    readonly state: 'draft' | 'scheduled' | 'preparing' | 'running' | 'paused' | 'completed' | 'cancelled';
    /** Its recipients. */
    readonly total: number;
    /** Recipients by state. They add up to `total`. */
    readonly counts: {
      readonly waiting: number;
      readonly queued: number;
      readonly sent: number;
      readonly delivered: number;
      readonly read: number;
      readonly failed: number;
      readonly unconfirmed: number;
      readonly skipped: number;
      readonly cancelled: number;
    };
    /** Recipients who wrote back within 72 hours. */
    readonly replied: number;
  };
}

/** You asked for a test of a webhook. */
export interface TestEvent {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  readonly event: 'test';
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
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
  | MessageStatusEvent
  | SenderStateEvent
  | WebhookDisabledEvent
  | ProviderNoticeEvent
  | ContactOptedOutEvent
  | ContactOptedInEvent
  | CampaignStartedEvent
  | CampaignPausedEvent
  | CampaignCompletedEvent
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
