// The id of an incoming message, made from what the provider says of it: the same message gets the same id however often
// it is reported, so a repeated callback finds its row already there.

import { createHash } from 'node:crypto';
import { firstUuidAt } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';

/** A provider repeats a callback for seven days, and the store keeps partitions open for a day more. */
const pastMillisecondsMax = 7 * dayMilliseconds;
/** Clocks differ. Without this, a message from a clock a second ahead would get another id when it is repeated. */
const futureMillisecondsMax = 3_600_000;

/** Whether an id can carry this time. Where not, there may be no partition for it, and lists would show it out of place. */
export const isStorableTime = (at: number, now: number): boolean =>
  at >= now - pastMillisecondsMax && at <= now + futureMillisecondsMax;

/** A UUIDv7: the time in front, and digits of a hash in place of the random ones. */
export const incomingMessageId = (senderId: string, providerMessageId: string, at: number): string => {
  const hash = createHash('sha256').update(`${senderId} ${providerMessageId}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(0, 2), 16) & 0x3f) | 0x80).toString(16);
  return `${firstUuidAt(at).slice(0, 13)}-7${hash.slice(2, 5)}-${variant}${hash.slice(5, 7)}-${hash.slice(7, 19)}`;
};
