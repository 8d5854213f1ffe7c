// Statuses of messages that are not known yet. A status may come before our own outcome names the provider's id, or be of
// a message that another system sent from the same number. It waits here by the provider's id until the message is known.

import type pg from 'pg';
import type { ToldEvent } from '../../events/told-event.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import {
  deleteParkedStatuses,
  findByProviderIds,
  type KnownMessage,
  listParkedKeys,
  type ParkedStatus,
  type ProviderKey,
  parkStatuses,
  takeParkedStatuses,
} from './parked/queries.ts';
import { recordStatuses } from './queries.ts';

const dayMilliseconds = 86_400_000;
/** A status of an older message is not looked for: each day costs a look into one more partition. */
const searchedDays = 30;
/** A provider repeats a callback for seven days. */
const parkedDays = 8;
const rowsPerBite = 5_000;

const settleMilliseconds = 5_000;

const keyOf = (key: ProviderKey): string => `${key.companyId} ${key.providerMessageId}`;

/** Taking out and recording commit together, so a crash between them loses nothing. */
const takeAndRecord = (
  writers: pg.Pool,
  messages: readonly KnownMessage[],
): Promise<readonly ToldEvent[]> => {
  const messageByKey = new Map(messages.map((message) => [keyOf(message), message]));
  return inTransaction(writers, async (client) => {
    const parked = await takeParkedStatuses(client, messages);
    const rows = parked.flatMap((status) => {
      const message = messageByKey.get(keyOf(status));
      return message ? [{ ...status, ...message, eventId: newUuid() }] : [];
    });
    return rows.length === 0 ? [] : (await recordStatuses(client, rows, true)).told;
  });
};

/** Records what waits for messages that are known by now, and answers what is told of it. */
export const unpark = async (
  writers: pg.Pool,
  messages: readonly KnownMessage[],
): Promise<readonly ToldEvent[]> => {
  if (messages.length === 0) return [];
  return await untilKnown(performance.now() + settleMilliseconds, () => takeAndRecord(writers, messages));
};

const unparkKnown = async (writers: pg.Pool, keys: readonly ProviderKey[]): Promise<readonly ToldEvent[]> => {
  const sinceId = firstUuidAt(Date.now() - searchedDays * dayMilliseconds);
  const known = await findByProviderIds(writers, keys, sinceId);
  return known.length === 0 ? [] : await takeAndRecord(writers, known);
};

/**
 * Parks first and looks for the message then: a message that becomes known in between finds the status parked, or is
 * found here.
 */
export const parkOrRecord = async (
  writers: pg.Pool,
  statuses: readonly ParkedStatus[],
): Promise<readonly ToldEvent[]> => {
  await parkStatuses(writers, statuses);
  return await unparkKnown(writers, statuses);
};

/** A message and its status that committed in the same instant have both missed each other: looks again, for a while. */
const rematchAfterSeconds = 5;
const rematchForSeconds = 300;
const rematchKeysMax = 1_000;

/** Records parked statuses whose message has become known unnoticed. To be run every minute or so. */
export const matchParkedStatuses = async (writers: pg.Pool): Promise<readonly ToldEvent[]> => {
  const keys = await listParkedKeys(writers, rematchAfterSeconds, rematchForSeconds, rematchKeysMax);
  return keys.length === 0 ? [] : await unparkKnown(writers, keys);
};

/** Forgets what nobody came for, in small bites, and answers how many went. */
export const sweepParkedStatuses = async (pool: pg.Pool): Promise<number> => {
  let swept = 0;
  for (;;) {
    const bite = await deleteParkedStatuses(pool, parkedDays, rowsPerBite);
    swept += bite;
    if (bite < rowsPerBite) return swept;
  }
};
