// One wish sent once, for lanes that look at single answers instead of a load.

import type { Journal, Wish } from './journal.ts';
import { type Credentials, credentialHeaders, type SendOutcome, sendOnce } from './send-once.ts';

export interface WishSender {
  /** Sends a new wish. */
  send(key?: string): Promise<{ wish: Wish; outcome: SendOutcome }>;
  /** Sends the same once more, with the same key. */
  repeat(wish: Wish): Promise<SendOutcome>;
}

export const createWishSender = (address: string, credentials: Credentials, journal: Journal): WishSender => {
  const run = Math.random().toString(36).slice(2, 8);
  let wishesBegun = 0;
  let requestsSent = 0;

  const repeat = async (wish: Wish): Promise<SendOutcome> => {
    const attempt = { requestId: `${wish.text}-${run}-${++requestsSent}`, begunAt: performance.now() };
    const outcome = await sendOnce({
      address,
      path: wish.path,
      body: JSON.stringify({ to: '+966501234567', message: wish.text }),
      headers: {
        ...credentialHeaders(credentials),
        'x-request-id': attempt.requestId,
        ...(wish.key !== null && { 'idempotency-key': wish.key }),
      },
    });
    journal.note(wish, attempt, outcome);
    return outcome;
  };

  return {
    async send(key) {
      const text = `${run}-${wishesBegun++}`;
      const wish = journal.begin({ text, path: '/api/v1/messages/send', key: key ?? null });
      return { wish, outcome: await repeat(wish) };
    },
    repeat,
  };
};
