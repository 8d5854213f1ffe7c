// Delivers events to customers' endpoints: every delivery that is written goes out at least once, with the same webhook-id
// however often. Owns the lanes of this process, fills them, makes the attempts and writes them down. A round every second
// stands behind every notice.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EventListener } from '../events/event-listener.ts';
import type { ToldEvent } from '../events/told-event.ts';
import type { ConnectionSettings } from '../platform/database/database.ts';
import { firstUuidAt } from '../platform/ids.ts';
import type { CommitNews } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createAttemptStore } from './attempts/attempt-store.ts';
import { createDeliver } from './attempts/deliver.ts';
import { createDisable } from './endpoints/disable-endpoint.ts';
import { handOver } from './lanes/hand-over.ts';
import { createLaneKeeper, type DeliveryLease, type LaneKeeper } from './lanes/keep-lanes.ts';
import { createLane, type Lane } from './lanes/lane.ts';
import { createLoader } from './lanes/load-deliveries.ts';
import { openNotices } from './lanes/notices.ts';
import { findWaitingLanes, leaveDelivering } from './lanes/queries.ts';
import { createSlots } from './lanes/slots.ts';
import { firstUuid } from './lanes/supply.ts';
import { runRecoveries } from './recoveries/run-recoveries.ts';
import { createRounds } from './rounds.ts';

export interface WebhookEngineOptions {
  readonly pool: pg.Pool;
  /** For the group commits of attempts: one connection of it is used at a time. */
  readonly writers: pg.Pool;
  /** For the connection that hears notices of other processes. */
  readonly connection: ConnectionSettings;
  readonly secrets: Secrets;
  /** With the address guard inside. */
  readonly http: OutgoingHttp;
  readonly lease: DeliveryLease;
  readonly log: Log;
  /** Sockets that all endpoints share. */
  readonly socketsMax?: number;
  /** Hears of every commit of attempts. */
  readonly live?: CommitNews;
  readonly roundMilliseconds?: number;
  readonly stopMilliseconds?: number;
  /** Left out: 15 seconds. */
  readonly attemptMilliseconds?: number;
  readonly now?: () => number;
}

/** One that is never started only passes notices on to processes that deliver. */
export interface WebhookEngine extends WebhookNotices {
  start(): Promise<void>;
  /** Starts nothing new, waits a little for what is under way, writes it down, and gives the lanes back. */
  stop(): Promise<void>;
  /** Deliveries under way at this moment. */
  readonly inFlight: number;
}

/** What whoever writes events or changes endpoints tells the engine, after the commit. */
export interface WebhookNotices extends EventListener {
  /** Events of these companies were written; what they are is in the table. */
  notice(companyIds: readonly string[]): void;
  /** An endpoint or a delivery was changed by a person. */
  noticeChange(): void;
}

const socketsMaxDefault = 512;
const roundMillisecondsDefault = 1_000;
const stopMillisecondsDefault = 5_000;
/** The usual poll looks at what was written lately; every so many rounds it looks at everything. */
const recentMilliseconds = 600_000;
const roundsPerFullLook = 60;

/** Everything that brings deliveries from the table to the endpoints and back. */
const buildEngine = (
  options: WebhookEngineOptions,
  run: RunState,
  onDisabled: (companyId: string) => void,
) => {
  const { pool, lease, log, now = Date.now } = options;
  const slots = createSlots(options.socketsMax ?? socketsMaxDefault);
  const store = createAttemptStore({ writers: options.writers, log, live: options.live });
  const disable = createDisable({
    pool,
    log,
    now,
    onDisabled(endpoint) {
      keeper.markDisabled(endpoint);
      onDisabled(endpoint.companyId);
    },
  });
  const { http, attemptMilliseconds } = options;
  const isStopped = () => run.isStopped;
  const deliver = createDeliver({ http, store, log, now, attemptMilliseconds, disable, isStopped });
  const keeper = createLaneKeeper({
    pool,
    lease,
    secrets: options.secrets,
    log,
    makeLane: (endpoint, health, current) =>
      createLane({
        endpoint,
        health,
        slots,
        now,
        mayStart: () => !run.isStopping && !store.isFull && current.isHeld(),
        attempt: deliver,
        onHungry: () => loader.request(),
      }),
  });
  const loader = createLoader({ pool, log, now, lanes: () => keeper.lanes.values() });
  return { slots, store, keeper, loader, now };
};

