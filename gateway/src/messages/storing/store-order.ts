// Stores one message that is ready, together with the request that asks for it, and begins to wait for its outcome.

import type { Dispatcher } from '../../dispatch/dispatcher.ts';
import type { WaitedAnswer } from '../../dispatch/settlement.ts';
import type { RequestRow } from '../../monitoring/request-row.ts';
import { answerToOutcome } from '../answer-send.ts';
import type { PreparedMessage } from '../send-command.ts';
import type { MessageStore, StoreOutcome } from './message-store.ts';
import { offerMessage, storeOffered } from './store-offered.ts';

export interface SendOrder {
  /** Of the message. It may be stored twice under this id, by two processes: it is one message all the same. */
  readonly id: string;
  readonly prepared: PreparedMessage;
  readonly request: RequestRow;
  readonly fingerprint: Buffer | null;
  /** Its answer may wait for the outcome. */
  readonly mayWait: boolean;
  /** What every answer to it says besides. */
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
