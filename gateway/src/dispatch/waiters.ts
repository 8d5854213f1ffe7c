// Requests that wait for the outcome of their message. The writer of the outcome takes the waiter, writes its answer in
// the same transaction, and only then resolves it, so that the answer and its record never differ.

import type { WaitedAnswer } from '../monitoring/request-row.ts';

/** The part of a message's outcome from which a waiter makes its answer. */
export interface Outcome {
  readonly status: string;
  /** JSON. */
  readonly failure: string | null;
  /** The message waits until a person has fixed its sender; `failure` says why. */
  readonly isHeldBack?: boolean;
}

export interface Waiting {
  readonly companyId: string;
  readonly messageId: string;
  /** Another process sends the message: its outcome arrives by a notification. */
  readonly isElsewhere: boolean;
  /** The answer to an outcome, or null when it is none yet. */
  toAnswer(outcome: Outcome): WaitedAnswer | null;
}

export interface TakenWaiter {
  readonly waiting: Waiting;
  /** The answer is written. */
  resolve(answer: WaitedAnswer): void;
  /** Nothing was written: the request keeps waiting. */
  giveBack(): void;
}

export interface Waiters {
  /** The answer, or null when it did not come in time. */
  wait(waiting: Waiting, milliseconds: number): Promise<WaitedAnswer | null>;
  has(messageId: string): boolean;
  /** The request that waits for this message. It is not taken: the writer of the outcome still can take it. */
  peek(messageId: string): Waiting | null;
  take(messageId: string): TakenWaiter | null;
  /** The outcome will not be known soon: the request that waits for this message is answered so. */
  dismiss(messageId: string): void;
  /** Messages that other processes send and requests here wait for: the poll behind the notifications looks them up. */
  elsewhere(): string[];
  /** From now on other processes send these messages, or all, that this process accepted. */
  handOver(messageIds?: Iterable<string>): void;
  /** Answers every waiting request at once. */
  dismissAll(): void;
  readonly size: number;
}

export interface WaiterLimits {
  /** Requests that may wait at a time. A company may hold no more places than are still free: half of them, if it is alone. */
  readonly waitingMax: number;
  /** A request of this company is answered `queued` before its time, because too many wait. */
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

/** The waiting requests of each company, in the order of their arrival. */
const createCompanyPlaces = () => {
  const companies = new Map<string, Set<Place>>();
  return {
    of: (companyId: string): ReadonlySet<Place> | undefined => companies.get(companyId),
    add(place: Place): void {
      const { companyId } = place.waiting;
      const ofCompany = companies.get(companyId);
      if (ofCompany) ofCompany.add(place);
      else companies.set(companyId, new Set([place]));
    },
    remove(place: Place): void {
      const { companyId } = place.waiting;
      const ofCompany = companies.get(companyId);
      ofCompany?.delete(place);
      if (ofCompany?.size === 0) companies.delete(companyId);
    },
  };
};

const awaitsOtherProcess = ({ isTaken, isElsewhere }: Place): boolean => !isTaken && isElsewhere;

const unlimited: WaiterLimits = { waitingMax: Number.POSITIVE_INFINITY, onCrowded: () => undefined };

export const createWaiters = ({ waitingMax, onCrowded }: WaiterLimits = unlimited): Waiters => {
  const places = new Map<string, Place>();
  const companies = createCompanyPlaces();

  const end = (place: Place, answer: WaitedAnswer | null): void => {
    clearTimeout(place.timer);
    places.delete(place.waiting.messageId);
    companies.remove(place);
    place.resolve(answer);
  };

  /** A request that is taken gets its answer in a moment, so it is not timed out until then. */
  const timeOut = (place: Place): void => {
    place.isOver = true;
    if (!place.isTaken) end(place, null);
  };

  /**
   * Makes room in the share of a company: the one that has waited longest is the least likely to be answered soon, and
   * a silent number's requests are older than those of a number that works. False when nothing of the company can give
   * way.
   */
  const makeRoom = (companyId: string): boolean => {
    const ofCompany = companies.of(companyId);
    if (places.size + (ofCompany?.size ?? 0) < waitingMax) return true;
    onCrowded(companyId);
    for (const place of ofCompany ?? []) {
      if (place.isTaken) continue;
      timeOut(place);
      return true;
    }
    return false;
  };

  const dismissAll = (messageIds: readonly string[]): void => {
    for (const place of messageIds.flatMap((id) => places.get(id) ?? [])) timeOut(place);
  };

  return {
    wait(waiting, milliseconds) {
      if (!makeRoom(waiting.companyId)) return Promise.resolve(null);
      return new Promise((resolve) => {
        const timer = setTimeout(() => timeOut(place), milliseconds);
        const { isElsewhere } = waiting;
        const place: Place = { waiting, resolve, timer, isElsewhere, isTaken: false, isOver: false };
        places.set(waiting.messageId, place);
        companies.add(place);
      });
    },
    has: (messageId) => places.has(messageId),
    peek: (messageId) => places.get(messageId)?.waiting ?? null,
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
    dismiss: (messageId) => dismissAll([messageId]),
    elsewhere: () => [...places.values()].filter(awaitsOtherProcess).map(({ waiting }) => waiting.messageId),
    handOver(messageIds = places.keys()) {
      for (const id of messageIds) {
        const place = places.get(id);
        if (place) place.isElsewhere = true;
      }
    },
    dismissAll: () => dismissAll([...places.keys()]),
    get size() {
      return places.size;
    },
  };
};
