// A delivery in memory, with the text it carries.

export interface LoadedDelivery {
  readonly companyId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly messageId: string | null;
  /** Attempts made so far. */
  readonly attempt: number;
  /** Attempts of this round of the schedule. */
  readonly step: number;
  /** False while the table may not have it: it came out of memory (see `direct/`). */
  readonly isWritten: boolean;
  /** The text that is signed and sent; null when the event is no longer kept. */
  readonly body: string | null;
}
