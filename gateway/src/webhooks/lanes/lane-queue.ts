// The deliveries in memory for one webhook that are not committed as done. At most one delivery about one message is under
// way at a time, so that the statuses of a message arrive in order; new events and retries take turns.

import type { Backlog, Reading } from '../../platform/backlog.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';

export interface DeliveryQueue {
  /** Loaded and not yet under way. */
  readonly waiting: number;
  readonly due: number;
  /** Takes the rows that a read of the table has found: waiting ones, or due ones. */
  addWaiting(reading: Reading, rows: readonly LoadedDelivery[]): void;
  addDue(reading: Reading, rows: readonly LoadedDelivery[]): void;
  /** False when a read of the table was quicker and has brought the delivery already; it may even be done. */
  isNew(id: string): boolean;
  /** Adds a delivery that did not come from the table, if it is new. */
  addHanded(delivery: LoadedDelivery): void;
  /** True when a delivery may go. */
  hasNext(): boolean;
  take(): LoadedDelivery | undefined;
  /** The delivery is no longer under way. */
  finish(delivery: LoadedDelivery): void;
  /** Its result is committed. */
  settle(delivery: LoadedDelivery): void;
  /** Forgets all that are not under way. Answers those that the table may not have. */
  drop(): LoadedDelivery[];
  /** Deliveries that came out of memory before this time and are not committed. */
  unwritten(before: number): LoadedDelivery[];
  /** The table has the delivery now. */
  wrote(id: string): void;
}

/** More than are ever settled between a commit and its reply. */
const settledLatelyMax = 1_000;

/** Deliveries handed over and not committed, the oldest first. */
const createUnwritten = () => {
  const handed = new Map<string, { readonly delivery: LoadedDelivery; readonly since: number }>();
  return {
    add: (delivery: LoadedDelivery) => void handed.set(delivery.id, { delivery, since: Date.now() }),
    /** The delivery's result is committed, or about to be. */
    take(id: string): LoadedDelivery | undefined {
      const found = handed.get(id);
      handed.delete(id);
      return found?.delivery;
    },
    before(time: number): LoadedDelivery[] {
      const old: LoadedDelivery[] = [];
      for (const { delivery, since } of handed.values()) {
        if (since > time) break;
        old.push(delivery);
      }
      return old;
    },
  };
};

export const createDeliveryQueue = (backlog: Backlog<LoadedDelivery>): DeliveryQueue => {
  const due: LoadedDelivery[] = [];
  const waiting: LoadedDelivery[] = [];
  const busyMessages = new Set<string>();
  /** A read of the table can be quicker than the reply to its writer: a delivery handed over after that may be done already. */
  const settledLately = new Set<string>();
  const unwritten = createUnwritten();
  let isTurnOfDue = true;

  const isFree = ({ messageId }: LoadedDelivery): boolean =>
    messageId === null || !busyMessages.has(messageId);

  const add = (queue: LoadedDelivery[], reading: Reading, rows: readonly LoadedDelivery[]): void => {
    for (const delivery of rows) {
      // Keeps the row instead of the delivery that was handed over: the table has it, so nothing is left to be written.
      if (backlog.take(reading, delivery.id, delivery)) queue.push(delivery);
    }
  };

  const isNew = (id: string): boolean => backlog.lacks(id) && !settledLately.has(id);

  const addHanded = (delivery: LoadedDelivery): void => {
    if (!isNew(delivery.id)) return;
    backlog.hold(delivery.id);
    waiting.push(delivery);
    if (!delivery.isWritten) unwritten.add(delivery);
  };

  const takeFrom = (queue: LoadedDelivery[]): LoadedDelivery | undefined => {
    const index = queue.findIndex(isFree);
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  };

  return {
    get waiting() {
      return waiting.length;
    },
    get due() {
      return due.length;
    },
    addWaiting: (reading, rows) => add(waiting, reading, rows),
    addDue: (reading, rows) => add(due, reading, rows),
    isNew,
    addHanded,
    hasNext: () => due.some(isFree) || waiting.some(isFree),
    take() {
      const [first, second] = isTurnOfDue ? [due, waiting] : [waiting, due];
      isTurnOfDue = !isTurnOfDue;
      const delivery = takeFrom(first) ?? takeFrom(second);
      if (delivery && delivery.messageId !== null) busyMessages.add(delivery.messageId);
      return delivery;
    },
    finish({ messageId }) {
      if (messageId !== null) busyMessages.delete(messageId);
    },
    settle({ id }) {
      backlog.letGo(id);
      unwritten.take(id);
      settledLately.add(id);
      if (settledLately.size > settledLatelyMax)
        settledLately.delete(settledLately.values().next().value ?? '');
    },
    drop() {
      const dropped = [...due.splice(0), ...waiting.splice(0)].map(({ id }) => id);
      for (const id of dropped) backlog.letGo(id);
      return dropped.flatMap((id) => unwritten.take(id) ?? []);
    },
    unwritten: (before) => unwritten.before(before),
    wrote: (id) => void unwritten.take(id),
  };
};
