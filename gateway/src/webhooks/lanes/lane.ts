// The lane of one webhook decides when the next delivery may start. It keeps to the webhook's concurrency and rate,
// pauses when the webhook fails, and has more loaded before it runs empty.

import { Backlog, type Reading } from '../../platform/backlog.ts';
import type { OpenWebhook } from '../registered/open-webhook.ts';
import { createEffort, type Effort } from './effort.ts';
import { type LaneHealth, openness } from './health.ts';
import { createDeliveryQueue, type DeliveryQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import { createWebhookPace } from './pace.ts';
import type { Slot, Slots, SlotTaker } from './slots.ts';
import { createDeliverySupply, type DeliverySupply } from './supply.ts';

/**
 * No statement runs for longer than this. After a lane stopped being direct, earlier statements may add events until
 * then.
 */
export const graceMilliseconds = 60_000;

export interface DeliveryLaneOptions {
  readonly webhook: OpenWebhook;
  readonly health: LaneHealth;
  readonly slots: Slots;
  readonly now: () => number;
  /** False while this process may not or cannot deliver: no lease, stopping, or too much still to be written. */
  readonly mayStart: () => boolean;
  /** Makes the attempt and judges it; resolves when the answer is in, with a promise for its commit. */
  readonly attempt: (
    lane: DeliveryLane,
    delivery: LoadedDelivery,
  ) => Promise<{ readonly written: Promise<void> }>;
  /** More could be loaded. */
  readonly onHungry: () => void;
  /** The lane gives up deliveries that the table may not have. */
  readonly onGivenUp: (lane: DeliveryLane, deliveries: readonly LoadedDelivery[]) => void;
  /** Below this id every event has its delivery in the table. */
  readonly checkedTo: string;
}

/** Whether events reach the lane out of memory only, without a delivery in the table (see `direct/`). */
export interface Direct {
  isDirect: boolean;
  /** Until then events may still arrive that were written while the lane was direct. */
  graceUntil: number;
  checkedTo: string;
  /** When events and deliveries are compared next. */
  checkAt: number;
  /** Events and deliveries were compared after this process took the lane. */
  isChecked: boolean;
}

export interface DeliveryLane extends SlotTaker {
  webhook: OpenWebhook;
  health: LaneHealth;
  readonly supply: DeliverySupply;
  readonly direct: Direct;
  /** All deliveries that wait in the table are in memory, and are sent at once. */
  readonly isKeepingUp: boolean;
  /** No delivery is in memory, under way or unwritten. */
  readonly isIdle: boolean;
  /** So little is in memory that more is wanted. */
  readonly hasRoom: boolean;
  /** The lane could take deliveries whose time has come. */
  readonly isReady: boolean;
  /** New deliveries may wait in the table, with an id at or above this one. */
  poke(from?: string): void;
  /** False when events that are handed over would be left to the table. */
  takesHanded(): boolean;
  /** False while the table may lack the delivery of an event that was just written. */
  hasRowOfHanded(): boolean;
  /** Deliveries handed over before this time that are not in the table. */
  unwritten(before: number): readonly LoadedDelivery[];
  /** These are in the table now. */
  wrote(deliveries: readonly { readonly id: string }[]): void;
  /** Takes a delivery that was just written, bypassing the table, unless older ones may wait there. */
  hand(delivery: LoadedDelivery): void;
  /** The number of deliveries that it wants loaded; 0 when it needs none. */
  wanted(): number;
  /** True when the delivery need not be loaded again. */
  has(id: string): boolean;
  /** A load of what waits begins; every one ends in an offer. */
  beginLoad(): void;
  /** The same for deliveries whose time has come; ends in an offer of them. */
  beginDueLoad(): void;
  /** Takes the loaded deliveries that it does not have; see `DeliverySupply`. */
  offer(rows: readonly LoadedDelivery[], isAll: boolean, floor?: string): void;
  /** Takes deliveries whose time has come. */
  offerDue(rows: readonly LoadedDelivery[]): void;
  pump(): void;
  change(webhook: OpenWebhook, health: LaneHealth): void;
  /** Starts no more deliveries and drops those that have not begun, so that it is idle soon. `stay` continues. */
  leave(): void;
  stay(): void;
  isLeaving(): boolean;
  /** False once a result could not be written: its delivery stays in memory, so the lane would never be idle and would stand still. */
  mayLeave(): boolean;
  close(): void;
}

/**
 * Memory holds as many deliveries as the webhook takes in about a second, in pages of its concurrency: then it never waits for a
 * read of the table, however busy the database is. A very quick webhook reads more often, a slow one needs few.
 */
const pagesMax = 20;
const pagesMin = 2;

/** A direct lane keeps a burst in memory, because its deliveries would be written only to be changed a moment later. */
const directMax = 500;

/** Starts the deliveries that may go now. */
const createStarter = (options: DeliveryLaneOptions, lane: () => DeliveryLane) => {
  const { slots, now } = options;
  const backlog = new Backlog<LoadedDelivery>({ mayReturn: false });
  const queue = createDeliveryQueue(backlog);
  const effort = createEffort();
  const pace = createWebhookPace(options.webhook.deliveriesPerSecond);
  let isClosed = false;
  let isLeaving = false;
  let hasLostResult = false;
  let timer: NodeJS.Timeout | undefined;

  const allowed = (): number => {
    const { webhook, health } = lane();
    if (isClosed || isLeaving || webhook.state !== 'active' || !options.mayStart()) return 0;
    return openness(health, effort.earned(webhook.concurrency), now());
  };

  const run = async (delivery: LoadedDelivery, slot: Slot): Promise<void> => {
    const { written } = await options.attempt(lane(), delivery);
    effort.end(delivery.id, lane().health.consecutiveFailures === 0);
    queue.finish(delivery);
    slots.release(lane(), slot);
    // A result that could not be written stays held: the table shows it as waiting, and it must not be sent repeatedly.
    written
      .then(() => queue.settle(delivery))
      .catch(() => {
        hasLostResult = true;
      });
    lane().pump();
  };

  const startOne = (): boolean => {
    if (effort.inFlight >= allowed()) return false;
    const wait = pace.waitAt(now());
    if (wait > 0) {
      clearTimeout(timer);
      timer = setTimeout(() => lane().pump(), wait).unref();
      return false;
    }
    const slot = queue.hasNext() ? slots.take(lane()) : null;
    const delivery = slot && queue.take();
    if (!slot || !delivery) return false;
    pace.take(now());
    effort.begin(delivery.id);
    void run(delivery, slot);
    return true;
  };

  return {
    backlog,
    queue,
    effort,
    pace,
    allowed,
    startAll() {
      let hasStarted = true;
      while (hasStarted) hasStarted = startOne();
    },
    get hasLostResult() {
      return hasLostResult;
    },
    get isLeaving() {
      return isLeaving;
    },
    set isLeaving(value: boolean) {
      isLeaving = value;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};

const newDirect = (checkedTo: string): Direct => ({
  isDirect: false,
  // The table may say that it is, from an earlier time under the same lease.
  graceUntil: Date.now() + graceMilliseconds,
  checkedTo,
  checkAt: 0,
  isChecked: false,
});

/** Deliveries handed over in memory. */
const handedPart = (
  backlog: Backlog<LoadedDelivery>,
  queue: DeliveryQueue,
  supply: DeliverySupply,
  lane: () => DeliveryLane,
): Pick<DeliveryLane, 'hand' | 'has' | 'hasRowOfHanded' | 'unwritten' | 'wrote'> => ({
  hand: (delivery) => supply.hand(delivery),
  has: (id) => !backlog.lacks(id),
  hasRowOfHanded: () => !lane().direct.isDirect && lane().direct.graceUntil < Date.now(),
  unwritten: (before) => queue.unwritten(before),
  wrote(deliveries) {
    for (const { id } of deliveries) queue.wrote(id);
    const [oldest] = deliveries.map(({ id }) => id).toSorted();
    if (oldest !== undefined && deliveries.some(({ id }) => backlog.lacks(id))) lane().poke(oldest);
  },
});

/** Loads of deliveries whose time has come. */
const duePart = (
  backlog: Backlog<LoadedDelivery>,
  queue: DeliveryQueue,
  lane: () => DeliveryLane,
): Pick<DeliveryLane, 'beginDueLoad' | 'offerDue'> => {
  let loading: Reading = 0;
  return {
    beginDueLoad() {
      loading = backlog.beginReading();
    },
    offerDue(rows) {
      queue.addDue(loading, rows);
      backlog.endReading();
      lane().pump();
    },
  };
};

/** Lets another process have the lane, or keeps it. */
const leavingPart = (
  starter: { isLeaving: boolean; readonly hasLostResult: boolean },
  dropWaiting: () => void,
  lane: () => DeliveryLane,
): Pick<DeliveryLane, 'isLeaving' | 'leave' | 'mayLeave' | 'stay'> => ({
  mayLeave: () => !starter.hasLostResult,
  isLeaving: () => starter.isLeaving,
  leave() {
    starter.isLeaving = true;
    dropWaiting();
  },
  stay() {
    starter.isLeaving = false;
    lane().pump();
  },
});

/** The number of deliveries that a lane has in memory, and the number it takes bypassing the table. */
const bufferOf = (lane: () => DeliveryLane, effort: Effort) => {
  const target = (): number =>
    lane().webhook.concurrency * Math.min(pagesMax, Math.max(pagesMin, Math.ceil(effort.perSecond)));
  return {
    target,
    handedMax: (): number => (lane().direct.isDirect ? Math.max(directMax, target()) : target()),
  };
};

/** The lane's demand: loads from the table, and deliveries handed over instead. */
const demandPart = (
  { backlog, queue, allowed }: ReturnType<typeof createStarter>,
  supply: DeliverySupply,
  buffer: ReturnType<typeof bufferOf>,
  onHungry: () => void,
  lane: () => DeliveryLane,
): Pick<DeliveryLane, 'poke' | 'wanted' | 'takesHanded'> => ({
  poke(from) {
    supply.poke(from);
    if (lane().wanted() > 0) onHungry();
  },
  wanted() {
    if (!supply.mayHaveMore || !lane().hasRoom || allowed() === 0) return 0;
    // Deliveries in memory come back with every read of the table, at its front.
    return buffer.target() + backlog.size;
  },
  takesHanded() {
    if (!supply.isOpen) return false;
    if (queue.waiting + backlog.late < buffer.handedMax() && allowed() > 0) return true;
    lane().poke();
    return false;
  },
});

export const createDeliveryLane = (options: DeliveryLaneOptions): DeliveryLane => {
  const starter = createStarter(options, () => lane);
  const { backlog, queue, effort, pace, allowed, startAll } = starter;
  const supply = createDeliverySupply(backlog, queue);

  const giveUp = (deliveries: readonly LoadedDelivery[]): void => {
    if (deliveries.length > 0) options.onGivenUp(lane, deliveries);
  };

  const dropWaiting = (): void => {
    // A load that is going on has perhaps left out what is dropped now, because it was still in memory.
    supply.doubt();
    giveUp(queue.drop());
  };

  const buffer = bufferOf(() => lane, effort);

  const lane: DeliveryLane = {
    webhook: options.webhook,
    health: options.health,
    supply,
    direct: newDirect(options.checkedTo),
    get isKeepingUp() {
      return supply.hasSeenAll && allowed() > 0 && queue.waiting < buffer.handedMax();
    },
    get inFlight() {
      return effort.inFlight;
    },
    get isSlow() {
      return effort.isSlow;
    },
    get isIdle() {
      return backlog.size === 0;
    },
    get hasRoom() {
      return queue.waiting <= buffer.target() / 2;
    },
    get isReady() {
      return allowed() > effort.inFlight && queue.due === 0;
    },
    wake: () => lane.pump(),
    ...demandPart(starter, supply, buffer, options.onHungry, () => lane),
    ...handedPart(backlog, queue, supply, () => lane),
    beginLoad: () => supply.beginLoad(),
    offer(rows, isAll, floor) {
      giveUp(supply.offer(rows, isAll, floor).filter(({ isWritten }) => !isWritten));
      lane.pump();
    },
    ...duePart(backlog, queue, () => lane),
    pump() {
      startAll();
      if (lane.wanted() > 0) options.onHungry();
    },
    change(webhook, health) {
      if (webhook.deliveriesPerSecond !== lane.webhook.deliveriesPerSecond)
        pace.setRate(webhook.deliveriesPerSecond);
      lane.webhook = webhook;
      lane.health = health;
      if (webhook.state === 'active') supply.doubt();
      else dropWaiting();
      lane.pump();
    },
    ...leavingPart(starter, dropWaiting, () => lane),
    close() {
      starter.close();
      // Also deliveries under way: their results may never be committed.
      giveUp(queue.unwritten(Number.POSITIVE_INFINITY));
      queue.drop();
      options.slots.forget(lane);
    },
  };
  return lane;
};
