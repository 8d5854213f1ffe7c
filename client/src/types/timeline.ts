// Made from contract/ by `npm run docs`: the types of timeline, as the API has them. Do not edit.

import type { MessageStatus } from './messages.ts';
import type { Failure } from './problem.ts';

/** Something that happened to a message. */
export type TimelineEntry =
  | {
      readonly kind: 'request';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      readonly request_id: string;
      readonly method: string;
      readonly path: string;
      /** The HTTP status it was answered with. */
      readonly status: number;
    }
  | {
      readonly kind: 'stored';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      readonly direction: 'out' | 'in';
      readonly type: string;
      readonly provider: string;
      /** The sender that was chosen for it, or that it came to. */
      readonly sender_id: string | null;
      /** Null when the sender is gone. */
      readonly sender_name: string | null;
      /** When it was to be sent; null: at once. */
      readonly schedule_at: string | null;
      /** After this it is no longer sent. */
      readonly expires_at: string | null;
      /** The customer's own name for it. */
      readonly reference: string | null;
      /** Why it was sent whether or not the person had opted out. */
      readonly transactional_reason: string | null;
    }
  | {
      readonly kind: 'routed';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      /** The name of the route. */
      readonly route: string;
      /** The sender that the route chose. */
      readonly sender_id: string;
      /** Null when the sender is gone. */
      readonly sender_name: string | null;
      /** The sender that could not carry it. */
      readonly instead_of: string | null;
      /** The state of that sender then. */
      readonly reason: string | null;
    }
  | {
      readonly kind: 'fallback';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      /** The template that was sent instead. */
      readonly template: string;
      /** What was to be sent. */
      readonly type: string;
      /** Its text. */
      readonly message: string;
    }
  | {
      readonly kind: 'call';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      readonly call_id: string;
      /** `provider`, `webhook`, or `media` for a file: whom we called. */
      readonly call_kind: string;
      /** The sender it was made for; null for a webhook. */
      readonly sender_id: string | null;
      /** The webhook that was called; null for a provider. */
      readonly webhook_id: string | null;
      /** The delivery it was an attempt of; null for a provider. */
      readonly delivery_id: string | null;
      /** Which attempt to send the message, or to deliver the event. */
      readonly attempt: number;
      /** The HTTP status of the answer; null when none came. */
      readonly status: number | null;
      readonly duration_ms: number;
      readonly outcome: string;
      /** Why it did not work. */
      readonly failure: Failure | null;
      /** When a webhook was to be called again. */
      readonly next_attempt_at: string | null;
    }
  | {
      readonly kind: 'status';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      readonly status: MessageStatus;
      /** Which attempt to send it: 1 is the first, 0 before any. */
      readonly attempt: number;
      /** When we learned of it. */
      readonly recorded_at: string;
      /** Why it did not work. */
      readonly failure: Failure | null;
    }
  | {
      readonly kind: 'delivery';
      /** When it happened. Providers tell whole seconds; the order of the entries is finer than that. */
      readonly at: string;
      /** What happened, in plain words. */
      readonly title: string;
      readonly delivery_id: string;
      readonly webhook_id: string;
      /** Host of the URL of the webhook; null when the webhook is gone. */
      readonly webhook_host: string | null;
      readonly event_id: string;
      /** The kind of event. */
      readonly event: string;
      /** The status that a `message_status` tells. */
      readonly status: string | null;
      /** How far it has come by now. */
      readonly state: 'waiting' | 'delivered' | 'failed' | 'skipped';
      readonly attempts_made: number;
      /** When it is tried again; null: at once, or not at all. */
      readonly next_attempt_at: string | null;
      /** The HTTP status of the last attempt. */
      readonly answer_status: number | null;
      /** Why the last attempt did not work, in one word. */
      readonly error_class: string | null;
    };

/** What happened to a message, in order. */
export interface Timeline {
  readonly message_id: string;
  readonly entries: readonly TimelineEntry[];
  /** False when there is more than the first 500 entries. */
  readonly is_complete: boolean;
}
