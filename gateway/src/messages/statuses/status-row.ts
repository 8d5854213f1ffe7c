// Statuses on their way into the history of their messages, and the result of writing them.

import type { EmittedEvent } from '../../events/emitted-event.ts';

/** A status of a message that we know, or believe to know. */
export interface StatusRow {
  readonly companyId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly status: string;
  /** ISO 8601. */
  readonly at: string;
  readonly providerMessageId: string;
  /** JSON. */
  readonly failure: string | null;
  /** JSON. */
  readonly raw: string | null;
  readonly senderId: string;
  readonly eventId: string;
  /** The category that the provider charges. */
  readonly pricing?: string | null;
  /** For a charged status: the country of the person, and whether it is free. Null: it is not charged. */
  readonly country?: string | null;
  readonly isFree?: boolean | null;
  /** JSON of an object: further fields of the event. */
  readonly details?: string | null;
  /** For a failure that may be retried: the failure shown meanwhile, as JSON, and how long the message waits. */
  readonly retryFailure?: string | null;
  readonly retrySeconds?: number | null;
  /** `personKey` of the provider's name for the recipient. */
  readonly recipientKey?: string | null;
}

/** A message whose recipient has another name at the provider than with us. */
export interface OtherName {
  readonly row: StatusRow;
  /** The address we sent it to: a number, or a user id. */
  readonly address: string;
}

export interface RecordedStatuses {
  readonly otherNames: readonly OtherName[];
  /** Event ids of the rows whose message is not there. */
  readonly strays: ReadonlySet<string>;
  /** The events that were written, where they have a listener: one for every status that was not there yet. */
  readonly emitted: readonly EmittedEvent[];
}
