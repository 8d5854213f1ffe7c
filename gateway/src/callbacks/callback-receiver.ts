// A provider gets its answer when all that its callback says is committed, or after a short time when the callback itself
// is: Meta asks for a median of 250 ms, and a callback may hold a thousand parts. Most callbacks are small and cost no row
// of their own. While a company's callbacks come faster than they are worked off, each is kept at once and waits in the
// table: answering costs one row of a group commit, however long the backlog is.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFreshMap } from '../platform/fresh-map.ts';
import { newUuid } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Callback } from '../providers/callback.ts';
import type { Sender } from '../senders/directory.ts';
import {
  type ReadCallback,
  type Reading,
  type ReceiveOptions,
  readCallback,
  storeItems,
} from './receive-callback.ts';
import {
  type CallbackStore,
  createCallbackStore,
  heldSeconds,
  type StoreOpened,
} from './stored/callback-store.ts';
import type { CallbackKey, HeldCallback } from './stored/queries.ts';
import { openCallback, sealCallback } from './stored/seal-callback.ts';

export interface CallbackReceiverOptions extends ReceiveOptions {
  readonly secrets: Secrets;
  /** How long a callback may be worked on before it is kept as it came and answered. */
  readonly answerMilliseconds: number;
}

export interface CallbackReceiver {
  /** Resolves when it may be answered; rejects when the provider should retry it. */
  receive(sender: Sender, callback: Callback): Promise<Reading>;
  start(): void;
  stop(): Promise<void>;
  /** Callbacks that were answered and are still being worked on here. */
  readonly answered: number;
}

/** A callback with more than this is kept at once: it would take longer anyway. */
const partsAtOnceMax = 200;
const bytesAtOnceMax = 262_144;
/**
 * One with so few parts costs as much to keep as to store, so it is worked on longer. A provider that reports one
 * status in each callback has a hundred of them under way: at 500 a second each takes 200 ms, and keeping them as well
 * would only make the machine slower.
 */
const partsFew = 3;
const fewTimesLonger = 8;
/**
 * While this many wait for their answer, answering comes first: a larger one is kept at once, which costs less than
 * storing it.
 */
const receivingMax = 16;
/** Answered callbacks that are worked on at once; the others wait in the table. Work takes turns with answers. */
const answeredMax = 8;
const answeredBytesMax = 16 * 1_048_576;
/** A company whose kept callbacks are as old as this when they are worked off is behind. */
const lateMilliseconds = 500;
/** For this long its new callbacks join the table at once; then one of them tries the direct way again. */
const behindMilliseconds = 1_000;
const companiesMax = 10_000;
/** A kept callback may be about a sender that is gone, so its senders are read again, at most once in this time. */
const sendersMilliseconds = 1_000;

/** Remembers which companies are behind, so that nothing of theirs waits for work that will not be done in time. */
const createBacklogs = (now: () => number = performance.now.bind(performance)) => {
  const behindUntil = new Map<string, number>();
  return {
    note(companyId: string): void {
      if (behindUntil.size >= companiesMax) behindUntil.clear();
      behindUntil.set(companyId, now() + behindMilliseconds);
    },
    /** Whether a callback may be stored before its answer. A company that is behind gets one such trial at a time. */
    wayOf(companyId: string): 'direct' | 'trial' | 'table' {
      const until = behindUntil.get(companyId);
      if (until === undefined) return 'direct';
      if (now() < until) return 'table';
      behindUntil.set(companyId, now() + behindMilliseconds);
      return 'trial';
    },
    /** The trial was stored in time. */
    end: (companyId: string): void => void behindUntil.delete(companyId),
  };
};
type Backlogs = ReturnType<typeof createBacklogs>;

const isLarge = ({ assigned }: ReadCallback, { body }: Callback): boolean =>
  assigned.length > partsAtOnceMax || body.length > bytesAtOnceMax;

