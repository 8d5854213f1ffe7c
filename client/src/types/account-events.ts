// Made from contract/ by `npm run docs`: the types of account-events, as the API has them. Do not edit.

import type { EventEnvelope } from './event-envelope.ts';
import type { Failure } from './problem.ts';

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
