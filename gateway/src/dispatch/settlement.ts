// What became of one message in one attempt, as it is written down.

import type { CallRow } from '../monitoring/calls/call-row.ts';

export interface Settlement {
  readonly companyId: string;
  readonly id: string;
  readonly senderId: string;
  /** The process and the attempt this speaks for. */
  readonly ownerEpoch: string;
  readonly attempt: number;
  /** Where the message goes from here; `queued` goes back to its lane. */
  readonly status: 'sent' | 'failed' | 'unconfirmed' | 'queued';
  /** The status that enters its history; one that only goes back to its lane has none. */
  readonly noted: 'sent' | 'failed' | 'unconfirmed' | null;
  readonly dueAt: Date | null;
  readonly providerMessageId: string | null;
  /** Why it was not sent, as JSON. */
  readonly failure: string | null;
  readonly at: Date;
  /** Null when no call was made. */
  readonly call: CallRow | null;
  /** The calls that came before it in the same attempt. */
  readonly steps?: readonly CallRow[];
  /** The answer of the request that waits for it. */
  readonly answer: WaitedAnswer | null;
}

/** What a request that waited is answered, and what its row keeps. */
export interface WaitedAnswer {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly receivedAt: number;
  readonly status: number;
  readonly text: string;
  readonly errorCode: string | null;
}
