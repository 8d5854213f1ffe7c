// Writes outcomes to the table and notifies no listener or waiter.

import type pg from 'pg';
import type { EventListener } from '../../events/event-listener.ts';
import { createOutcomeWriter, type OutcomeWriter } from '../outcome-writer.ts';
import { createWaiters } from '../waiters.ts';

/** Receives nothing and delivers nothing. */
const deafListener: EventListener = {
  wantsEventsOf: () => false,
  notify: () => undefined,
  deliveringEpoch: null,
  mayHaveMissed: () => undefined,
};

export const makeOutcomeWriter = (writers: pg.Pool, flushers: number): OutcomeWriter =>
  createOutcomeWriter({
    writers,
    flushers,
    waiters: createWaiters(),
    hasRemoteWaiters: () => false,
    listener: deafListener,
    onIdentified: () => undefined,
  });
