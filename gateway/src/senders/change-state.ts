// A sender starts or stops working: its new state, and the event for the company.

import type { SenderState } from '@hudhud/contract/senders.ts';
import type { Queryable } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { Failure } from '../providers/provider.ts';
import { updateSenderState } from './queries.ts';

export interface SenderStateChange {
  readonly companyId: string;
  readonly senderId: string;
  readonly state: SenderState;
  readonly failure: Failure | null;
  /** When the provider said so, where that was not just now. */
  readonly at?: Date;
}

/** Answers whether anything changed: a repeated report of the same failure changes nothing and makes no event. */
export const changeSenderState = (
  db: Queryable,
  { companyId, senderId, state, failure, at }: SenderStateChange,
): Promise<boolean> =>
  updateSenderState(db, {
    companyId,
    senderId,
    state,
    failure: failure && JSON.stringify(failure),
    eventId: newUuid(),
    eventData: JSON.stringify({ state, failure }),
    at: at ?? null,
  });
