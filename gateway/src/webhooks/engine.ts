// Delivers events to customers' webhooks: every delivery that is written is sent at least once, always with the same
// webhook-id. Owns the lanes of this process, fills them, makes the attempts and records them. A round every second
// backs up every notification.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EmittedEvent } from '../events/emitted-event.ts';
import type { EventListener } from '../events/event-listener.ts';
import type { MediaSource } from '../events/event-media.ts';
import { firstUuidAt } from '../platform/ids.ts';
import type { CommitNews } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Channels } from '../processes/channel.ts';
import { createAttemptStore } from './attempts/attempt-store.ts';
import { createDeliver } from './attempts/deliver.ts';
import { createDirectLanes, type DirectLanes } from './direct/direct-lanes.ts';
import { handOver } from './lanes/hand-over.ts';
import { createDeliveryLaneKeeper, type DeliveryLaneKeeper, type DeliveryLease } from './lanes/keep-lanes.ts';
import { createDeliveryLane, type DeliveryLane } from './lanes/lane.ts';
import { createLoader } from './lanes/load-deliveries.ts';
import { openNotices } from './lanes/notices.ts';
import { findWaitingLanes, leaveDelivering } from './lanes/queries.ts';
import { createSlots, type Slots } from './lanes/slots.ts';
import { firstUuid } from './lanes/supply.ts';
import { runRecoveries } from './recoveries/run-recoveries.ts';
import { createDisable } from './registered/disable-webhook.ts';

export interface WebhookEngineOptions {
  readonly pool: pg.Pool;
  /** For the group commits of attempts: one connection of it is used at a time. */
  readonly writers: pg.Pool;
  /** For the notifications of other processes. */
  readonly channels: Channels;
  readonly secrets: Secrets;
  /** With the address guard inside. */
  readonly http: OutgoingHttp;
  readonly lease: DeliveryLease;
  /** How many processes share the work. Left out: this one alone. */
  readonly processes?: (() => number) | undefined;
  readonly log: Log;
  /** Sockets that all webhooks share. */
  readonly socketsMax?: number;
  /** Notified of every commit of attempts. */
  readonly live?: CommitNews;
  /** Describes files in events. */
  readonly media?: MediaSource;
  readonly roundMilliseconds?: number;
  readonly stopMilliseconds?: number;
  /** Left out: 15 seconds. */
  readonly attemptMilliseconds?: number;
  /** Younger events may still be on their way through memory, so a check leaves them out. Left out: 5 seconds. */
  readonly youngMilliseconds?: number;
  readonly now?: () => number;
}

/** An engine that is never started only passes notifications on to processes that deliver. */
export interface WebhookEngine extends WebhookNotices {
  start(): Promise<void>;
  /** Starts nothing new, waits a little for what is under way, records it, and releases the lanes. */
  stop(): Promise<void>;
  /** Deliveries under way at this moment. */
  readonly inFlight: number;
}

/** Notifications to the engine from the code that writes events or changes webhooks, after the commit. */
export interface WebhookNotices extends EventListener {
  /** Events of these companies were written; the table has them. */
  notice(companyIds: readonly string[]): void;
  /** A webhook or a delivery was changed by a person. */
  noticeChange(): void;
}

const socketsMaxDefault = 512;
const roundMillisecondsDefault = 1_000;
const stopMillisecondsDefault = 5_000;
/** The usual poll reads what was written lately; every so many rounds it reads everything. */
const recentMilliseconds = 600_000;
const roundsPerFullLook = 60;
const roundsPerBusyLook = 10;

/** Everything that brings deliveries from the table to the webhooks and back. */
const buildEngine = (
  options: WebhookEngineOptions,
  run: RunState,
  onDisabled: (companyId: string) => void,
) => {
  const { pool, lease, log, now = Date.now } = options;
  const slots = createSlots(options.socketsMax ?? socketsMaxDefault);
  const store = createAttemptStore({
    writers: options.writers,
    log,
    live: options.live,
    processes: options.processes,
  });
  const disable = createDisable({
    pool,
    log,
    now,
    onDisabled(webhook) {
      keeper.markDisabled(webhook);
      onDisabled(webhook.companyId);
    },
  });
  const { http, attemptMilliseconds } = options;
  const isStopped = () => run.isStopped;
  const deliver = createDeliver({ http, store, log, now, attemptMilliseconds, disable, isStopped });
  const direct = createDirectLanes({ pool, log, youngMilliseconds: options.youngMilliseconds });
  const keeper = createDeliveryLaneKeeper({
    pool,
    lease,
    secrets: options.secrets,
    log,
    makeLane: (webhook, health, current, checkedTo) =>
      createDeliveryLane({
        webhook,
        health,
        slots,
        now,
        mayStart: () => !run.isStopping && !store.isFull && current.isHeld(),
        attempt: deliver,
        onHungry: () => loader.request(),
        onGivenUp: direct.write,
        checkedTo,
      }),
  });
  const loader = createLoader({ pool, media: options.media, log, now, lanes: () => keeper.lanes.values() });
  return { slots, store, keeper, loader, direct, now };
};

interface RunState {
  isStopping: boolean;
  isStopped: boolean;
}

