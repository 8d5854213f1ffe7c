// What a lane is given, and its interfaces to the table, the provider and its sender.

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
  /** False when no answer came at all. */
  readonly isAnswered: boolean;
  readonly failure: Failure | null;
  /** Resolves when it is committed: false when the message has moved on without us. */
  readonly written: Promise<boolean>;
}

/** The table, as a lane sees it. */
export interface LaneLedger extends LaneRows {
  /** Commits that a message is about to be sent. */
  mark(entry: Entry): Promise<MarkOutcome>;
  /** A marked message is not sent after all; resolves when it is queued in the table again. */
  release(entry: Entry): Promise<void>;
  /** The same for one whose mark may or may not have been committed: it may turn up as marked later. */
  releaseUncertain(entry: Entry): Promise<void>;
  expire(entry: Entry): void;
}

/** What a lane finds out about its sender. */
export interface SenderHealth {
  /** Resolves when the sender's new state is written and the cached one dropped. */
  suspended(failure: Failure): Promise<void>;
  failing(failure: Failure): void;
  working(): void;
}

export interface LaneOptions {
  readonly key: LaneKey;
  readonly limits: ProviderLimits;
  readonly messagesPerSecond: number;
  readonly turns: Turns;
  /** False as soon as this process may no longer send. */
  readonly mayContinue: () => boolean;
  readonly ledger: LaneLedger;
  readonly attempt: (entry: Entry) => Promise<AttemptResult>;
  /** False while its files are not at the provider. Never asked for a plain text. */
  readonly isPrepared: (entry: Entry) => boolean;
  /** Brings them there; a failure is reported by the attempt. */
  readonly prepare: (entry: Entry) => Promise<void>;
  readonly health: SenderHealth;
  /** The lane was closed before this came into the table: whoever has it now looks there. */
  readonly onLeftBehind: () => void;
  readonly log: Log;
}
