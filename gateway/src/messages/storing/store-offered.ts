// Where an accepted message meets its lane and the store: the lane says how its row begins, the store commits it, and the
// lane is notified whether it may send it.

import type { Dispatcher } from '../../dispatch/dispatcher.ts';
import { newEntry } from '../../dispatch/entry.ts';
import type { Offer } from '../../dispatch/offer.ts';
import { pendingRequestText, type RequestRow } from '../../monitoring/request-row.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { inSlices } from '../../platform/in-slices.ts';
import type { NewMessage } from '../message-columns.ts';
import type { PreparedMessage } from '../send-command.ts';
import type { MessageStore, StoreOutcome } from './message-store.ts';
import type { NewRequest } from './queries.ts';

export interface OfferedFor {
  readonly requestId: string;
  /** The row of a request that waits for the outcome. */
  readonly waiting?: RequestRow | null;
}

/** The message meets its lane, which says how its row begins. */
export const offerMessage = (
  dispatcher: Dispatcher,
  prepared: PreparedMessage,
  id: string,
  { requestId, waiting = null }: OfferedFor,
): { message: NewMessage; offer: Offer } => {
  const {
    sender,
    routed: _routed,
    scheduleAt,
    reference,
    transactionalReason,
    expiresAt,
    checksWindow,
    ...rest
  } = prepared;
  const entry = newEntry({
    ...rest,
    companyId: sender.companyId,
    id,
    priority: 0,
    expiresAt: expiresAt.getTime(),
  });
  const offer = dispatcher.offer(sender, entry, scheduleAt);
  // One that goes out at once has its outcome in a moment, and its request is written with it. Until then the message keeps it.
  if (offer.status === 'sending' && !offer.isHeldBack) entry.request = waiting;
  return {
    offer,
    message: {
      ...entry,
      requestId,
      pendingRequest: entry.request && pendingRequestText(entry.request),
      senderId: sender.id,
      provider: sender.provider.name,
      reference,
      transactionalReason,
      scheduleAt,
      checksWindow,
      status: offer.status,
      attempt: offer.attempt,
      laneId: offer.laneId,
      ownerEpoch: offer.ownerEpoch,
    },
  };
};

/** So many messages of one request are worked on before others have their turn: about a millisecond. */
export const messagesPerSlice = 25;

/** What the lane of an offer is told: nothing when it has to find out by itself. */
const report = (offer: Offer, outcome: StoreOutcome, isPassedOn: boolean): Promise<void> | undefined => {
  if (outcome.kind !== 'stored') offer.withdraw(true);
  // The process that passed it on may have stored it first, to be sent by the table: this lane must not send it as its own.
  else if (isPassedOn && outcome.isRepeated) offer.withdraw(false);
  else return offer.stored(outcome.windowCloses?.get(offer.messageId));
  return undefined;
};

/** Stores, and reports to the lanes what became of their offers. */
export const storeOffered = async (
  store: MessageStore,
  asked: NewRequest,
  offers: readonly Offer[],
  isPassedOn = false,
): Promise<StoreOutcome> => {
  try {
    const outcome = await store.store(asked);
    const notified = await inSlices(offers, messagesPerSlice, (offer) => report(offer, outcome, isPassedOn));
    if (notified.some((one) => one !== undefined)) await Promise.all(notified);
    return outcome;
  } catch (error) {
    for (const offer of offers) offer.withdraw(!isDatabaseOutage(error));
    throw error;
  }
};
