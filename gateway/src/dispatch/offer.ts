// Offers a new message to its lane: the lane decides how its row begins, and is notified when it is stored.

import type { Sender } from '../senders/directory.ts';
import type { Entry } from './entry.ts';
import type { LaneKeeper } from './lane-keeper.ts';
import type { Birth } from './lane-parts.ts';

/** How the row of a new message begins. Every offer ends with `stored`, `repeats` or `withdraw`. */
export interface Offer {
  readonly messageId: string;
  readonly status: 'sending' | 'queued';
  readonly attempt: number;
  readonly laneId: string | null;
  readonly ownerEpoch: string | null;
  /** Another process will send the message. */
  readonly isElsewhere: boolean;
  /** The message cannot be sent soon, so its request should not wait for the outcome. */
  readonly isHeldBack: boolean;
  /**
   * The message was stored. `windowClosesAt`: the end of its window, for free text. Resolves when the process that sends the
   * message knows of it: a message accepted after that is sent after it.
   */
  stored(windowClosesAt?: number): Promise<void> | undefined;
  /**
   * The message was not stored because it repeats an earlier one. That one may still wait in the table without its lane
   * knowing, because the process that stored it has died. Resolves like `stored`.
   */
  repeats(): Promise<void> | undefined;
  /** The message was not stored; `isKnown` false: the database did not answer, so it may have been. */
  withdraw(isKnown: boolean): void;
}

export const makeOffer = (
  keeper: LaneKeeper,
  epoch: string | null,
  sender: Sender,
  entry: Entry,
  dueAt: Date | null,
): Offer => {
  const key = { companyId: sender.companyId, senderId: sender.id };
  const waiting = {
    messageId: entry.id,
    status: 'queued',
    attempt: 0,
    laneId: sender.id,
    ownerEpoch: null,
  } as const;
  if (dueAt) {
    return {
      ...waiting,
      isElsewhere: false,
      isHeldBack: true,
      stored: () => undefined,
      repeats: () => undefined,
      withdraw: () => undefined,
    };
  }
  const lane = keeper.find(sender);
  if (!lane || epoch === null) {
    return {
      ...waiting,
      isElsewhere: true,
      isHeldBack: sender.state === 'suspended',
      stored: () => keeper.notify(key),
      repeats: () => keeper.notify(key),
      withdraw(isKnown) {
        if (!isKnown) keeper.poke([key]);
      },
    };
  }
  const birth: Birth = lane.admit(entry);
  return {
    ...waiting,
    ...(birth === 'sending' && { status: 'sending', attempt: 1, laneId: null, ownerEpoch: epoch }),
    isElsewhere: false,
    isHeldBack: lane.isPaused,
    stored(windowClosesAt) {
      if (windowClosesAt !== undefined) entry.windowClosesAt = windowClosesAt;
      lane.stored(entry, birth);
      return undefined;
    },
    repeats() {
      lane.withdraw(entry, birth, true);
      lane.poke();
      return undefined;
    },
    withdraw: (isKnown) => lane.withdraw(entry, birth, isKnown),
  };
};
