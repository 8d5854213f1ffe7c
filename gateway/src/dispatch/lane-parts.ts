// The surroundings of a lane: its interfaces to the table, the provider and its sender.

import type { Log } from '../platform/log.ts';
import type { Failure, ProviderLimits } from '../providers/provider.ts';
import type { Entry } from './entry.ts';
import type { Verdict } from './judge-outcome.ts';
import type { LaneKey } from './lane-key.ts';
import type { LaneRows } from './supply.ts';
import type { Turns } from './turns.ts';

/** How a new message begins: being sent, queued in memory, or queued in the table only. */
export type Birth = 'sending' | 'memory' | 'table';

/** `gone`: it is no longer ours to send. `unknown`: the database did not answer. */
export type MarkOutcome = 'ours' | 'gone' | 'unknown';

export interface AttemptResult {
  readonly verdict: Verdict;
  /** False when the provider gave no answer at all. */
  readonly isAnswered: boolean;
  readonly failure: Failure | null;
  /** Resolves when it is committed: false when the message has moved on without us. */
  readonly written: Promise<boolean>;
}

/** The table, as a lane sees it. */
export interface LaneLedger extends LaneRows {
  /** Commits that a message is about to be sent. */
  mark(entry: Entry): Promise<MarkOutcome>;
  /** Requeues a marked message that is not sent after all; resolves when the table has it queued again. */
  release(entry: Entry): Promise<void>;
  /** The same for a message whose mark may have been committed: it may turn up as marked later. */
  releaseUncertain(entry: Entry): Promise<void>;
  expire(entry: Entry): void;
  /** A message entered the table after the lane closed: notify its current owner. */
  leftBehind(): void;
}

/** Receives the findings of a lane about its sender. */
export interface SenderHealth {
  /** Resolves when the sender's new state is written and the cached one dropped. */
  suspended(failure: Failure): Promise<void>;
  failing(failure: Failure): void;
  working(): void;
}

/** The way to the provider, as a lane sees it (`attempt-send.ts`). */
export interface Carrier {
  /** False as soon as this process may no longer send. */
  mayContinue(): boolean;
  /** False while the message's files are not at the provider. Never asked for a plain text. */
  isPrepared(entry: Entry): boolean;
  /** Brings them there; a failure is reported by the attempt. */
  prepare(entry: Entry): Promise<void>;
  attempt(entry: Entry): Promise<AttemptResult>;
}

/** The sender of a lane, as it is when the lane is opened. */
export interface LaneSender {
  readonly key: LaneKey;
  readonly limits: ProviderLimits;
  readonly messagesPerSecond: number;
}

export interface LaneOptions {
  readonly sender: LaneSender;
  readonly ledger: LaneLedger;
  readonly carrier: Carrier;
  readonly health: SenderHealth;
  readonly turns: Turns;
  readonly log: Log;
}

/** Counts promises that are not settled yet. */
export class Unsettled {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  until(promise: Promise<unknown>): void {
    this.#count += 1;
    const end = (): void => {
      this.#count -= 1;
    };
    promise.then(end, end);
  }
}
