// Fills the lanes from the table. One loader serves all lanes of a process: while one read of the table runs, all
// further requests for one are answered by the next, however many lanes and events there are.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MediaSource } from '../../events/event-media.ts';
import { createLookFloor } from '../../platform/database/look-floor.ts';
import { timeOfUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { DeliveryLane } from './lane.ts';
import type { LoadedDelivery } from './loaded-delivery.ts';
import { findDueDeliveries, findWaitingDeliveries, type WaitingDeliveryRow } from './queries.ts';
import { loadTexts } from './read-deliveries.ts';
import { floorAfter } from './supply.ts';

export interface Loader {
  /** Some lane is hungry. */
  request(): void;
  /** Brings deliveries whose time has come. */
  loadDue(lanes: readonly DeliveryLane[]): Promise<void>;
  close(): Promise<void>;
}

export interface LoaderOptions {
  readonly pool: pg.Pool;
  readonly media?: MediaSource | undefined;
  readonly log: Log;
  readonly now: () => number;
  readonly lanes: () => Iterable<DeliveryLane>;
}

interface Hungry {
  readonly lane: DeliveryLane;
  readonly limit: number;
}

const dueRowsMax = 500;
/** Companies queried at a time: few enough to leave connections of the pool to others. */
const companiesPerPage = 4;
const failurePauseMilliseconds = 500;

const hungryByCompany = (lanes: Iterable<DeliveryLane>): (readonly [string, Hungry[]])[] => {
  const companies = new Map<string, Hungry[]>();
  for (const lane of lanes) {
    const limit = lane.wanted();
    if (limit === 0) continue;
    const { companyId } = lane.webhook;
    const group = companies.get(companyId);
    if (group) group.push({ lane, limit });
    else companies.set(companyId, [{ lane, limit }]);
  }
  return [...companies];
};

/** Reads the lanes of one company; a claim always names its company. */
const findOfCompany = async (
  pool: pg.Pool,
  companyId: string,
  hungry: readonly Hungry[],
): Promise<WaitingDeliveryRow[]> =>
  await findWaitingDeliveries(
    pool,
    companyId,
    hungry.map(({ lane, limit }) => ({ webhookId: lane.webhook.id, limit, floor: lane.supply.floor })),
  );

/** The deliveries that a read of the table found for one lane: their number, and those it lacks, with their texts. */
interface Found {
  readonly count: number;
  readonly oldestId: string | undefined;
  readonly loaded: readonly LoadedDelivery[];
}

/** `found` is null when the table could not be read. */
const offer = ({ lane, limit }: Hungry, found: Found | null): void => {
  const isAll = found !== null && found.count < limit;
  // Ids carry the time of the system's clock, even if the deliveries use another one.
  const oldest = isAll ? Date.now() : timeOfUuid(found?.oldestId ?? lane.supply.floor).getTime();
  lane.offer(found?.loaded ?? [], isAll, found ? floorAfter(oldest) : undefined);
};

/** A busy lane already has most of the rows found, so only the texts of the others are read. */
const readFound = async (
  { pool, log, media }: Pick<LoaderOptions, 'pool' | 'log' | 'media'>,
  hungry: readonly Hungry[],
  rows: readonly WaitingDeliveryRow[],
): Promise<Map<DeliveryLane, Found>> => {
  const byWebhook = Map.groupBy(rows, (row) => row.endpoint_id);
  const missing = hungry.flatMap(({ lane }) =>
    (byWebhook.get(lane.webhook.id) ?? []).filter((row) => !lane.has(row.id)),
  );
  const texts = await loadTexts(pool, log, missing, media);
  return new Map(
    hungry.map(({ lane }) => {
      const of = byWebhook.get(lane.webhook.id) ?? [];
      const loaded = texts.get(lane.webhook.id) ?? [];
      return [lane, { count: of.length, oldestId: of[0]?.id, loaded }];
    }),
  );
};

export const createLoader = ({ pool, media, log, now, lanes }: LoaderOptions): Loader => {
  const nextFloor = createLookFloor(now);
  let isClosed = false;
  let isWanted = false;
  let running: Promise<void> | null = null;

  const loadPage = async (companies: readonly (readonly [string, Hungry[]])[]): Promise<void> => {
    const hungry = companies.flatMap(([, lanesOfOne]) => lanesOfOne);
    for (const { lane } of hungry) lane.beginLoad();
    let found: Map<DeliveryLane, Found> | null = null;
    try {
      const rows = await Promise.all(
        companies.map(([id, lanesOfOne]) => findOfCompany(pool, id, lanesOfOne)),
      );
      found = await readFound({ pool, log, media }, hungry, rows.flat());
    } finally {
      for (const one of hungry) offer(one, found?.get(one.lane) ?? null);
    }
  };

  const run = async (): Promise<void> => {
    while (isWanted && !isClosed) {
      isWanted = false;
      const companies = hungryByCompany(lanes());
      try {
        for (let index = 0; index < companies.length; index += companiesPerPage) {
          await loadPage(companies.slice(index, index + companiesPerPage));
        }
      } catch (error) {
        log.warn({ err: error }, 'deliveries could not be loaded');
        await sleep(failurePauseMilliseconds);
        isWanted = true;
      }
    }
    running = null;
  };

  return {
    request() {
      isWanted = true;
      // At the end of the turn, so that all lanes that are poked in one turn share a read of the table.
      running ??= new Promise<void>((resolve) => setImmediate(() => resolve(run())));
    },
    async loadDue(ready) {
      const byId = new Map(ready.map((lane) => [lane.webhook.id, lane]));
      if (byId.size === 0) return;
      for (const lane of ready) lane.beginDueLoad();
      let groups = new Map<string, LoadedDelivery[]>();
      try {
        const rows = await findDueDeliveries(
          pool,
          [...byId.keys()],
          new Date(now()),
          dueRowsMax,
          nextFloor(),
        );
        groups = await loadTexts(pool, log, rows, media);
      } finally {
        for (const [id, lane] of byId) lane.offerDue(groups.get(id) ?? []);
      }
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
};