/** Notifications can be lost: lanes that believe that nothing waits are checked. */
const pokeForgotten = async (pool: pg.Pool, lanes: readonly DeliveryLane[], round: number): Promise<void> => {
  const isFullLook = round % roundsPerFullLook === 0;
  const active = lanes.filter((lane) => lane.webhook.state === 'active');
  const quiet = active.filter((lane) => lane.isIdle);
  // A lane that lives on events handed over would never read the table. While it has enough in memory it may wait with
  // that: until it has read the table, it takes no events from memory.
  for (const lane of active) {
    if (!lane.isIdle && (lane.hasRoom || round % roundsPerBusyLook === 0))
      lane.poke(isFullLook ? firstUuid : undefined);
  }
  if (quiet.length === 0) return;
  const keys = quiet.map(({ webhook }) => ({ companyId: webhook.companyId, webhookId: webhook.id }));
  const floor = isFullLook ? firstUuid : firstUuidAt(Date.now() - recentMilliseconds);
  const waiting = new Set(await findWaitingLanes(pool, keys, floor));
  for (const lane of quiet) if (waiting.has(lane.webhook.id)) lane.poke(floor);
};

const companiesOf = (events: readonly EmittedEvent[]): string[] => [
  ...new Set(events.map((event) => event.company_id)),
];

/** Waits a little for what is under way. */
const untilQuiet = async (slots: Slots, milliseconds = stopMillisecondsDefault): Promise<void> => {
  const giveUpAt = performance.now() + milliseconds;
  while (slots.inUse > 0 && performance.now() < giveUpAt) await sleep(10);
};

type LanesOf = DeliveryLaneKeeper['lanesOf'];

const pokeCompanies = (lanesOf: LanesOf, companyIds: readonly string[]): void => {
  for (const id of companyIds) for (const lane of lanesOf(id)) lane.poke();
};

/** Their events and deliveries are compared in the next round. */
const checkCompanies = (lanesOf: LanesOf, companyIds: readonly string[]): void => {
  for (const id of companyIds) for (const lane of lanesOf(id)) lane.direct.checkAt = 0;
};

const handOverOrPoke = (
  lanesOf: LanesOf,
  direct: DirectLanes,
  { log, media }: WebhookEngineOptions,
  events: readonly EmittedEvent[],
): void => {
  try {
    handOver(events, lanesOf, direct.write, media);
  } catch (error) {
    // An event that cannot be published must not hold up the others; the lanes read them from the table one by one.
    log.error({ err: error }, 'events could not be handed over');
    checkCompanies(lanesOf, companiesOf(events));
    pokeCompanies(lanesOf, companiesOf(events));
  }
};

export const createWebhookEngine = (options: WebhookEngineOptions): WebhookEngine => {
  const { pool, channels, lease, log } = options;
  const run: RunState = { isStopping: false, isStopped: false };
  const { slots, store, keeper, loader, direct, now } = buildEngine(options, run, (companyId) =>
    engine.notice([companyId]),
  );
  let isStarted = false;
  let roundsDone = 0;

  const round = async (): Promise<void> => {
    await keeper.keep();
    const lanes = [...keeper.lanes.values()];
    for (const lane of lanes) lane.pump();
    const recovering = lanes.filter((lane) => keeper.recovering.has(lane.webhook.id));
    await runRecoveries(pool, recovering, now());
    await loader.loadDue(lanes.filter((lane) => lane.isReady));
    if (lease.current?.isHeld()) await direct.round(lanes, lease.current.epoch);
    await pokeForgotten(pool, lanes, roundsDone);
    roundsDone += 1;
  };
  let loop: Loop | null = null;

  const notices = openNotices({
    pool,
    channels,
    log,
    hear: ({ companyIds }) =>
      companyIds.length === 0 ? loop?.wake() : pokeCompanies(keeper.lanesOf, companyIds),
  });

  const hasOthers = (): boolean => !isStarted || keeper.hasPeers;
  const hasOtherLanes = (): boolean => !isStarted || keeper.hasLanesElsewhere;

  const engine: WebhookEngine = {
    async start() {
      isStarted = true;
      notices.listen();
      await round();
      loop = startLoop('webhooks', options.roundMilliseconds ?? roundMillisecondsDefault, log, round);
    },
    async stop() {
      run.isStopping = true;
      await loop?.stop();
      await Promise.all([loader.close(), untilQuiet(slots, options.stopMilliseconds)]);
      run.isStopped = true;
      await store.drain();
      keeper.closeAll();
      await direct.drain().catch(() => undefined);
      await notices.close();
      const { current } = lease;
      if (current) await leaveDelivering(pool, current.epoch).catch(() => undefined);
    },
    get deliveringEpoch() {
      const { current } = lease;
      return isStarted && !run.isStopping && current?.isHeld() ? current.epoch : null;
    },
    mayHaveMissed: (companyIds) => checkCompanies(keeper.lanesOf, companyIds),
    wantsEventsOf: (companyId) => hasOtherLanes() || keeper.hasLanes(companyId),
    notify(events) {
      if (events.length === 0) return;
      handOverOrPoke(keeper.lanesOf, direct, options, events);
      if (hasOtherLanes()) notices.tell(companiesOf(events));
    },
    notice(companyIds) {
      pokeCompanies(keeper.lanesOf, companyIds);
      if (hasOtherLanes()) notices.tell(companyIds);
    },
    noticeChange() {
      loop?.wake();
      if (hasOthers()) notices.tell([]);
    },
    get inFlight() {
      return slots.inUse;
    },
  };
  return engine;
};
