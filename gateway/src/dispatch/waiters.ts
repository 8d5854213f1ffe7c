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

export interface WaiterLimits {
  /** Requests that wait at a time, in all. A company may hold no more of them than are still free: alone, half. */
  readonly waitingMax: number;
  /** A request of this company is told `queued` before its time, because too many wait. */
  readonly onCrowded: (companyId: string) => void;
}

interface Place {
  readonly waiting: Waiting;
  readonly resolve: (answer: WaitedAnswer | null) => void;
  timer: NodeJS.Timeout;
  isElsewhere: boolean;
  isTaken: boolean;
  isOver: boolean;
}

const unlimited: WaiterLimits = { waitingMax: Number.POSITIVE_INFINITY, onCrowded: () => undefined };

export const createWaiters = ({ waitingMax, onCrowded }: WaiterLimits = unlimited): Waiters => {
  const places = new Map<string, Place>();
  /** By company, each in the order of their arrival. */
  const companies = new Map<string, Set<Place>>();

  const begin = (place: Place): void => {
    const { companyId, messageId } = place.waiting;
    places.set(messageId, place);
    const ofCompany = companies.get(companyId);
    if (ofCompany) ofCompany.add(place);
    else companies.set(companyId, new Set([place]));
  };

  const end = (place: Place, answer: WaitedAnswer | null): void => {
    const { companyId, messageId } = place.waiting;
    clearTimeout(place.timer);
    places.delete(messageId);
    const ofCompany = companies.get(companyId);
    ofCompany?.delete(place);
    if (ofCompany?.size === 0) companies.delete(companyId);
    place.resolve(answer);
  };

  /** One that is taken hears in a moment; until then its time is not over. */
  const timeOut = (place: Place): void => {
    place.isOver = true;
    if (!place.isTaken) end(place, null);
  };

  /**
   * Makes room in the share of a company: the one that has waited longest is the least likely to hear soon, and a silent
   * number's requests are older than those of a number that works. False when nothing of the company can give way.
   */
  const makeRoom = (companyId: string): boolean => {
    const ofCompany = companies.get(companyId);
    if (places.size + (ofCompany?.size ?? 0) < waitingMax) return true;
    onCrowded(companyId);
    for (const place of ofCompany ?? []) {
      if (place.isTaken) continue;
      timeOut(place);
      return true;
    }
    return false;
  };

  return {
    wait(waiting, milliseconds) {
      if (!makeRoom(waiting.companyId)) return Promise.resolve(null);
      return new Promise((resolve) => {
        const timer = setTimeout(() => timeOut(place), milliseconds);
        const { isElsewhere } = waiting;
        const place: Place = { waiting, resolve, timer, isElsewhere, isTaken: false, isOver: false };
        begin(place);
      });
    },
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
