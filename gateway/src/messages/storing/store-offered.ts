// Offers an accepted message to its lane and stores it: the lane decides how its row begins, the store commits it, and the
// lane learns whether it may send it. A single send is an order: its request may wait for the outcome.

import type { Dispatcher } from '../../dispatch/dispatcher.ts';
import { newEntry } from '../../dispatch/entry.ts';
import type { Offer } from '../../dispatch/offer.ts';
import { pendingRequestText, type RequestRow, type WaitedAnswer } from '../../monitoring/request-row.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { inSlices } from '../../platform/in-slices.ts';
import { answerToOutcome } from '../answer-send.ts';
import type { NewMessage } from '../message-columns.ts';
import type { PreparedMessage } from '../send-command.ts';
import type { MessageStore, StoreOutcome } from './message-store.ts';
import type { NewRequest } from './queries.ts';

export interface OfferedFor {
  readonly requestId: string;
  /** The row of a request that waits for the outcome. */
  readonly waiting?: RequestRow | null;
}

/** Offers the message to its lane, which decides how its row begins. */
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
  // A message that is sent at once has its outcome in a moment, and its request row is written with that. Until then the
  // message row keeps the request.
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

/** Messages of one request that are handled before other requests have their turn: about a millisecond. */
export const messagesPerSlice = 25;

/** Reports the outcome to the lane; silent when the lane must read the table. */
const report = (offer: Offer, outcome: StoreOutcome, isPassedOn: boolean): Promise<void> | undefined => {
  if (outcome.kind === 'replayed') return offer.repeats();
  if (outcome.kind !== 'stored') offer.withdraw(true);
  // The process that passed it on may have stored it first, to be sent by the table: this lane must not send it as its own.
  else if (isPassedOn && outcome.isRepeated) offer.withdraw(false);
  else return offer.stored(outcome.windowCloses?.get(offer.messageId));
  return undefined;
};

/** Stores the request, and reports the outcome to the lanes of its offers. */
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

export interface SendOrder {
  /** Message id. Two processes may store it; the id makes it one message. */
  readonly id: string;
  readonly prepared: PreparedMessage;
  readonly request: RequestRow;
  readonly fingerprint: Buffer | null;
  /** Its answer may wait for the outcome. */
  readonly mayWait: boolean;
  /** Extra notice added to every answer. */
  readonly notice?: string | undefined;
  /** Another process accepted it, and stores it itself if this one is too slow. */
  readonly isPassedOn?: boolean;
}

export interface StoredOrder {
  readonly outcome: StoreOutcome;
  /** The answer that waits for the outcome: null when that does not come in time. Null: nothing is waited for. */
  readonly answer: Promise<WaitedAnswer | null> | null;
  /** The row of its request is written with the outcome. */
  readonly isPending: boolean;
}

export interface OrderOptions {
  readonly store: MessageStore;
  readonly dispatcher: Dispatcher;
  /** How long an answer may wait for the provider. 0: never. */
  readonly waitSeconds: number;
  readonly errorsPage: () => string;
}

/** Begins to wait before the message is stored: its outcome may be known a moment after. */
export const waitForOutcome = (
  { dispatcher, waitSeconds, errorsPage }: OrderOptions,
  { id, request, notice }: SendOrder,
  isElsewhere: boolean,
  graceMilliseconds = 0,
): Promise<WaitedAnswer | null> => {
  const send = { messageId: id, request, errorsPage: errorsPage(), notice };
  return dispatcher.waiters.wait(
    {
      companyId: request.companyId,
      messageId: id,
      isElsewhere,
      toAnswer: (outcome) => answerToOutcome(send, outcome),
    },
    waitSeconds * 1000 + graceMilliseconds,
  );
};

export const storeOrder = async (options: OrderOptions, order: SendOrder): Promise<StoredOrder> => {
  const { id, prepared, request, fingerprint, mayWait, isPassedOn = false } = order;
  const { store, dispatcher } = options;
  const { message, offer } = offerMessage(dispatcher, prepared, id, {
    requestId: request.id,
    waiting: mayWait ? request : null,
  });
  const answer = mayWait && !offer.isHeldBack ? waitForOutcome(options, order, offer.isElsewhere) : null;
  const asked = { request, fingerprint, messages: [message] } as const;
  const outcome = await storeOffered(store, asked, [offer], isPassedOn).catch((error: unknown) => {
    dispatcher.waiters.dismiss(id);
    throw error;
  });
  if (outcome.kind !== 'stored') dispatcher.waiters.dismiss(id);
  return { outcome, answer, isPending: message.pendingRequest !== null };
};
