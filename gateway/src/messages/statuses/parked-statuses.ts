// Statuses of messages that are not known yet. A status may come before our own outcome names the provider's id, or be of
// a message that another system sent from the same number. It waits here by the provider's id until the message is known.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { HeldUp, heldUpOrThrow } from './company-batcher.ts';
import {
  deleteParkedStatuses,
  findByProviderIds,
  type KnownMessage,
  listParkedKeys,
  type ParkedStatus,
  type ProviderKey,
  parkStatuses,
  takeParkedStatuses,
  takeUnknownStatuses,
} from './parked/queries.ts';
import { recordStatuses } from './queries.ts';
import type { RecordedStatuses, StatusRow } from './status-row.ts';

/** Nearly every status comes within a day of its message. */
const recentDays = 2;
/** A status of an older message is not searched for: each day costs a lookup in one more partition. */
const searchedDays = 30;
/** A provider repeats a callback for seven days. */
const parkedDays = 8;

const settleMilliseconds = 5_000;

const keyOf = (key: ProviderKey): string => `${key.companyId} ${key.providerMessageId}`;

/** The result of recording parked statuses, and what kept those of a company from being recorded. */
export interface RecordedParked extends Pick<RecordedStatuses, 'emitted' | 'otherNames'> {
  readonly heldUp: HeldUp | null;
}

const nothing: RecordedParked = { emitted: [], otherNames: [], heldUp: null };

const join = (one: RecordedParked, other: RecordedParked): RecordedParked => ({
  emitted: [...one.emitted, ...other.emitted],
  otherNames: [...one.otherNames, ...other.otherNames],
  heldUp: one.heldUp ?? other.heldUp,
});

/** A parked status is removed and recorded in one transaction, so a crash loses nothing. */
const takeTogether = (writers: pg.Pool, messages: readonly KnownMessage[]): Promise<RecordedParked> => {
  const messageByKey = new Map(messages.map((message) => [keyOf(message), message]));
  return inTransaction(writers, async (client) => {
    const parked = await takeParkedStatuses(client, messages);
    const rows = parked.flatMap((status) => {
      const message = messageByKey.get(keyOf(status));
      return message ? [{ ...status, ...message, eventId: newUuid() }] : [];
    });
    return rows.length === 0 ? nothing : { ...(await recordStatuses(client, rows, true)), heldUp: null };
  });
};

/** Records the parked statuses; those of a company whose messages are locked stay where they are. */
const takeAndRecord = async (
  writers: pg.Pool,
  messages: readonly KnownMessage[],
): Promise<RecordedParked> => {
  const take = (some: readonly KnownMessage[]): Promise<RecordedParked | HeldUp> =>
    takeTogether(writers, some).catch(heldUpOrThrow);
  const taken = await take(messages);
  if (!(taken instanceof HeldUp)) return taken;
  const companies = [...Map.groupBy(messages, ({ companyId }) => companyId).values()];
  if (companies.length === 1) return { ...nothing, heldUp: taken };
  let recorded = nothing;
  for (const ofCompany of companies) {
    const found = await take(ofCompany);
    recorded = join(recorded, found instanceof HeldUp ? { ...nothing, heldUp: found } : found);
  }
  return recorded;
};

/** Records the parked statuses of messages that are known by now. */
export const unpark = async (
  writers: pg.Pool,
  messages: readonly KnownMessage[],
): Promise<RecordedParked> => {
  if (messages.length === 0) return nothing;
  return await untilKnown(performance.now() + settleMilliseconds, () => takeAndRecord(writers, messages));
};

const daysAgo = (days: number): string => firstUuidAt(Date.now() - days * dayMilliseconds);

const unparkKnown = async (writers: pg.Pool, keys: readonly ProviderKey[]): Promise<RecordedParked> => {
  const known = await findByProviderIds(writers, keys, daysAgo(searchedDays));
  return known.length === 0 ? nothing : await takeAndRecord(writers, known);
};

/** Statuses of messages that are known already, each once: a provider may have reported one under several ids. */
const recordKnown = async (
  writers: pg.Pool,
  statuses: readonly ParkedStatus[],
  messages: readonly KnownMessage[],
): Promise<RecordedParked> => {
  const messageByKey = new Map(messages.map((message) => [keyOf(message), message]));
  const rows = new Map<string, StatusRow>();
  for (const status of statuses) {
    const message = messageByKey.get(keyOf(status));
    if (!message) continue;
    rows.set(`${message.messageId} ${message.attempt} ${status.status}`, {
      ...status,
      ...message,
      eventId: newUuid(),
    });
  }
  if (rows.size === 0) return nothing;
  return { ...(await recordStatuses(writers, [...rows.values()], true)), heldUp: null };
};

/**
 * Records the statuses of messages of the last days at once, with one query. The rest is parked first and searched for
 * afterwards: a message that becomes known in between finds the parked status, or is found here.
 */
export const parkOrRecord = async (
  writers: pg.Pool,
  statuses: readonly ParkedStatus[],
): Promise<RecordedParked> => {
  const known = await findByProviderIds(writers, statuses, daysAgo(recentDays));
  const keys = new Set(known.map(keyOf));
  const unknown = statuses.filter((status) => !keys.has(keyOf(status)));
  const recorded = await recordKnown(writers, statuses, known);
  if (unknown.length === 0) return recorded;
  await parkStatuses(writers, unknown);
  return join(recorded, await unparkKnown(writers, unknown));
};

/** A message and its status that committed in the same instant have missed each other: searches again, for a while. */
const rematchAfterSeconds = 5;
const rematchForSeconds = 300;
const rematchKeysMax = 1_000;

/** Records parked statuses whose message has become known unnoticed. To be run every minute or so. */
export const matchParkedStatuses = async (writers: pg.Pool): Promise<RecordedParked> => {
  const keys = await listParkedKeys(writers, rematchAfterSeconds, rematchForSeconds, rematchKeysMax);
  return keys.length === 0 ? nothing : await unparkKnown(writers, keys);
};

/** Removes statuses that have waited so long that their message is not ours. In a transaction of the caller. */
export const takeOtherStatuses = (
  client: pg.ClientBase,
  waitedSeconds: number,
  rowsMax: number,
): ReturnType<typeof takeUnknownStatuses> => takeUnknownStatuses(client, waitedSeconds, rowsMax);

/** Forgets statuses that no message has claimed, and answers how many went. */
export const sweepParkedStatuses = (pool: pg.Pool): Promise<number> => deleteParkedStatuses(pool, parkedDays);
