// Messages whose `sending` mark may have been committed although the database never replied when they were stored or
// marked. Usually that is settled when it answers again. But a statement that a silent network held back may reach the
// database after that, and then a message is marked as being sent by a living process that knows nothing of it. None of
// them has been sent, so they are requeued as soon as they are seen.

import type { RequestRow } from '../monitoring/request-row.ts';
import { releasedSettlement } from './judge-outcome.ts';
import type { LaneKey } from './lane-key.ts';
import type { OutcomeWriter } from './outcome-writer.ts';

/** The process, the lane and the attempt that a message may have been marked for. */
export interface UncertainMark {
  readonly companyId: string;
  readonly id: string;
  readonly senderId: string;
  readonly ownerEpoch: string;
  readonly attempt: number;
  /** Written when the message is released. */
  readonly request: RequestRow | null;
}

export interface UncertainMarks {
  add(message: UncertainMark): void;
  /** The message is being sent now: its mark in the table is true. */
  forget(messageId: string): void;
  /** Checks whether one of them has turned up. */
  look(): Promise<void>;
  readonly size: number;
}

export interface UncertainMarksOptions {
  /** The epoch under which this process sends, or null. */
  readonly epoch: () => string | null;
  /** Ids of the messages that are being sent under an epoch, as the table says. */
  readonly findOwned: (epoch: string) => Promise<readonly string[]>;
  /** True while a lane holds the message, which is then that lane's business. */
  readonly isHeld: (message: UncertainMark) => boolean;
  readonly outcomes: Pick<OutcomeWriter, 'write' | 'isWriting'>;
  readonly onReleased: (lane: LaneKey) => void;
  readonly now?: () => number;
}

/** No network holds anything back for longer. */
const uncertainMilliseconds = 1_200_000;

export const createUncertainMarks = (options: UncertainMarksOptions): UncertainMarks => {
  const { outcomes, now = Date.now } = options;
  const marks = new Map<string, { readonly message: UncertainMark; readonly until: number }>();

  const isStranded = (message: UncertainMark): boolean =>
    !options.isHeld(message) && !outcomes.isWriting(message.id);

  const release = async (message: UncertainMark): Promise<void> => {
    const { companyId, senderId, id } = message;
    // The epoch and the attempt are named: one that has been sent since is not touched.
    if (!(await outcomes.write(releasedSettlement(message, message)))) return;
    marks.delete(id);
    options.onReleased({ companyId, senderId });
  };

  return {
    add(message) {
      marks.set(message.id, { message, until: now() + uncertainMilliseconds });
    },
    forget: (messageId) => void marks.delete(messageId),
    async look() {
      const epoch = options.epoch();
      for (const [id, { message, until }] of marks)
        if (until < now() || message.ownerEpoch !== epoch) marks.delete(id);
      if (epoch === null || marks.size === 0) return;
      const owned = await options.findOwned(epoch);
      const turnedUp = owned.flatMap((id) => marks.get(id)?.message ?? []).filter(isStranded);
      await Promise.all(turnedUp.map(release));
    },
    get size() {
      return marks.size;
    },
  };
};