/** True when the work was done in time. Rejects when it fails in time. */
const finishesWithin = async (work: Promise<void>, milliseconds: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([work.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
  }
};

const nothingToStore: StoreOpened = () => Promise.resolve();

const createOpen = (options: CallbackReceiverOptions, backlogs: Backlogs) => {
  const recent = createFreshMap<readonly Sender[]>({
    load: (companyId) => options.directory.find(companyId),
    freshMilliseconds: sendersMilliseconds,
    usableMilliseconds: sendersMilliseconds,
    entriesMax: companiesMax,
    now: Date.now,
  });
  return async (held: HeldCallback): Promise<StoreOpened> => {
    if (Date.now() - held.received_at.getTime() > lateMilliseconds) backlogs.note(held.company_id);
    const senders = recent.peek(held.company_id) ?? (await recent.find(held.company_id));
    const sender = senders.find(({ id }) => id === held.sender_id);
    if (!sender) {
      options.log.warn({ callback: held.id }, 'a kept callback is about a sender that is gone');
      return nothingToStore;
    }
    const callback = await openCallback(options.secrets, held.id, held.sealed, held.received_at);
    const reading = await readCallback(options, sender, callback, new Set(held.proven_ids));
    return reading.kind === 'read' ? () => storeItems(options, reading.assigned) : nothingToStore;
  };
};

/** Work that continues after the answer. */
const createAnswered = (store: CallbackStore) => {
  const answered = new Set<Promise<void>>();
  const ofCompany = new Map<string, number>();
  let bytesHeld = 0;

  const count = (companyId: string, by: 1 | -1): void => {
    const left = (ofCompany.get(companyId) ?? 0) + by;
    if (left > 0) ofCompany.set(companyId, left);
    else ofCompany.delete(companyId);
  };

  return {
    follow(key: CallbackKey, work: Promise<void>, bytes: number): void {
      bytesHeld += bytes;
      count(key.companyId, 1);
      const followed: Promise<void> = work
        .then(
          () => store.done(key),
          (error: unknown) => store.failed(key, error),
        )
        .finally(() => {
          answered.delete(followed);
          bytesHeld -= bytes;
          count(key.companyId, -1);
        });
      answered.add(followed);
    },
    settle: () => Promise.allSettled(answered),
    /** A company may hold as many places as are still free: one that floods leaves room for the others. */
    isFullFor(companyId: string): boolean {
      const held = ofCompany.get(companyId) ?? 0;
      return answered.size + held >= answeredMax || bytesHeld >= answeredBytesMax;
    },
    get count(): number {
      return answered.size;
    },
  };
};

export const createCallbackReceiver = (options: CallbackReceiverOptions): CallbackReceiver => {
  const { secrets, answerMilliseconds } = options;
  const backlogs = createBacklogs();
  let receiving = 0;
  const store = createCallbackStore({
    ...options,
    open: createOpen(options, backlogs),
    isAnswering: () => receiving > 0,
  });
  const answered = createAnswered(store);

  const keep = async (
    sender: Sender,
    callback: Callback,
    { assigned }: ReadCallback,
    seconds: number,
  ): Promise<CallbackKey> => {
    const key = { companyId: sender.companyId, id: newUuid() };
    await store.keep({
      ...key,
      senderId: sender.id,
      provenIds: [...new Set([sender.id, ...assigned.map((one) => one.sender.id)])],
      receivedAt: callback.receivedAt,
      sealed: await sealCallback(secrets, key.id, callback),
      bytes: callback.body.length,
      heldSeconds: seconds,
    });
    return key;
  };

  const receive = async (sender: Sender, callback: Callback): Promise<Reading> => {
    const reading = await readCallback(options, sender, callback);
    if (reading.kind !== 'read' || reading.assigned.length === 0) return reading;
    const isFew = reading.assigned.length <= partsFew;
    const isCrowded = receiving > receivingMax && !isFew;
    const way = backlogs.wayOf(sender.companyId);
    if (isCrowded || way === 'table' || answered.isFullFor(sender.companyId)) {
      await keep(sender, callback, reading, 0);
      store.wake();
      return reading;
    }
    if (answerMilliseconds === 0 || isLarge(reading, callback)) {
      const key = await keep(sender, callback, reading, heldSeconds);
      // A thousand parts take a while to prepare: the answer goes first.
      const work = nextTurn().then(() => storeItems(options, reading.assigned));
      answered.follow(key, work, callback.body.length);
      return reading;
    }
    const work = storeItems(options, reading.assigned);
    if (await finishesWithin(work, answerMilliseconds * (isFew ? fewTimesLonger : 1))) {
      if (way === 'trial') backlogs.end(sender.companyId);
      return reading;
    }
    backlogs.note(sender.companyId);
    const key = await keep(sender, callback, reading, heldSeconds).catch(() => null);
    // A callback that cannot even be kept is answered with the result of the work.
    if (key === null) await work;
    else answered.follow(key, work, callback.body.length);
    return reading;
  };

  return {
    async receive(sender, callback) {
      receiving += 1;
      try {
        return await receive(sender, callback);
      } finally {
        receiving -= 1;
      }
    },
    start: store.start,
    async stop() {
      await answered.settle();
      await store.stop();
    },
    get answered() {
      return answered.count;
    },
  };
};
