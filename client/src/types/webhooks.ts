// Made from contract/ by `npm run docs`: the types of webhooks, as the API has them. Do not edit.

import type { MessageStatus } from './messages.ts';
import type { Failure } from './problem.ts';

/** A place that events are delivered to. */
export interface NewWebhook {
  /** Where to deliver to: http or https, reachable from the internet. */
  readonly url: string;
  /** What it is for, in your words. */
  readonly description?: string;
  /** Which events it gets. Empty: all of them. */
  readonly events?: ReadonlyArray<
    | 'incoming_message'
    | 'message_edited'
    | 'message_deleted'
    | 'app_message'
    | 'call'
    | 'message_status'
    | 'sender_state'
    | 'sender_quality'
    | 'sender_limit'
    | 'account_alert'
    | 'alert'
    | 'window_closing'
    | 'webhook_disabled'
    | 'provider_notice'
    | 'contact_opted_out'
    | 'contact_opted_in'
    | 'campaign_started'
    | 'campaign_paused'
    | 'campaign_completed'
    | 'template_status'
    | 'template_category'
    | 'template_quality'
    | 'media_stored'
  >;
  /** Of `message_status`, only these statuses. Empty: all of them. */
  readonly statuses?: readonly MessageStatus[];
  /** Headers sent with every delivery, for example an API key. Their values are never shown again. */
  readonly headers?: Readonly<Record<string, string>>;
  /** At most so many deliveries in one second. 0: as fast as it answers. */
  readonly deliveries_per_second?: number;
  /** So many deliveries may be under way at once. */
  readonly concurrency?: number;
}

/** A place that events go to. */
export interface Webhook {
  /** The id of the webhook. */
  readonly id: string;
  readonly url: string;
  readonly description: string;
  /** Which events it gets. Empty: all of them. */
  readonly events: readonly string[];
  /** Of `message_status`, only these statuses. Empty: all of them. */
  readonly statuses: readonly string[];
  /** Names of the headers sent with every delivery. */
  readonly header_names: readonly string[];
  /** 0: as fast as it answers. */
  readonly deliveries_per_second: number;
  readonly concurrency: number;
  /** `active`: events are delivered. `paused`: they wait until it is resumed. `disabled`: it failed for days or is gone; events are kept and can be recovered once it is resumed. */
  readonly state: 'active' | 'paused' | 'disabled';
  /** How it is doing: `healthy`, `failing` (active, but nothing has arrived since `health.failing_since`), `paused` or `disabled`. */
  readonly condition: 'healthy' | 'failing' | 'paused' | 'disabled';
  /** Why it is not active. */
  readonly reason: Failure | null;
  readonly state_changed_at: string;
  /** Until then the secret before this one signs too. */
  readonly previous_secret_until: string | null;
  readonly created_at: string;
  /** How it is doing. */
  readonly health: WebhookHealth;
}

/** A new webhook with its secret. */
export interface CreatedWebhook extends Webhook {
  /** Signs every delivery (Standard Webhooks). Shown this once. */
  readonly secret: string;
}

/** How it is doing. */
export interface WebhookHealth {
  /** When it last took a delivery. */
  readonly last_success_at: string | null;
  /** When it last failed. */
  readonly last_failure_at: string | null;
  /** Since when it does nothing but fail. */
  readonly failing_since: string | null;
  readonly consecutive_failures: number;
  /** Why it last failed. */
  readonly last_failure: Failure | null;
  /** It failed several times or asked for a pause: until then it is left alone. */
  readonly parked_until: string | null;
}
