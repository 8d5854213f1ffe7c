// Remembers when a sender was last called back, so that a person sees whether callbacks arrive at all. Once a minute is
// enough, and no caller waits for the write.

import type { Log } from '../platform/log.ts';
import { minuteMilliseconds } from '../platform/time.ts';
import type { Sender } from '../senders/directory.ts';

export type TouchSender = (companyId: string, senderId: string) => Promise<void>;

export const createSenderToucher = (touch: TouchSender, log: Log, now: () => number = Date.now) => {
  const touchedAt = new Map<string, number>();
  return (sender: Sender): void => {
    const time = now();
    if (time - (touchedAt.get(sender.id) ?? Number.NEGATIVE_INFINITY) < minuteMilliseconds) return;
    touchedAt.set(sender.id, time);
    touch(sender.companyId, sender.id).catch((error: unknown) => {
      touchedAt.delete(sender.id);
      log.warn({ err: error, sender: sender.publicId }, 'the time of a callback could not be recorded');
    });
  };
};
