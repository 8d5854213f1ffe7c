// Waits until a message has got somewhere. It asks for that one message, at growing intervals: the feed of events would
// bring those of all others too.

import { setTimeout as sleep } from 'node:timers/promises';
import { MessageWaitError } from './errors.ts';
import type { CallOptions } from './request.ts';
import type { Message } from './types/messages.ts';

/** In the order in which a message passes through them. */
const stations: readonly string[] = ['queued', 'sending', 'sent', 'delivered', 'read', 'played'];
const ends: readonly string[] = ['failed', 'cancelled', 'expired'];

export type WantedStatus = 'sent' | 'delivered' | 'read' | 'played';

export interface WaitOptions {
  /** Left out: 60. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
}

const firstPauseMs = 200;
const longestPauseMs = 3_000;

const hasReached = (message: Message, wanted: WantedStatus): boolean =>
  stations.indexOf(message.status) >= stations.indexOf(wanted);

export const waitForStatus = async (
  get: (id: string, options: CallOptions) => Promise<Message>,
  id: string,
  wanted: WantedStatus,
  { timeoutSeconds = 60, signal }: WaitOptions,
): Promise<Message> => {
  const giveUpAt = performance.now() + timeoutSeconds * 1000;
  const stop = signal ? { signal } : {};
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const message = await get(id, stop);
    if (hasReached(message, wanted)) return message;
    if (ends.includes(message.status)) {
      const why = message.failure ? `: ${message.failure.title}` : '';
      throw new MessageWaitError(`The message ${id} is ${message.status}${why}.`, message, false);
    }
    const left = giveUpAt - performance.now();
    if (left <= 0) {
      const text = `The message ${id} was still ${message.status} after ${timeoutSeconds} s.`;
      throw new MessageWaitError(text, message, true);
    }
    await sleep(Math.min(pauseMs, left), undefined, stop);
  }
};
