// Direct lanes: webhooks that keep up get events out of memory, and their deliveries are written once, with the result
// of the first attempt. The event is committed before, so nothing depends on memory. A delivery that a lane drops or
// does not take is written as waiting, and so is one that takes longer than a moment, so that people see it. Every
// event that a crash or a lost reply keeps from a lane is found by comparing events with deliveries.

import type pg from 'pg';
import { createBatcher } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { firstUuidAt, timeOfUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type DeliveryLane, graceMilliseconds } from '../lanes/lane.ts';
import { type DeliveryKey, saveChecked, setDirect, writeDeliveries, writeMissing } from './queries.ts';

export interface DirectLanes {
  /** Writes deliveries that only memory knows; the lane then finds them in the table. */
  write(lane: DeliveryLane, keys: readonly DeliveryKey[]): void;
  /** Brings the table and the lanes in line: which are direct, what waits for long, and what is missing. */
  round(lanes: readonly DeliveryLane[], epoch: string): Promise<void>;
  drain(): Promise<void>;
}

/** A delivery that takes longer than this is written as waiting, so that people see it. */
const visibleMilliseconds = 2_000;
const checkMilliseconds = 60_000;
/** Younger events are still on their way through memory. */
const youngMillisecondsDefault = 5_000;
/** Longer spans are checked in pieces, each a statement of its own. */
const spanMilliseconds = 3_600_000;
/**
 * Lanes checked in one round, because other work waits for the round: a process that takes over thousands checks them
 * little by little.
 */
const lanesPerRound = 200;
/** A clock may be ahead by this much. */
const clockMilliseconds = 1_000;

const keyOf = ({ webhook }: DeliveryLane) => ({ companyId: webhook.companyId, webhookId: webhook.id });

/** Compares the events of a span with the deliveries of one lane. */
const checkLane = async (
  pool: pg.Pool,
  lane: DeliveryLane,
  now: number,
  youngMilliseconds: number,
): Promise<void> => {
  const end = lane.direct.isChecked ? now - youngMilliseconds : now + clockMilliseconds;
  const begin = timeOfUuid(lane.direct.checkedTo).getTime();
  let missing = 0;
  for (let from = begin; from < end; from += spanMilliseconds) {
    const below = Math.min(end, from + spanMilliseconds);
    missing += await writeMissing(pool, {
      ...keyOf(lane),
      from: firstUuidAt(from),
      below: firstUuidAt(below),
    });
  }
  if (missing > 0) lane.poke(firstUuidAt(begin));
};

export const createDirectLanes = ({
  pool,
  log,
  youngMilliseconds = youngMillisecondsDefault,
}: {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly youngMilliseconds?: number | undefined;
}): DirectLanes => {
  const batcher = createBatcher<DeliveryKey, undefined>({
    flush: async (keys) => {
      await writeDeliveries(pool, keys);
      return [];
    },
    flushers: 1,
    itemsMax: 500,
    bytesMax: 1_048_576,
    bytesOf: () => 200,
    isOutage: isDatabaseOutage,
  });

  const writeAll = async (lane: DeliveryLane, keys: readonly DeliveryKey[]): Promise<void> => {
    try {
      await Promise.all(keys.map((key) => batcher.add(key)));
      lane.wrote(keys);
    } catch (error) {
      // The next check finds them.
      lane.direct.checkAt = 0;
      log.warn({ err: error, webhook_id: lane.webhook.id }, 'deliveries could not be written yet');
    }
  };

  const write = (lane: DeliveryLane, keys: readonly DeliveryKey[]): void => {
    if (keys.length > 0) void writeAll(lane, keys);
  };

  const changeDirect = async (lanes: readonly DeliveryLane[], epoch: string, now: number): Promise<void> => {
    const changed = lanes.filter(
      (lane) => lane.direct.isDirect !== (lane.isKeepingUp && lane.direct.isChecked),
    );
    if (changed.length === 0) return;
    const changes = changed.map((lane) => ({ ...keyOf(lane), isDirect: !lane.direct.isDirect }));
    // Set before the table says so, and kept for a while after: an event of a direct lane has no delivery.
    for (const { direct } of changed) if (!direct.isDirect) direct.isDirect = true;
    await setDirect(pool, epoch, changes);
    for (const [index, { direct }] of changed.entries()) {
      if (changes[index]?.isDirect) continue;
      direct.isDirect = false;
      direct.graceUntil = now + graceMilliseconds;
    }
  };

  const check = async (lanes: readonly DeliveryLane[], epoch: string, now: number): Promise<void> => {
    const due = lanes.filter((lane) => lane.direct.checkAt <= now).slice(0, lanesPerRound);
    if (due.length === 0) return;
    const checkedTo = firstUuidAt(now - checkMilliseconds);
    for (const lane of due) {
      const { direct } = lane;
      if (direct.isDirect || direct.graceUntil > now || !direct.isChecked) {
        await checkLane(pool, lane, now, youngMilliseconds);
      }
      direct.isChecked = true;
      direct.checkAt = now + checkMilliseconds;
      if (direct.checkedTo < checkedTo) direct.checkedTo = checkedTo;
    }
    await saveChecked(pool, epoch, due.map(keyOf), checkedTo);
  };

  return {
    write,
    async round(lanes, epoch) {
      const now = Date.now();
      for (const lane of lanes) write(lane, lane.unwritten(now - visibleMilliseconds));
      await check(lanes, epoch, now);
      await changeDirect(lanes, epoch, now);
    },
    drain: () => batcher.drain(),
  };
};
