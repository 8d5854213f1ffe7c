// Who is told of events right after their commit, so that nobody has to read them back.

import type { ToldEvent } from './told-event.ts';

export interface EventListener {
  /** False when nobody would do anything with events of this company: then it costs nothing to tell them. */
  hears(companyId: string): boolean;
  /** These events are committed; those of a try whose reply was lost are not among them. */
  tell(events: readonly ToldEvent[]): void;
}

/** Whether any of these rows is worth telling. */
export const isHeard = (
  listener: EventListener | undefined,
  rows: readonly { readonly companyId: string }[],
): boolean => listener !== undefined && rows.some((row) => listener.hears(row.companyId));
