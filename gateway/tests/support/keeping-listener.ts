// Listens to every event that is committed, and keeps it.

import type { EventListener } from '../../src/events/event-listener.ts';
import type { ToldEvent } from '../../src/events/told-event.ts';

/** `told` grows with what it hears. */
export const makeKeepingListener = (): { listener: EventListener; told: readonly ToldEvent[] } => {
  const told: ToldEvent[] = [];
  const listener: EventListener = {
    hears: () => true,
    tell: (events) => void told.push(...events),
    deliveringEpoch: null,
    mayHaveMissed: () => undefined,
  };
  return { listener, told };
};
