// The lane of one endpoint: when the next delivery may go. It keeps to the endpoint's concurrency and rate, rests when the
// endpoint fails, and asks for more to be loaded before it runs dry.

import type { OpenEndpoint } from '../endpoints/open-endpoint.ts';
import { createEffort } from './effort.ts';
import { type LaneHealth, openness } from './health.ts';
import { createLaneQueue } from './lane-queue.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import { createPace } from './pace.ts';
import type { Slot, Slots, SlotTaker } from './slots.ts';
import { createSupply, type Supply } from './supply.ts';

export interface LaneOptions {
  readonly endpoint: OpenEndpoint;
  readonly health: LaneHealth;
  readonly slots: Slots;
  readonly now: () => number;
  /** False while this process may not or cannot deliver: no lease, stopping, or too much still to be written. */
  readonly mayStart: () => boolean;
  /** Makes the attempt and judges it; resolves when the answer is in, with a promise for its being written down. */
  readonly attempt: (lane: Lane, delivery: LoadedDelivery) => Promise<{ readonly written: Promise<void> }>;
  /** More could be loaded. */
  readonly onHungry: () => void;
}

export interface Lane extends SlotTaker {
  endpoint: OpenEndpoint;
  health: LaneHealth;
  readonly supply: Supply;
  /** Nothing is loaded, under way or unwritten. */
  readonly isIdle: boolean;
  /** It could take deliveries whose time has come. */
  readonly isReady: boolean;
  /** Something new may wait in the table, with an id at or above this one. */
  poke(from?: string): void;
  /** False when what is handed over would be left to the table. */
  takesHanded(): boolean;
  /** Takes a delivery that was just written, past the table, unless others may wait there before it. */
  hand(delivery: LoadedDelivery): void;
  /** How many it would like to have loaded; 0 when it is not hungry. */
  wanted(): number;
  /** True when it need not be loaded again. */
  has(id: string): boolean;
  /** A load of what waits begins; every one ends in an offer. */
  beginLoad(): void;
  /** The same of deliveries whose time has come; ends in an offer of them. */
  beginDueLoad(): void;
  /** Takes what was loaded and not there yet. `isAll`: nothing more waits in the table. */
  offer(rows: readonly LoadedDelivery[], isAll: boolean): void;
  /** Takes deliveries whose time has come. */
  offerDue(rows: readonly LoadedDelivery[]): void;
  pump(): void;
  change(endpoint: OpenEndpoint, health: LaneHealth): void;
  close(): void;
}

/**
 * At hand is what the endpoint gets through in about a second, in pages of its concurrency: then it never waits for a look
 * at the table, however busy the database is. A very quick one looks more often, a slow one needs few.
 */
const pagesMax = 20;
const pagesMin = 2;

/** Starts what may go now. */
const createStarter = (options: LaneOptions, lane: () => Lane) => {
  const { slots, now } = options;
  const queue = createLaneQueue();
  const effort = createEffort();
  const pace = createPace(options.endpoint.deliveriesPerSecond);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const allowed = (): number => {
    const { endpoint, health } = lane();
    if (isClosed || endpoint.state !== 'active' || !options.mayStart()) return 0;
    return openness(health, effort.earned(endpoint.concurrency), now());
  };

  const run = async (delivery: LoadedDelivery, slot: Slot): Promise<void> => {
    const { written } = await options.attempt(lane(), delivery);
    effort.end(delivery.id, lane().health.consecutiveFailures === 0);
    queue.finish(delivery);
    slots.release(lane(), slot);
    // A result that could not be written stays held: the table shows it as waiting, and it must not go out in a circle.
    written.then(() => queue.settle(delivery)).catch(() => undefined);
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
    queue,
    effort,
    pace,
    allowed,
    startOne,
    close() {
      isClosed = true;
      clearTimeout(timer);
      queue.drop();
    },
  };
};

export const createLane = (options: LaneOptions): Lane => {
  const { queue, effort, pace, allowed, startOne, close } = createStarter(options, () => lane);
  const supply = createSupply(queue);

  const bufferTarget = (): number =>
    lane.endpoint.concurrency * Math.min(pagesMax, Math.max(pagesMin, Math.ceil(effort.perSecond)));

  const lane: Lane = {
    endpoint: options.endpoint,
    health: options.health,
    supply,
    get inFlight() {
      return effort.inFlight;
    },
    get isSlow() {
      return effort.isSlow;
    },
    get isIdle() {
      return queue.held === 0;
    },
    get isReady() {
      return allowed() > effort.inFlight && queue.due === 0;
    },
    wake: () => lane.pump(),
    poke(from) {
      supply.poke(from);
      if (lane.wanted() > 0) options.onHungry();
    },
    wanted() {
      if (!supply.mayHaveMore || queue.waiting > bufferTarget() / 2 || allowed() === 0) return 0;
      // Those that are held come back with every look at the table, at its front.
      return bufferTarget() + queue.held;
    },
    takesHanded() {
      if (!supply.isOpen) return false;
      if (queue.waiting + supply.late < bufferTarget() && allowed() > 0) return true;
      lane.poke();
      return false;
    },
    hand: (delivery) => supply.hand(delivery),
    has: (id) => queue.has(id),
    beginLoad: () => supply.beginLoad(),
    beginDueLoad: () => queue.beginLoad(),
    offer(rows, isAll) {
      supply.offer(rows, isAll);
      lane.pump();
    },
    offerDue(rows) {
      queue.addDue(rows);
      lane.pump();
    },
    pump() {
      let hasStarted = true;
      while (hasStarted) hasStarted = startOne();
      if (lane.wanted() > 0) options.onHungry();
    },
    change(endpoint, health) {
      if (endpoint.deliveriesPerSecond !== lane.endpoint.deliveriesPerSecond) {
        pace.setRate(endpoint.deliveriesPerSecond);
      }
      lane.endpoint = endpoint;
      lane.health = health;
      // What is dropped now, a load that is going on has perhaps left out because it was still there.
      supply.doubt();
      if (endpoint.state !== 'active') queue.drop();
      lane.pump();
    },
    close() {
      close();
      options.slots.forget(lane);
    },
  };
  return lane;
};
