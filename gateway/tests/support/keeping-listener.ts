// Listens to every event that is committed, and keeps it.

import type { EmittedEvent } from '../../src/events/emitted-event.ts';
import type { EventListener } from '../../src/events/event-listener.ts';

/** `emitted` grows with the events it receives. */
export const makeKeepingListener = (): { listener: EventListener; emitted: readonly EmittedEvent[] } => {
  const emitted: EmittedEvent[] = [];
  const listener: EventListener = {
    wantsEventsOf: () => true,
    notify: (events) => void emitted.push(...events),
    deliveringEpoch: null,
    mayHaveMissed: () => undefined,
  };
  return { listener, emitted };
};
