// Receives events right after their commit, so that they need not be read back.

import type { EmittedEvent } from './emitted-event.ts';

export interface EventListener {
  /** False when no listener would do anything with events of this company: then the caller need not prepare them. */
  wantsEventsOf(companyId: string): boolean;
  /** These events are committed; those of a try whose reply was lost are not among them. */
  notify(events: readonly EmittedEvent[]): void;
  /**
   * The process that delivers these events out of memory; its number goes into the event, so that the trigger does not
   * write deliveries which this process is about to make. Null: it delivers nothing.
   */
  readonly deliveringEpoch: string | null;
  /** Events of these companies may be committed without having been handed over: a reply was lost. */
  mayHaveMissed(companyIds: readonly string[]): void;
}

/** Whether any of these rows has a listener. */
const hasListener = (
  listener: EventListener | undefined,
  rows: readonly { readonly companyId: string }[],
): boolean => listener !== undefined && rows.some((row) => listener.wantsEventsOf(row.companyId));

/** The same, with the process that delivers the events. */
export const listenerOptions = (
  listener: EventListener | undefined,
  rows: readonly { readonly companyId: string }[],
): { readonly hasListener: boolean; readonly deliveringEpoch: string | null } =>
  hasListener(listener, rows)
    ? { hasListener: true, deliveringEpoch: listener?.deliveringEpoch ?? null }
    : { hasListener: false, deliveringEpoch: null };
