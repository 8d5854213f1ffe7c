// The outcome of one message in one attempt, as it is written to the database.

import type { CallRow } from '../monitoring/calls/call-row.ts';
import type { RequestRow, WaitedAnswer } from '../monitoring/request-row.ts';

export interface Settlement {
  readonly companyId: string;
  readonly id: string;
  readonly senderId: string;
  /** The recipient; left out where a settlement is made without the message in memory. */
  readonly personKey?: string;
  /** The process and the attempt this is about. */
  readonly ownerEpoch: string;
  readonly attempt: number;
  /** The next status of the message; `queued` requeues it in its lane. */
  readonly status: 'sent' | 'failed' | 'unconfirmed' | 'queued';
  /** Appended to message_statuses; null when the message is only requeued. */
  readonly historyStatus: 'sent' | 'failed' | 'unconfirmed' | null;
  readonly dueAt: Date | null;
  readonly providerMessageId: string | null;
  /** Why it was not sent, as JSON. */
  readonly failure: string | null;
  /** The provider no longer accepts the sender: the message waits until a person has fixed that. */
  readonly isHeldBack?: boolean;
  readonly at: Date;
  /** Null when no call was made. */
  readonly call: CallRow | null;
  /** The calls that came before it in the same attempt. */
  readonly steps?: readonly CallRow[];
  /** The answer of the request that waits for it. */
  readonly answer: WaitedAnswer | null;
  /** The message's request, when that has not been written yet. */
  readonly request?: RequestRow | null;
}
