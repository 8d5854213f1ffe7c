// What is loaded for one endpoint and has not been written down as done. At most one delivery about one message is under
// way at a time, so that the statuses of a message arrive in order; new events and retries take turns.

import type { LoadedDelivery } from './loaded-delivery.ts';

export interface LaneQueue {
  /** Loaded and not yet under way. */
  readonly waiting: number;
  readonly due: number;
  /** Loaded, under way, or not yet written down: the table still shows them as waiting. */
  readonly held: number;
  /** True when a look at the table brings what is here already, or was a moment ago. */
  has(id: string): boolean;
  /** A load begins: what is settled from now on may still look as if it waited. Every load ends in an addition. */
  beginLoad(): void;
  addWaiting(rows: readonly LoadedDelivery[]): void;
  addDue(rows: readonly LoadedDelivery[]): void;
  /** Adds what did not come from the table, unless the table has brought it already. */
  addHanded(delivery: LoadedDelivery): void;
  /** True when one of them may go. */
  hasNext(): boolean;
  take(): LoadedDelivery | undefined;
  /** It is no longer under way. */
  finish(delivery: LoadedDelivery): void;
  /** It is written down. */
  settle(delivery: LoadedDelivery): void;
  /** Forgets what is not under way; it is still in the table. */
  drop(): void;
}

/** More than can be settled between a commit and its reply. */
const settledLatelyMax = 1_000;

export const createLaneQueue = (): LaneQueue => {
  const due: LoadedDelivery[] = [];
  const waiting: LoadedDelivery[] = [];
  const held = new Set<string>();
  const busyMessages = new Set<string>();
  const settledDuringLoad = new Set<string>();
  /** A look at the table can be quicker than the reply to who wrote it: what is handed over then may be done already. */
  const settledLately = new Set<string>();
  let loads = 0;
  let isTurnOfDue = true;

  const isFree = ({ messageId }: LoadedDelivery): boolean =>
    messageId === null || !busyMessages.has(messageId);

  const has = (id: string): boolean => held.has(id) || settledDuringLoad.has(id);

  const add = (queue: LoadedDelivery[], rows: readonly LoadedDelivery[]): void => {
    for (const delivery of rows) {
      if (has(delivery.id)) continue;
      held.add(delivery.id);
      queue.push(delivery);
    }
    loads -= 1;
    if (loads === 0) settledDuringLoad.clear();
  };

  const addHanded = (delivery: LoadedDelivery): void => {
    if (has(delivery.id) || settledLately.has(delivery.id)) return;
    held.add(delivery.id);
    waiting.push(delivery);
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
    get held() {
      return held.size;
    },
    has,
    beginLoad() {
      loads += 1;
    },
    addWaiting: (rows) => add(waiting, rows),
    addDue: (rows) => add(due, rows),
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
      held.delete(id);
      if (loads > 0) settledDuringLoad.add(id);
      settledLately.add(id);
      if (settledLately.size > settledLatelyMax)
        settledLately.delete(settledLately.values().next().value ?? '');
    },
    drop() {
      for (const { id } of [...due.splice(0), ...waiting.splice(0)]) held.delete(id);
    },
  };
};
