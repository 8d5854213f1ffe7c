// A send is carried out by the process that owns its lane: one statement stores it, it is sent in its order, and its
// answer is written with its outcome. A process that accepts it for another lane passes it on, and gives it to the
// table itself when the owner does not take it. Both may then have stored it: the id of the message makes it one.

import type { Waiters } from '../../dispatch/waiters.ts';
import type { WaitedAnswer } from '../../monitoring/request-row.ts';
import type { Peers } from '../../processes/peers/peers.ts';
import type { SenderDirectory } from '../../senders/directory.ts';
import {
  type AnswerText,
  type OrderText,
  readOrder,
  readOutcome,
  type StoredText,
  writeAnswer,
  writeOrder,
  writeStored,
} from './order-text.ts';
import {
  type OrderOptions,
  type SendOrder,
  type StoredOrder,
  storeOrder,
  waitForOutcome,
} from './store-offered.ts';

export interface Passing {
  /** Null when this process must store it. */
  passOn(order: SendOrder): Promise<StoredOrder | null>;
  /** Sends that other processes accepted, since the start. */
  readonly count: number;
}

export interface PassingOptions extends OrderOptions {
  readonly peers: Peers;
  readonly senders: SenderDirectory;
}

/** For the owner to store it: a commit takes milliseconds, and a frozen owner must not hold up the caller for long. */
const storedMilliseconds = 2_000;

/** Most answers arrive sooner and travel in the reply that confirms storing. */
const answeredMilliseconds = 500;
/** The owner, which writes the answer, is the first to say that it takes too long. */
const graceMilliseconds = 500;

const orderTopic = 'send';
const answerTopic = 'answer';
/** The reply of a process that no longer owns the lane: it has stored nothing. */
const notOurs = 'not_ours';

/** Undefined when the answer is not known soon enough to be a part of the reply. */
const withinReply = (answer: Promise<WaitedAnswer | null>): Promise<WaitedAnswer | null | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), answeredMilliseconds);
    void answer.then((known) => {
      clearTimeout(timer);
      resolve(known);
    });
  });

/** Stores the orders that others pass on to this process. */
const takeOrders = (options: PassingOptions): void => {
  const { peers, senders, dispatcher } = options;
  peers.on(orderTopic, async (data, notifyAsker): Promise<StoredText | typeof notOurs> => {
    const text = data as OrderText;
    const ofCompany = senders.peek(text.companyId) ?? (await senders.find(text.companyId));
    const sender = ofCompany.find(({ id }) => id === text.senderId);
    if (!sender || !dispatcher.owns(sender)) return notOurs;
    const stored = await storeOrder(options, readOrder(text, sender));
    const known = stored.answer ? await withinReply(stored.answer) : undefined;
    if (known === undefined)
      void stored.answer?.then((answer) => notifyAsker(answerTopic, writeAnswer(text.id, answer)));
    return writeStored(stored, text.id, known);
  });
};

const giveAnswer = (waiters: Waiters, { id, request }: SendOrder, answer: AnswerText['answer']): void => {
  if (answer) waiters.take(id)?.resolve({ ...answer, request });
  else waiters.dismiss(id);
};

/** The requests that wait here for messages that another process sends. */
const receiveAnswers = ({ peers, dispatcher: { waiters } }: PassingOptions): Map<string, SendOrder> => {
  const waiting = new Map<string, SendOrder>();
  peers.on(answerTopic, (data) => {
    const { id, answer } = data as AnswerText;
    const order = waiting.get(id);
    if (order) giveAnswer(waiters, order, answer);
  });
  return waiting;
};

export const createPassing = (options: PassingOptions): Passing => {
  const { peers, dispatcher } = options;
  takeOrders(options);
  const waiting = receiveAnswers(options);
  let count = 0;

  const waitHere = (order: SendOrder): StoredOrder['answer'] => {
    if (!order.mayWait) return null;
    waiting.set(order.id, order);
    return waitForOutcome(options, order, true, graceMilliseconds).finally(() => waiting.delete(order.id));
  };

  const passOn: Passing['passOn'] = async (order) => {
    const { id, prepared } = order;
    const owner = prepared.scheduleAt ? null : dispatcher.ownerOf(prepared.sender);
    if (owner === null || peers.isSilent(owner)) return null;
    const answer = waitHere(order);
    const reply = await peers.ask(owner, orderTopic, writeOrder(order), storedMilliseconds);
    if (reply === null || reply === notOurs) {
      dispatcher.waiters.dismiss(id);
      dispatcher.missOwner(prepared.sender, reply === null);
      return null;
    }
    count += 1;
    const { outcome, isWaiting, isPending, answer: known = null } = reply as StoredText;
    if (!isWaiting) giveAnswer(dispatcher.waiters, order, known);
    return { outcome: readOutcome(outcome, id), answer, isPending };
  };

  return {
    passOn,
    get count() {
      return count;
    },
  };
};
