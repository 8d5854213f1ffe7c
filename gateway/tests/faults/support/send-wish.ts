// Sends one wish once, for lanes that check single answers instead of a load.

import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Journal, Wish } from './journal.ts';
import { type Credentials, credentialHeaders, type SendOutcome, sendOnce } from './send-once.ts';

export interface WishSender {
  /** Sends a new wish. */
  send(key?: string, isWaiting?: boolean): Promise<{ wish: Wish; outcome: SendOutcome }>;
  /** Requests that are out of our hands, and wait for the gateway at the latest in its sockets. */
  readonly written: number;
  /** Sends the same again, with the same key. */
  repeat(wish: Wish): Promise<SendOutcome>;
}

export interface WishSenderChoices {
  readonly agent?: Agent;
  /** Makes each message longer. */
  readonly filler?: string;
}

/** To another person each time, so that the pace to one person holds up no lane; a repeat goes to the same. */
const phoneNumberOf = ({ text }: Wish): string => {
  const digest = createHash('sha256').update(text).digest();
  return `+96650${1_000_000 + (digest.readUInt32BE(0) % 9_000_000)}`;
};

export const createWishSender = (
  address: string,
  credentials: Credentials,
  journal: Journal,
  { agent, filler = '' }: WishSenderChoices = {},
): WishSender => {
  const run = Math.random().toString(36).slice(2, 8);
  let wishesBegun = 0;
  let requestsSent = 0;
  let written = 0;

  const repeat = async (wish: Wish): Promise<SendOutcome> => {
    const attempt = {
      requestId: `${wish.text.slice(0, 40)}-${run}-${++requestsSent}`,
      begunAt: performance.now(),
    };
    const outcome = await sendOnce({
      address,
      ...(agent && { agent }),
      path: wish.path,
      body: JSON.stringify({ to: phoneNumberOf(wish), message: wish.text }),
      headers: {
        ...credentialHeaders(credentials),
        'x-request-id': attempt.requestId,
        ...(!wish.isWaiting && { prefer: 'respond-async' }),
        ...(wish.key !== null && { 'idempotency-key': wish.key }),
      },
      onWritten() {
        written += 1;
      },
    });
    journal.note(wish, attempt, outcome);
    return outcome;
  };

  return {
    async send(key, isWaiting = false) {
      const text = `${run}-${wishesBegun++}${filler}`;
      const wish = journal.begin({ text, path: '/api/v1/messages/send', key: key ?? null, isWaiting });
      return { wish, outcome: await repeat(wish) };
    },
    get written() {
      return written;
    },
    repeat,
  };
};
