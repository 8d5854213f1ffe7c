// Requests that wait to hear what became of their message. Whoever writes the outcome takes the waiter, writes its answer in
// the same transaction, and only then lets it go, so that the answer and its record never differ.

import type { WaitedAnswer } from './settlement.ts';

/** What a waiter must be told to know its answer. */
export interface Outcome {
  readonly status: string;
  /** JSON. */
  readonly failure: string | null;
}

export interface Waiting {
  readonly companyId: string;
  readonly messageId: string;
  /** True when another process sends it: its outcome is heard of, not made here. */
  readonly isElsewhere: boolean;
  /** The answer to an outcome, or null when it is none yet. */
  toAnswer(outcome: Outcome): WaitedAnswer | null;
}

export interface TakenWaiter {
  readonly waiting: Waiting;
  /** Its answer is written. */
  resolve(answer: WaitedAnswer): void;
  /** Nothing was written: it waits on. */
  giveBack(): void;
}

export interface Waiters {
  /** The answer, or null when it did not come in time. */
  wait(waiting: Waiting, milliseconds: number): Promise<WaitedAnswer | null>;
  has(messageId: string): boolean;
  take(messageId: string): TakenWaiter | null;
  /** Nobody will know soon: whoever waits for this message is told so. */
  dismiss(messageId: string): void;
  /** Messages that are sent elsewhere and waited for here: for the poll behind the notifications. */
  elsewhere(): string[];
  /** This process sends nothing any more of what it accepted: from now on others do. */
  handOver(): void;
  /** Nobody waits any longer. */
  dismissAll(): void;
  readonly size: number;
}

interface Place {
  readonly waiting: Waiting;
  readonly resolve: (answer: WaitedAnswer | null) => void;
  timer: NodeJS.Timeout;
  isElsewhere: boolean;
  isTaken: boolean;
  isOver: boolean;
}

export const createWaiters = (): Waiters => {
  const places = new Map<string, Place>();

  const end = (place: Place, answer: WaitedAnswer | null): void => {
    clearTimeout(place.timer);
    places.delete(place.waiting.messageId);
    place.resolve(answer);
  };

  /** One that is taken hears in a moment; until then its time is not over. */
  const timeOut = (place: Place): void => {
    place.isOver = true;
    if (!place.isTaken) end(place, null);
  };

  return {
    wait: (waiting, milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => timeOut(place), milliseconds);
        const { isElsewhere } = waiting;
        const place: Place = { waiting, resolve, timer, isElsewhere, isTaken: false, isOver: false };
        places.set(waiting.messageId, place);
      }),
    has: (messageId) => places.has(messageId),
    take(messageId) {
      const place = places.get(messageId);
      if (!place || place.isTaken) return null;
      place.isTaken = true;
      return {
        waiting: place.waiting,
        resolve: (answer) => end(place, answer),
        giveBack() {
          if (places.get(messageId) !== place) return;
          place.isTaken = false;
          if (place.isOver) end(place, null);
        },
      };
    },
    dismiss(messageId) {
      const place = places.get(messageId);
      if (place) timeOut(place);
    },
    elsewhere: () =>
      [...places.values()]
        .filter((place) => !place.isTaken && place.isElsewhere)
        .map((place) => place.waiting.messageId),
    handOver() {
      for (const place of places.values()) place.isElsewhere = true;
    },
    dismissAll() {
      for (const place of [...places.values()]) timeOut(place);
    },
    get size() {
      return places.size;
    },
  };
};