interface RunState {
  isStopping: boolean;
  isStopped: boolean;
}

/** Notices can be lost: lanes that believe that nothing waits are looked after. */
const pokeForgotten = async (pool: pg.Pool, lanes: readonly Lane[], isFullLook: boolean): Promise<void> => {
  const active = lanes.filter((lane) => lane.endpoint.state === 'active');
  const quiet = active.filter((lane) => lane.isIdle);
  // Who lives on what is handed over would never look at the table.
  for (const lane of active) if (!lane.isIdle) lane.poke(isFullLook ? firstUuid : undefined);
  if (quiet.length === 0) return;
  const keys = quiet.map(({ endpoint }) => ({ companyId: endpoint.companyId, endpointId: endpoint.id }));
  const floor = isFullLook ? firstUuid : firstUuidAt(Date.now() - recentMilliseconds);
  const waiting = new Set(await findWaitingLanes(pool, keys, floor));
  for (const lane of quiet) if (waiting.has(lane.endpoint.id)) lane.poke(floor);
};

const companiesOf = (events: readonly ToldEvent[]): string[] => [
  ...new Set(events.map((event) => event.company_id)),
];

type LanesOf = LaneKeeper['lanesOf'];

const pokeCompanies = (lanesOf: LanesOf, companyIds: readonly string[]): void => {
  for (const id of companyIds) for (const lane of lanesOf(id)) lane.poke();
};

const handOverOrPoke = (lanesOf: LanesOf, log: Log, events: readonly ToldEvent[]): void => {
  try {
    handOver(events, lanesOf);
  } catch (error) {
    // One that cannot be told must not keep the others back; the table brings them one by one.
    log.error({ err: error }, 'events could not be handed over');
    pokeCompanies(lanesOf, companiesOf(events));
  }
};

export const createWebhookEngine = (options: WebhookEngineOptions): WebhookEngine => {
  const { pool, connection, lease, log } = options;
  const run: RunState = { isStopping: false, isStopped: false };
  const { slots, store, keeper, loader, now } = buildEngine(options, run, (companyId) =>
    engine.notice([companyId]),
  );
  let isStarted = false;
  let roundsDone = 0;

  const rounds = createRounds(options.roundMilliseconds ?? roundMillisecondsDefault, log, async () => {
    await keeper.keep();
    const lanes = [...keeper.lanes.values()];
    for (const lane of lanes) lane.pump();
    const recovering = lanes.filter((lane) => keeper.recovering.has(lane.endpoint.id));
    await runRecoveries(pool, recovering, now());
    await loader.loadDue(lanes.filter((lane) => lane.isReady));
    await pokeForgotten(pool, lanes, roundsDone % roundsPerFullLook === 0);
    roundsDone += 1;
  });

  const notices = openNotices({
    pool,
    connection,
    log,
    hear: ({ companyIds }) =>
      companyIds.length === 0 ? rounds.hurry() : pokeCompanies(keeper.lanesOf, companyIds),
  });

  const hasOthers = (): boolean => !isStarted || keeper.hasPeers;

  const untilQuiet = async (): Promise<void> => {
    const giveUpAt = performance.now() + (options.stopMilliseconds ?? stopMillisecondsDefault);
    while (slots.inUse > 0 && performance.now() < giveUpAt) await sleep(10);
  };

  const engine: WebhookEngine = {
    async start() {
      isStarted = true;
      notices.listen();
      await rounds.start();
    },
    async stop() {
      run.isStopping = true;
      await rounds.stop();
      await Promise.all([loader.close(), untilQuiet()]);
      run.isStopped = true;
      await store.drain();
      keeper.closeAll();
      await notices.close();
      const { current } = lease;
      if (current) await leaveDelivering(pool, current.epoch).catch(() => undefined);
    },
    hears: (companyId) => hasOthers() || keeper.hasLanes(companyId),
    tell(events) {
      if (events.length === 0) return;
      handOverOrPoke(keeper.lanesOf, log, events);
      if (hasOthers()) notices.tell(companiesOf(events));
    },
    notice(companyIds) {
      pokeCompanies(keeper.lanesOf, companyIds);
      if (hasOthers()) notices.tell(companyIds);
    },
    noticeChange() {
      if (isStarted) rounds.hurry();
      if (hasOthers()) notices.tell([]);
    },
    get inFlight() {
      return slots.inUse;
    },
  };
  return engine;
};
